"""Results by mutant, one line of JSON each, so that an interrupted run can continue."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from bench.figures import markdown_table


class Status(StrEnum):
    """The fate of a mutant."""

    KILLED = "killed"
    TIME_LIMIT = "killed by time limit"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


@dataclass(frozen=True)
class Result:
    """`key` names the mutant; `module` and `suite` are digests of its file and of the tests that were chosen for it.
    `tests` of the `executing` ones were chosen; `killer` is the one that failed. `removed` and `added` are the diff."""

    key: str
    group: str
    path: str
    line: int
    operator: str
    status: Status
    killer: str
    tests: int
    executing: int
    seconds: float
    removed: list[str]
    added: list[str]
    module: str
    suite: str

    def holds(self, module: str, suite: str) -> bool:
        """Return whether the result is still valid. A killed mutant stays killed while its file is the same; a survivor
        also needs the same tests."""
        if self.module != module:
            return False
        return self.status in (Status.KILLED, Status.TIME_LIMIT) or self.suite == suite


class Store:
    """The file of results."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not resume:
            path.unlink(missing_ok=True)
        self.known: dict[str, Result] = {}
        if path.is_file():
            for line in path.read_text().splitlines():
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            found = json.loads(line)
            result = Result(**(found | {"status": Status(found["status"])}))
        except (ValueError, TypeError):
            return  # the run was cut off in the middle of a line, or another version wrote it
        self.known[result.key] = result

    def add(self, result: Result) -> None:
        self.known[result.key] = result
        with self.path.open("a") as file:
            file.write(json.dumps(asdict(result)) + "\n")


def totals(results: Iterable[Result], groups: Iterable[str]) -> str:
    """Return a Markdown table: one row for each group that has results, and one for all."""
    found = list(results)
    rows = [
        ("group", "mutants", "killed", "by the time limit", "equivalent", "survived", "killed of those that differ")
    ]
    for group in [*dict.fromkeys(groups), None]:
        inside = [result for result in found if group in (None, result.group)]
        count = {status: sum(result.status == status for result in inside) for status in Status}
        killed = count[Status.KILLED] + count[Status.TIME_LIMIT]
        differ = len(inside) - count[Status.EQUIVALENT]
        if inside:
            figures = [len(inside), killed, count[Status.TIME_LIMIT], count[Status.EQUIVALENT], count[Status.SURVIVED]]
            rate = f"{100 * killed / differ:.1f} %" if differ else ""
            rows.append((group or "all", *(f"{figure:,}" for figure in figures), rate))  # type: ignore[arg-type]
    return markdown_table(rows)


def survivors(results: Iterable[Result], chosen: Callable[[Result], bool]) -> str:
    """Return the chosen results as Markdown, with their diffs, by file and line."""
    parts = []
    for result in sorted(results, key=lambda result: (result.path, result.line)):
        if chosen(result):
            tests = f"{result.tests} of {result.executing} tests" if result.executing else "no test executes it"
            lines = [f"-{line}" for line in result.removed] + [f"+{line}" for line in result.added]
            head = f"{result.path}:{result.line} {result.operator} ({result.group}; {result.status}; {tests})"
            parts.append("\n".join([head, "", "```diff", *lines, "```", ""]))
    return "\n".join(parts)
