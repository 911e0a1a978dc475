"""The output of a run: one line of progress, each failure at once, and a short account at the end.

On a terminal the line of progress is written over itself; in a log there is a new one now and then. With -v, -q, -s,
--pdb and the like pytest's own output stays as it is.
"""

import os
import shlex
import time
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import Any

import pytest

from tests.plugins.durations import RECORDER, Recorder, file_of, unit_of, without_group
from tests.plugins.estimate import Estimate

COMMAND = ("python3", "manage.py", "test")
REWRITE = 0.5  # seconds between two states of the line on a terminal
LINE_SECONDS, LINE_SHARE = 15.0, 0.05  # a log gets a new line after this many seconds and this share of the run
SLOWEST, SLOW = 10, 0.5  # this many tests are named as the slowest, of those that took at least this many seconds
OTHER_OUTPUT = ("usepdb", "trace", "collectonly", "setuponly", "setupshow", "setupplan")  # options of pytest
OWN_LINE = -2  # what pytest keeps as its current path while it is in the midst of a line


def repeated(nodeid: str, seed: str | None = None) -> str:
    """Return the command that runs one test again, quoted for a shell; `seed` is that of a disturbed run."""
    disturbed = [] if seed is None else [f"--disorder={seed}"]
    return shlex.join([*COMMAND, without_group(nodeid), *disturbed])


def in_words(seconds: float) -> str:
    """Return a length of time as a person would say it: in seconds, from a minute and a half on in minutes."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def skips_by_reason(reports: Iterable[Any]) -> list[tuple[str, int]]:
    """Return the reasons of skipped tests, with how many tests each one has: the most frequent first."""
    return Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports).most_common()


class Account:
    """The text before pytest's short summary: the slowest tests, and why tests were skipped."""

    def __init__(self, reporter: pytest.TerminalReporter, recorder: Recorder, hidden: dict[str, list[Any]]) -> None:
        self.reporter = reporter
        self.recorder = recorder
        self.hidden = hidden
        self.groups_skips = reporter.config.option.reportchars == "a"  # -rs asks for each one
        if self.groups_skips:
            reporter.reportchars = reporter.reportchars.replace("s", "")

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self) -> None:
        """Write the account; from here on pytest knows the failures that were already shown again."""
        self.reporter.stats.update(self.hidden)
        slowest = [
            (name, seconds) for name, seconds in Counter(self.recorder.spent).most_common(SLOWEST) if seconds >= SLOW
        ]
        if slowest:
            self.reporter.write_sep("=", "slowest tests")
            for name, seconds in slowest:
                self.reporter.write_line(f"{seconds:8.1f} s  {name}")
        skipped = skips_by_reason(self.reporter.stats.get("skipped", ()))
        if skipped and self.groups_skips:
            self.reporter.write_sep("=", "skipped")
            for reason, count in skipped:
                self.reporter.write_line(f"{count:8}    {reason}", yellow=True)


class Progress:
    """A plugin that follows a run and writes about it through pytest's own reporter, which is kept from writing
    dots."""

    def __init__(self, config: pytest.Config, reporter: pytest.TerminalReporter) -> None:
        self.config = config
        self.reporter = reporter
        self.on_terminal = reporter.isatty() and os.environ.get("TERM") != "dumb"
        self.is_running = False
        self.total = self.finished = self.failures = 0
        self.estimate: Estimate | None = None
        self.written_at = self.share_written = 0.0
        self.waiting: dict[str, list[pytest.TestReport]] = {}  # failures of tests that have not finished
        self.shown = set[int]()
        self.hidden: dict[str, list[Any]] = {}
        reporter.showfspath = False
        self.recorder = config.stash[RECORDER]
        config.pluginmanager.register(Account(reporter, self.recorder, self.hidden), "progress-account")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        if self.estimate is None:
            self.begin(ids, self.config.getoption("numprocesses", None) or 1)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.begin([item.nodeid for item in session.items], 1)

    def begin(self, ids: Sequence[str], workers: int) -> None:
        """Start to count the tests `ids` of the run."""
        durations = self.recorder.durations
        expected = {nodeid: durations.expected(without_group(nodeid)) for nodeid in ids}
        trusted = any(without_group(nodeid) in durations.known for nodeid in ids)
        self.total = len(expected)
        self.written_at = time.monotonic()
        self.estimate = Estimate(expected, unit_of, workers, trusted, self.written_at)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        self.is_running = True
        try:
            return (yield)
        finally:
            self.clear()
            self.is_running = False

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, tuple[Any, ...] | None, tuple[Any, ...] | None]:
        """Keep the category of a report, for pytest's counts, and leave out its letter while tests run."""
        status = yield
        return (status[0], "", "") if self.is_running and status else status

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.estimate:
            self.estimate.start(nodeid, time.monotonic())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failures += 1
            self.waiting.setdefault(report.nodeid, []).append(report)
            if report.when not in ("setup", "call", "teardown"):  # the worker has crashed: nothing follows
                self.finish(report.nodeid)
        elif report.when == "teardown" and report.nodeid in self.waiting:
            self.waiting[report.nodeid].append(report)  # what the test printed there belongs to its failure

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.finish(nodeid)

    def finish(self, nodeid: str) -> None:
        """Count a test that has finished, and show its failures."""
        self.finished += 1
        reports = self.waiting.pop(nodeid, [])
        if reports:
            self.clear()
            self.show(reports)
        if self.estimate:
            self.estimate.finish(nodeid)
            self.tell(self.estimate, time.monotonic())

    def tell(self, estimate: Estimate, now: float) -> None:
        """Write a line of progress if it is time for one."""
        share = estimate.share(now)
        if self.on_terminal:
            if now - self.written_at < REWRITE:
                return
            self.clear()
            self.reporter.write(self.line(estimate, now)[: self.width], flush=True)
            self.reporter.currentfspath = OWN_LINE  # the next output begins a new line
        else:
            if now - self.written_at < LINE_SECONDS or share - self.share_written < LINE_SHARE:
                return
            self.reporter.write_line(self.line(estimate, now))
            self.reporter.flush()
        self.written_at, self.share_written = now, share

    def line(self, estimate: Estimate, now: float) -> str:
        """Return a line that says how far the run has come, and how long it is going to take."""
        parts = [f"{self.finished} of {self.total} tests"]
        if self.failures:
            parts.append(f"{self.failures} failed")
        if skipped := len(self.reporter.stats.get("skipped", ())):
            parts.append(f"{skipped} skipped")
        left = estimate.seconds_left(now)
        if left is not None:
            parts.append(f"about {in_words(left)} left")
        return ", ".join(parts)

    @property
    def width(self) -> int:
        """How many characters fit into a line of the terminal."""
        return self.config.get_terminal_writer().fullwidth - 1

    def clear(self) -> None:
        """Take the line of progress away from the terminal."""
        if self.on_terminal and self.reporter.currentfspath == OWN_LINE:
            self.reporter.rewrite("", erase=True)
            self.reporter.write("\r", flush=True)
            self.reporter.currentfspath = None

    def show(self, reports: list[pytest.TestReport]) -> None:
        """Write the failures of one test as pytest does at the end of a run, and the command that repeats it."""
        for report in reports:
            if not report.failed:
                self.show_sections(report, "teardown")
                continue
            where = f"ERROR at {report.when} of " if report.when in ("setup", "teardown") else ""
            self.reporter.write_sep("_", f"{where}{report.head_line or report.nodeid}", red=True, bold=True)
            if self.config.option.tbstyle != "no":
                report.toterminal(self.config.get_terminal_writer())
                self.show_sections(report, "")
            self.shown.add(id(report))
        self.reporter.write_line(f"To repeat it: {self.repeated(reports[0].nodeid)}")
        self.reporter.write_line("")
        self.reporter.flush()

    def repeated(self, nodeid: str) -> str:
        """Return the command that runs one test again as this run did."""
        return repeated(nodeid, self.config.getoption("disorder", None))

    def show_sections(self, report: pytest.TestReport, kind: str) -> None:
        """Write the captured output with a report, as far as it is wanted and its heading holds `kind`."""
        wanted = self.config.option.showcapture
        if wanted == "no" or self.config.option.tbstyle == "no":
            return
        writer = self.config.get_terminal_writer()
        for heading, content in report.sections:
            if kind in heading and (wanted == "all" or wanted in heading):
                writer.sep("-", heading)
                writer.line(content.removesuffix("\n"))

    @pytest.hookimpl(wrapper=True)
    def pytest_terminal_summary(self) -> Generator[None, object, object]:
        """Hide the failures that were already shown from pytest's own list, and repeat the commands at the end."""
        stats = self.reporter.stats
        for category in ("failed", "error"):
            if reports := stats.get(category):
                self.hidden[category] = reports
                stats[category] = [report for report in reports if id(report) not in self.shown]
        result = yield
        failed = [report.nodeid for category in ("failed", "error") for report in stats.get(category, ())]
        commands = {self.repeated(nodeid): None for nodeid in failed if file_of(nodeid).endswith(".py")}
        if commands:
            self.reporter.write_sep("=", "to repeat the failures")
            for command in commands:
                self.reporter.write_line(command)
        return result


def is_plain(config: pytest.Config) -> bool:
    """Return whether a run has no option that asks for pytest's own output."""
    option = config.option
    asked = any(getattr(option, name, False) for name in OTHER_OUTPUT)
    return option.verbose == 0 and option.capture != "no" and not asked


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(config, "workerinput") and is_plain(config):
        config.pluginmanager.register(Progress(config, reporter), "progress")
