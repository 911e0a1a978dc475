"""`--changed [REVISION]` runs the tests that can depend on what differs between a revision and the working tree.

Without a revision that is everything that is not committed. tests/plugins/dependencies.py says what depends on what.
Paths and -k narrow the choice further. The process that distributes the tests chooses, and passes the choice to its
workers.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.dependencies import Dependencies
from tests.plugins.selection import Change, Selection, is_test, select

CHOSEN = "masques/chosen"  # in what a worker is given


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="REVISION",
        help="run the tests that can depend on what differs from a revision (HEAD: what is not committed)",
    )


def git(base: Path, *arguments: str) -> list[str]:
    """Return the words of git's output, which NULs end. Raises UsageError with git's message if it fails."""
    try:
        done = subprocess.run(["git", *arguments], cwd=base, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise pytest.UsageError("--changed needs the program git.") from error
    if done.returncode:
        raise pytest.UsageError(f"--changed: {done.stderr.strip()}")
    return done.stdout.split("\0")[:-1]


def changes_since(base: Path, revision: str) -> list[Change]:
    """Return the differences between a revision and the working tree; files that git does not know yet count too."""
    told = git(base, "diff", "--name-status", "--no-renames", "-z", revision, "--")
    untracked = git(base, "ls-files", "--others", "--exclude-standard", "-z")
    changes = [Change(path, modified=status == "M") for status, path in zip(told[::2], told[1::2], strict=True)]
    return sorted(changes + [Change(path, modified=False) for path in untracked], key=lambda change: change.path)


def selected(base: Path, revision: str) -> Selection:
    """Return the tests below `base` that can depend on what has changed since a revision."""
    changes = changes_since(base, revision)
    if not changes:
        return Selection([], changes)
    known = git(base, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    return select(Dependencies(base, [*known, *(change.path for change in changes)]), changes)


class Chosen:
    """A plugin that leaves out the test files that were not chosen; a run that finds none of its tests among them
    succeeds."""

    def __init__(self, config: pytest.Config, chosen: Sequence[str]) -> None:
        self.config = config
        self.chosen = {config.rootpath / path for path in chosen}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Return whether to ignore a path: True for a file of tests that was not chosen, else None."""
        root = self.config.rootpath
        if collection_path in self.chosen or not collection_path.is_relative_to(root):
            return None
        return True if is_test(collection_path.relative_to(root).as_posix()) else None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        narrowed = self.config.getoption("keyword") or self.config.getoption("markexpr")
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not narrowed:
            session.exitstatus = pytest.ExitCode.OK


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Choose the tests and say so; if there is nothing to run, return a status that ends the run."""
    given: dict[str, Any] | None = getattr(config, "workerinput", None)
    revision = config.getoption("changed")
    if revision is None:
        return None
    if given is not None:
        chosen = given[CHOSEN]
    else:
        selection = selected(config.rootpath, revision)
        print(*selection.lines(), sep="\n", flush=True)
        chosen = selection.tests if selection.everything else sorted(selection.chosen)
        if not chosen:
            return pytest.ExitCode.OK
        config.pluginmanager.register(Distributor(chosen), "changed-distributor")
    config.pluginmanager.register(Chosen(config, chosen), "changed-chosen")
    return None


class Distributor:
    """A plugin that sends each worker the files that were chosen."""

    def __init__(self, chosen: Sequence[str]) -> None:
        self.chosen = list(chosen)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[CHOSEN] = self.chosen
