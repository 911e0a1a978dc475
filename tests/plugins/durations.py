"""The time that each test took when it last ran, kept in pytest's cache; the longest tests of a run start first.

The process that distributes the tests reads and writes what is kept. Its workers get the same copy of it, read once:
all of them must arrive at the same order.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Any

import pytest

KEPT = "masques/durations"  # a key of pytest's cache
LONG = 5.0  # seconds; tests that take less stay where their file is
UNKNOWN_SLOW = 30.0  # seconds that a test marked `slow` is expected to take before it has run


class Durations:
    """The seconds that tests take, by node id."""

    def __init__(self, known: Mapping[str, float]) -> None:
        self.known = known
        by_file = defaultdict[str, list[float]](list)
        for name, seconds in known.items():
            by_file[file_of(name)].append(seconds)
        self._files = {file: fmean(seconds) for file, seconds in by_file.items()}
        self._average = fmean(known.values()) if known else 1.0

    def expected(self, name: str) -> float:
        """Return the seconds of the test `name`; for an unknown one the average of its file, or else of all tests."""
        known = self.known.get(name)
        return self._files.get(file_of(name), self._average) if known is None else known


def file_of(name: str) -> str:
    return name.partition("::")[0]


def without_group(nodeid: str) -> str:
    """Return the name of a test without the group that pytest-xdist has added to it, as in `a.py::one[x@y]@group`."""
    return nodeid[: nodeid.rfind("@")] if nodeid.rfind("@") > nodeid.rfind("]") else nodeid


def unit_of(nodeid: str) -> str:
    """Return the unit that one worker runs as a whole: the group of a test, or the test itself."""
    return nodeid.removeprefix(f"{without_group(nodeid)}@")


def longest_first(items: list[pytest.Item], durations: Durations) -> None:
    """Sort the long tests and groups to the front, the longest first; all others stay in their order.

    A group counts as long as its tests together. An unknown test counts only if it is marked `slow`.
    """
    weights = defaultdict[str, float](float)
    for item in items:
        guess = UNKNOWN_SLOW if item.get_closest_marker("slow") else 0.0
        weights[unit_of(item.nodeid)] += durations.known.get(without_group(item.nodeid), guess)

    def key(item: pytest.Item) -> float:
        weight = weights[unit_of(item.nodeid)]
        return -weight if weight >= LONG else 0.0

    items.sort(key=key)


def updated(
    kept: Mapping[str, float], measured: Mapping[str, float], existing: Iterable[str] | None
) -> dict[str, float]:
    """Return what is kept after a run that has `measured` some tests; only of those `existing`, if it knows them
    all."""
    names = None if existing is None else set(existing)
    return {name: round(took, 3) for name, took in (kept | measured).items() if names is None or name in names}


def collects_everything(config: pytest.Config) -> bool:
    """Return whether every test of the project is collected, of which some may be deselected then."""
    narrowed = ("ignore", "ignore_glob", "lf", "collectonly", "changed")
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not any(
        config.getoption(name, None) for name in narrowed
    )


def read(config: pytest.Config) -> dict[str, float]:
    """Return the durations that earlier runs have kept, if any."""
    cache = getattr(config, "cache", None)  # pytest may run without
    return {} if cache is None else cache.get(KEPT, {})


class Recorder:
    """A plugin that measures the tests of a run and keeps that at its end, in the process that writes the run's
    reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.durations = Durations(read(config))
        self.spent = defaultdict[str, float](float)
        self.skipped = set[str]()
        self.seen = set[str]()
        self.is_whole = collects_everything(config)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Hand the durations to a worker that is about to start."""
        node.workerinput[KEPT] = dict(self.durations.known)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        self.seen.update(map(without_group, ids))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the tests that a worker has left out."""
        self.seen.update(getattr(node, "workeroutput", {}).get(KEPT, ()))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.seen.update(item.nodeid for item in session.items)

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        self.seen.update(item.nodeid for item in items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Take note of a file that cannot be collected: its tests are not gone."""
        if not report.passed:
            self.is_whole = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = without_group(report.nodeid)
        self.spent[name] += report.duration
        if report.skipped:
            self.skipped.add(name)

    def pytest_sessionfinish(self) -> None:
        """Add the tests that ran to those that are kept; another run may have kept some meanwhile."""
        cache = getattr(self.config, "cache", None)
        if cache is None:
            return
        measured = {name: seconds for name, seconds in self.spent.items() if name not in self.skipped}
        if measured:
            cache.set(KEPT, updated(read(self.config), measured, self.seen if self.is_whole else None))


RECORDER = pytest.StashKey[Recorder]()


class Worker:
    """A plugin that puts the tests of a worker in order, and reports which ones it has left out."""

    def __init__(self, config: pytest.Config, durations: Durations) -> None:
        self.config: Any = config  # pytest-xdist adds to it
        self.durations = durations
        self.deselected: list[str] = []

    @pytest.hookimpl(trylast=True)  # after pytest-xdist, which writes the groups into the node ids
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        longest_first(items, self.durations)

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        if collects_everything(self.config):
            self.deselected += [without_group(item.nodeid) for item in items]

    def pytest_sessionfinish(self) -> None:
        self.config.workeroutput[KEPT] = self.deselected


def pytest_configure(config: pytest.Config) -> None:
    given = getattr(config, "workerinput", None)
    if given is None:
        recorder = Recorder(config)
        config.stash[RECORDER] = recorder
        config.pluginmanager.register(recorder, "durations-recorder")
    else:
        config.pluginmanager.register(Worker(config, Durations(given.get(KEPT, {}))), "durations-worker")
