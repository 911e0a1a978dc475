"""The selection of the test files to which a change can matter, and why."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tests.plugins.dependencies import SETTINGS, SITE, Dependencies, template_name

EVERYTHING = {
    "pyproject.toml": "the tools' settings",
    "requirements.txt": "the packages",
    "requirements-dev.txt": "the packages",
    "requirements-fast.txt": "the packages",
    **dict.fromkeys(SETTINGS, "the settings"),
}
CHECKS = "tests/project/"  # they look at every file of the project
IN_A_BROWSER = "tests/browser/"
EXPLAINED = 3  # changed files that are named for each folder
LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Change:
    """One file that differs; `modified` if it was there before and still is."""

    path: str
    modified: bool = True


@dataclass
class Selection:
    """The changed files that each chosen test file can depend on. `everything` says why no test can be left out, if
    so."""

    tests: list[str]
    changes: list[Change]
    chosen: dict[str, list[str]] = field(default_factory=dict)
    everything: str = ""

    def lines(self) -> list[str]:
        """Return its summary: counts, and by folder the changed files that it was chosen for."""
        one = len(self.changes) == 1
        files, them = f"{len(self.changes)} changed file{'' if one else 's'}", "it" if one else "them"
        if self.everything:
            return [f"{files}: all {len(self.tests)} test files run, because {self.everything}"]
        if not self.chosen:
            return [f"{files}: no test can depend on {them}"]
        left = len(self.tests) - len(self.chosen)
        chosen = f"{len(self.chosen)} of {len(self.tests)} test files can depend on {them}"
        lines = [f"{files}: {chosen}, {left} {'does' if left == 1 else 'do'} not run"]
        folders = defaultdict[str, list[str]](list)
        for test in self.tests:
            folders[str(PurePosixPath(test).parent)].append(test)
        for folder, tests in sorted(folders.items()):
            running = [test for test in tests if test in self.chosen]
            causes = sorted({cause for test in running for cause in self.chosen[test]})
            named = ", ".join(causes[:EXPLAINED]) + (f" and {len(causes) - EXPLAINED} more" * (len(causes) > EXPLAINED))
            lines.append(f"  {folder:<28} {len(running):>3} of {len(tests):<3} {named or LEFT_OUT}")
        return lines


def is_test(path: str) -> bool:
    return path.startswith("tests/") and PurePosixPath(path).match("test_*.py")


def select(tree: Dependencies, changes: Iterable[Change]) -> Selection:
    """Return the tests of `tree` that can depend on `changes`."""
    selection = Selection([path for path in tree.facts if is_test(path)], list(changes))
    for change in selection.changes:
        selection.everything = why_everything(tree, change.path)
        if selection.everything:
            return selection
        for test in depending(tree, change):
            selection.chosen.setdefault(test, []).append(change.path)
    return selection


def depending(tree: Dependencies, change: Change) -> list[str]:
    """Return the test files that can depend on one changed file."""
    start = {in_place_of(tree, change.path)}
    found = set[str]()
    if "/static/" in change.path:
        found.update(path for path in tree.facts if path.startswith(IN_A_BROWSER))
        if not change.modified:  # a page that names it is answered in another way
            start.add(SITE)
    elif not change.modified and template_name(change.path):
        start.add(SITE)  # it may hide another one of its name, or leave it to be found
    found |= tree.dependents(start)
    return sorted(path for path in tree.facts if is_test(path) and (path in found or path.startswith(CHECKS)))


def in_place_of(tree: Dependencies, path: str) -> str:
    """Return the file whose users are looked for: for a Python file that is gone, the package that it was in."""
    if path.endswith(".py") and path not in tree.facts:
        return str(PurePosixPath(path).with_name("__init__.py"))
    return path


def why_everything(tree: Dependencies, path: str) -> str:
    """Return why a change of one file can matter to each test; empty if it cannot."""
    if path in EVERYTHING:
        return f"{path} holds {EVERYTHING[path]}"
    if "/migrations/" in path:
        return f"{path} is a migration"
    if path in tree.root_plugins or (path.startswith("tests/plugins/") and not is_test(path)):
        return f"{path} takes part in every run"
    if not is_placed(tree, path):
        return f"nothing is known of who reads {path}"
    return ""


def is_placed(tree: Dependencies, path: str) -> bool:
    """Return whether the kind of a file, or another file, says who can depend on it."""
    if path.endswith(".py"):
        return path in tree.facts or is_test(path) or in_place_of(tree, path) in tree.facts
    beside_the_code = path.startswith((".", "docs/")) or path.endswith(".md") or path == "LICENSE"
    return beside_the_code or "/static/" in path or path in tree.users
