"""Which tests execute which lines, kept for each file of tests until it or a file that it executes changes."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.mutation.project import Project


@cache
def digest(path: Path) -> str:
    """A digest of a file; the same for the life of this process."""
    return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


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
        """Take over what was recorded of this file of tests; false if there is nothing that still holds."""
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
        """Keep what was recorded of a file of tests, and take it over."""
        paths = [test_file, *found["lines"]]
        stored = found | {"digests": {path: digest(self.project.root / path) for path in paths}}
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.file(test_file).with_suffix(".new")
        fresh.write_text(json.dumps(stored))
        fresh.replace(self.file(test_file))
        self.load(test_file)

    def executing(self, path: str, lines: Iterable[int]) -> set[str]:
        """The tests that execute one of these lines."""
        known = self.tests.get(path, {})
        return set().union(*(known.get(line, set()) for line in lines))

    def touching(self, path: str) -> set[str]:
        """The tests that execute anything of a file."""
        return set().union(*self.tests.get(path, {}).values())

    def in_order(self, tests: set[str], known_killers: Iterable[str], budget: float) -> list[str]:
        """The tests to run against one mutant, as many as fit into `budget` seconds: `known_killers`, then the files of
        tests whose chosen tests take least, so that what a file sets up is set up once."""
        by_file: dict[str, list[str]] = {}
        for test in tests:
            by_file.setdefault(test.partition("::")[0], []).append(test)
        cost = {file: sum(self.seconds[test] for test in found) for file, found in by_file.items()}
        first = [test for test in known_killers if test in tests]
        rest = [test for file in sorted(by_file, key=lambda file: (cost[file], file)) for test in sorted(by_file[file])]
        chosen: list[str] = []
        spent = 0.0
        for test in dict.fromkeys([*first, *rest]):
            spent += self.seconds[test]
            if spent <= budget or not chosen:
                chosen.append(test)
            else:
                spent -= self.seconds[test]
        return chosen
