"""A file of tests that leaves a registry changed fails, and not a later test that meets the change.

Whether a later test meets it depends on which process runs what, and in which order. Only whole files are judged: a
fixture of a module may change a registry for all of its tests.
"""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

REGISTRIES = (
    ("games.registry", "TITLES"),
    ("games.bots.levels", "LEVELS"),
    ("games.bots.levels", "YARDSTICKS"),
    ("leagues.services.timetable.steps", "ACTIONS"),
    ("leagues.services.timetable.steps", "DRAWINGS"),
    ("masques_site.notices.channels", "CHANNELS"),
    ("masques_site.notices.topics", "TOPICS"),
)


class Leftovers:
    """Compares the registries of loaded modules with what they held when a test first met them."""

    def __init__(self) -> None:
        self.before: dict[tuple[str, str], dict[Any, Any]] = {}
        self.since: dict[tuple[str, str], str] = {}

    def note(self) -> None:
        """Keep what registries hold that have been loaded since."""
        for name in REGISTRIES:
            if name not in self.before and name[0] in sys.modules:
                self.before[name] = dict(self.now(name))

    def now(self, name: tuple[str, str]) -> dict[Any, Any]:
        """Return a registry."""
        found: dict[Any, Any] = getattr(sys.modules[name[0]], name[1])
        return found

    def look(self, test: str) -> None:
        """Note which registries the test `test`, which is over, is the first to leave changed."""
        for name, before in self.before.items():
            if self.now(name) == before:
                self.since.pop(name, None)
            else:
                self.since.setdefault(name, test)

    def take(self) -> list[str]:
        """Return what was left behind in words, and put everything back as it was."""
        words = []
        for name, test in self.since.items():
            now, before = self.now(name), self.before[name]
            changed = sorted(str(key) for key in now.keys() | before.keys() if now.get(key) != before.get(key))
            words.append(f"{'.'.join(name)} is left with another {', '.join(changed)} since {test}")
            now.clear()
            now.update(before)
        self.since.clear()
        return words


LEFTOVERS = Leftovers()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Keep what the test begins with."""
    LEFTOVERS.note()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Look at what the test and its fixtures leave; after the last test of a file nothing may be left."""
    yield
    LEFTOVERS.look(item.nodeid)
    if nextitem is None or nextitem.path != item.path:
        left = LEFTOVERS.take()
        if left:
            pytest.fail("; ".join(left), pytrace=False)
