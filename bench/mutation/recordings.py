"""The lines that each test executes, kept for each file of tests until it or a file that it executes changes."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.mutation.project import Project

QUICKNESS = (0.2, 1.0, 5.0)  # seconds: tests between two of these count as equally quick


def digest(path: Path) -> str:
    """Return a digest of a file's content; "" if there is no such file."""
    try:
        return _digest(path, path.stat().st_mtime_ns)
    except OSError:
        return ""


@cache
def _digest(path: Path, _changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


@dataclass
class Recordings:
    """`seconds` of each test, and `tests` by file and line."""

    project: Project
    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, dict[int, set[str]]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.project.build / "recordings"

    def file(self, test_file: str) -> Path:
        return self.folder / f"{test_file.replace('/', '.')}.json"

    def load(self, test_file: str) -> bool:
        """Load the recording of this file of tests; return whether there is one that still holds."""
        try:
            stored = json.loads(self.file(test_file).read_text())
        except (OSError, ValueError):
            return False
        if any(digest(self.project.root / path) != known for path, known in stored["digests"].items()):
            return False
        self.seconds.update(stored["seconds"])
        for path, contexts in stored["lines"].items():
            lines = self.tests.setdefault(path, {})
            for test, executed in contexts.items():
                if test in stored["seconds"]:
                    for line in executed:
                        lines.setdefault(line, set()).add(test)
        return True

    def store(self, test_file: str, found: dict[str, Any]) -> None:
        """Store the recording of a file of tests, and load it."""
        paths = [test_file, *found["lines"]]
        stored = found | {"digests": {path: digest(self.project.root / path) for path in paths}}
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.file(test_file).with_suffix(".new")
        fresh.write_text(json.dumps(stored))
        fresh.replace(self.file(test_file))
        self.load(test_file)

    def executing(self, path: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that execute one of these lines."""
        known = self.tests.get(path, {})
        return set().union(*(known.get(line, set()) for line in lines))

    def touching(self, path: str) -> set[str]:
        """Return the tests that execute anything of a file."""
        return set().union(*self.tests.get(path, {}).values())

    def in_order(self, tests: set[str], known_killers: Collection[str], budget: float) -> list[str]:
        """Return the tests to run against one mutant, as many as fit into `budget` seconds. Quick ones come first,
        among the equally quick `known_killers`, the rest file by file, so that what a file sets up is set up once."""
        cost: dict[str, float] = {}
        for test in tests:
            cost[file_of(test)] = cost.get(file_of(test), 0.0) + self.seconds[test]

        def rank(test: str) -> tuple[int, bool, float, str, float, str]:
            seconds, file = self.seconds[test], file_of(test)
            quickness = sum(seconds > limit for limit in QUICKNESS)
            return quickness, test not in known_killers, cost[file], file, seconds, test

        chosen: list[str] = []
        for test in sorted(tests, key=rank):
            if self.seconds[test] <= budget or not chosen:
                chosen.append(test)
                budget -= self.seconds[test]
        return chosen


def file_of(test: str) -> str:
    return test.partition("::")[0]
