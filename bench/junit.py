"""Reads the JUnit report of a run of pytest."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

BAD = ("failure", "error")
GROUP = re.compile(r"@[^\]]*$")  # pytest-xdist appends the group of a test to its name, after its parameters


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tests of a run passed, failed and were skipped. `failed` counts errors too."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


def counted(report: Path) -> Counts:
    """Return the counts of a report; zeros if there is none."""
    if not report.exists():
        return Counts()
    total = failed = skipped = 0
    for suite in _root(report).iter("testsuite"):
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return Counts(total - failed - skipped, failed, skipped)


def failed_tests(report: Path, place: Path) -> list[str]:
    """Return the node ids of the tests that failed or met an error, each once, sorted; none without a report.

    `place` is the folder that pytest ran in: a report names a file and a class in one word, and the files tell where
    one ends.
    """
    if not report.exists():
        return []
    cases = _root(report).iter("testcase")
    bad = [case for case in cases if any(case.find(kind) is not None for kind in BAD)]
    return sorted({node_id(place, case.get("classname", ""), case.get("name", "")) for case in bad})


def node_id(place: Path, classname: str, name: str) -> str:
    """Return the node id of a test, as pytest takes it in `place`. A file that could not be collected has no class
    name."""
    name = GROUP.sub("", name)
    words = classname.split(".") if classname else name.split(".")
    for length in range(len(words), 0, -1):
        path = "/".join(words[:length]) + ".py"
        if (place / path).is_file():
            return "::".join([path, *words[length:], *([name] if classname else [])])
    return f"{classname}::{name}" if classname else name


def _root(report: Path) -> ET.Element:
    return ET.parse(report).getroot()  # noqa: S314 - our own file
