"""A pytest plugin: collects the tests once, then forks a process for each job that it is given.

Loaded with ``-p bench.mutation.server``. The environment names a file with its orders; jobs arrive as lines of JSON on
one pipe, and each is answered by a line on another. A job either records which lines each test of one file executes,
or gives loaded functions the code of a mutant and runs tests until one fails.
"""

import contextlib
import ctypes
import gc
import json
import os
import resource
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import psutil
import pytest
from coverage import Coverage

from bench.mutation import code_swap

ORDERS = "MUTATION_ORDERS"  # an environment variable: the path of a JSON file
PATIENCE = 4.0  # a machine may have other things to do
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36

ORDERED: dict[str, Any] = json.loads(Path(os.environ[ORDERS]).read_text()) if ORDERS in os.environ else {}


def coverage_of(files: Sequence[str]) -> Coverage:
    """Return a measurement of these files in memory; nothing is configured or written."""
    measured = Coverage(data_file=None, config_file=False, include=list(files), branch=False)
    measured.set_option("run:disable_warnings", ["no-data-collected"])  # some tests execute none of the files
    return measured


def lines_by_context(measured: Coverage) -> dict[str, dict[str, list[int]]]:
    """Return the lines by file and context."""
    data = measured.get_data()
    found: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                found.setdefault(file, {}).setdefault(context, []).append(line)
    return found


class Failures:
    """The node ids of the tests that failed."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.found.append(report.nodeid)


class Server:
    """The plugin in the process that collects."""

    def __init__(self, orders: dict[str, Any]) -> None:
        self.orders = orders
        self.files: list[str] = orders["files"]
        self.importing = coverage_of(self.files)
        self.importing.start()
        self.failures = Failures()
        self.functions: dict[code_swap.Place, list[FunctionType]] = {}
        self.database: tuple[Path, Path] | None = None  # the one of the tests, and a copy as it was at first

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.register(self.failures)
        warm_up = [item for item in session.items if str(item.path) == self.orders["warm_up"]]
        items = {item.nodeid: item for item in session.items if item not in warm_up}
        for item in warm_up:  # the hook that follows keeps the fixtures of the session up
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=next(iter(items.values()), None))
        self.keep_database()
        self.importing.stop()
        gc.unfreeze()
        self.functions = code_swap.functions_by_place(gc.get_objects(), set(self.files))
        gc.freeze()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # remains of a test are ended below
        self.serve(items)
        return True

    def keep_database(self) -> None:
        """Close the database, which a fork must not share, and keep a copy of it."""
        if "django.db" not in sys.modules:
            return
        from django.db import connections

        connections.close_all()
        name = Path(str(connections["default"].settings_dict["NAME"]))
        if name.is_file():
            self.database = name, name.with_suffix(".kept")
            shutil.copyfile(*self.database)

    def restore_database(self) -> None:
        if self.database is None:
            return
        name, kept = self.database
        for ending in ("-wal", "-shm", "-journal"):
            Path(f"{name}{ending}").unlink(missing_ok=True)
        shutil.copyfile(kept, name)

    def serve(self, items: dict[str, pytest.Item]) -> None:
        """Answer jobs until there are no more."""
        with os.fdopen(self.orders["jobs"]) as jobs, os.fdopen(self.orders["answers"], "w") as answers:
            ready = {
                "import_lines": {file: found.get("", []) for file, found in lines_by_context(self.importing).items()}
            }
            self.say(answers, ready | {"tests": list(items), "failed": self.failures.found})
            for line in jobs:
                job = json.loads(line)
                work = {"record": self.record, "try": self.attempt}[job["work"]]
                chosen = [items[name] for name in job["tests"] if name in items]
                self.restore_database()
                self.say(answers, in_a_fork(partial(work, job, chosen), job["limit"]))

    def say(self, answers: Any, answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    def record(self, job: dict[str, Any], items: list[pytest.Item]) -> dict[str, Any]:
        """Run the tests; return which lines each executes, and in how many seconds, without those that fail."""
        measured = coverage_of(self.files)
        measured.start()
        seconds: dict[str, float] = {}
        began = time.monotonic()
        for item, following in pairs(items):
            if time.monotonic() - began > job["patience"]:
                break
            measured.switch_context(item.nodeid)
            started, failed = time.monotonic(), len(self.failures.found)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if len(self.failures.found) == failed:
                seconds[item.nodeid] = round(time.monotonic() - started, 4)
        measured.stop()
        return {"seconds": seconds, "failed": self.failures.found, "lines": lines_by_context(measured)}

    def attempt(self, job: dict[str, Any], items: list[pytest.Item]) -> dict[str, Any]:
        """Run tests against a mutant until one fails. The answer names it, if any; it says "unloaded" if none of the
        functions that the mutant changes is loaded."""
        if not code_swap.swap(self.functions, job["file"], job["old"], job["new"]):
            return {"killer": None, "unloaded": True}
        before = len(self.failures.found)
        for item, following in pairs(items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if len(self.failures.found) > before:
                return {"killer": item.nodeid}
        return {"killer": None}


def pairs(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=False)  # not strict: without items, None is left over


def in_a_fork(work: Callable[[], dict[str, Any]], limit: float) -> dict[str, Any]:
    """Run `work` in a forked process; return its result, or ``{"ended": how}`` if the process ends without one.

    It may take `limit` seconds of a processor, and `PATIENCE` times as many of the wall clock.
    """
    reading, writing = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(reading)
        run_child(work, writing, parent, int(limit) + 1)
    os.close(writing)
    deadline = time.monotonic() + PATIENCE * limit
    received = b""
    late = False
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        while True:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                late = True
                break
            part = pipe.read(1 << 20)
            if not part:
                break
            received += part
    late = end_family(child) == signal.SIGXCPU or late
    try:
        answer: dict[str, Any] = json.loads(received)
    except ValueError:
        return {"ended": "by the time limit" if late else "by its process"}
    return answer


def run_child(work: Callable[[], dict[str, Any]], writing: int, parent: int, limit: int) -> NoReturn:
    """Do the work with no output, write its answer, and end without pytest's own shutdown."""
    status = 1
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        answer = json.dumps(work()).encode()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(answer)
        status = 0
    finally:
        os._exit(status)


def end_family(child: int) -> int:
    """Kill a forked process with all that it has started, and collect their statuses. Returns the signal that had ended
    it before, 0 if it had ended by itself."""
    done, status = os.waitpid(child, os.WNOHANG)
    for family in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            family.kill()
    if not done:
        status = os.waitpid(child, 0)[1]
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, 0)[0]:
            pass
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


class Chosen:
    """The plugin of a run in its own process: runs the ordered tests only, in their order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order = {name: number for number, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the ordered tests, in their order; all tests if a mutant has renamed all ordered ones by their
        parameters."""
        chosen = sorted((item for item in items if item.nodeid in self.order), key=lambda item: self.order[item.nodeid])
        items[:] = chosen or items


def make_hypothesis_repeat() -> None:
    """Make Hypothesis use the same examples each time and skip shrinking: only whether a test fails matters."""
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutation",
        phases=[Phase.explicit, Phase.generate],
        report_multiple_bugs=False,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutation")


def pytest_configure(config: pytest.Config) -> None:
    if ORDERED:
        make_hypothesis_repeat()
    if "only" in ORDERED:
        config.pluginmanager.register(Chosen(ORDERED["only"]))
    elif SERVER is not None:
        config.pluginmanager.register(SERVER)


SERVER = Server(ORDERED) if "jobs" in ORDERED else None  # now: the sources are imported before pytest is configured
