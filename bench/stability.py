"""The whole test command several times in a row, in a clean clone, some of the runs beside other work."""

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.machine import BASE

HEADER = ("run", "busy processes beside it", "load at its end", "passed", "failed", "skipped", "minutes")
SPIN = "while True: pass"
OUTSIDE = (
    "PYTEST_",
    "DJANGO_SETTINGS_MODULE",
    "DATA_DIR",
    "MASQUES_",
    "DATABASE_URL",
    "SECRET_KEY",
)  # not for the runs


@dataclass(frozen=True, slots=True)
class Run:
    """One run of all tests. `log` is what it printed; `failed` counts errors too."""

    number: int
    busy: int
    load: float
    passed: int
    failed: int
    skipped: int
    seconds: float
    status: int
    log: Path

    @property
    def is_sound(self) -> bool:
        """Whether all tests passed, and the command said so."""
        return self.status == 0 and self.failed == 0 and self.passed > 0

    def row(self) -> tuple[str, ...]:
        """Its row of the table."""
        return (
            str(self.number),
            str(self.busy),
            f"{self.load:.1f}",
            str(self.passed),
            str(self.failed) if self.status in (0, 1) else f"{self.failed}, and the command ended with {self.status}",
            str(self.skipped),
            f"{self.seconds / 60:.1f}",
        )


def clone(folder: Path) -> Path:
    """A clone of what is committed, without anything that lies beside it."""
    place = folder / "masques"
    subprocess.run(["git", "clone", "--quiet", str(BASE), str(place)], check=True)  # noqa: S607
    return place


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """So many processes that compute for nothing, at the usual priority."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _process in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


def run(place: Path, folder: Path, number: int, busy: int, arguments: list[str]) -> Run:
    """Run `manage.py test` in `place` beside `busy` processes; its log and report go to `folder`."""
    log, report = folder / f"run-{number}.log", folder / f"run-{number}.xml"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OUTSIDE)}
    command = [sys.executable, "manage.py", "test", f"--junit-xml={report}", *arguments]
    began = time.monotonic()
    with busy_processes(busy), log.open("w") as told:
        status = subprocess.run(command, cwd=place, env=environment, stdout=told, stderr=told, check=False).returncode
        load = os.getloadavg()[0]
    passed, failed, skipped = counted(report)
    return Run(number, busy, load, passed, failed, skipped, time.monotonic() - began, status, log)


def counted(report: Path) -> tuple[int, int, int]:
    """How many tests passed, failed and were skipped by a JUnit report; zeros if there is none."""
    if not report.exists():
        return 0, 0, 0
    suites = ET.parse(report).getroot().iter("testsuite")  # noqa: S314 - our own file
    total = failed = skipped = 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return total - failed - skipped, failed, skipped
