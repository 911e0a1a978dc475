"""Runs the whole test command several times in a row, in a clean clone, some of the runs under load."""

import os
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import slowness
from bench.junit import Counts, counted, failed_tests
from bench.machine import BASE

HEADER = (
    "run", "seed", "busy processes meanwhile", "load at its end",
    "passed", "failed", "skipped", "minutes", "CPU seconds",
)  # fmt: skip
FLAKY_HEADER = ("test that was not always green", "failed in runs", "repeat it with")
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
class Plan:
    """The plan of a run: the number of `busy` processes, its `seed` if it is disturbed, its `share` of the machine and
    further `arguments` for pytest."""

    number: int
    busy: int = 0
    seed: int | None = None
    share: float = 1.0
    arguments: tuple[str, ...] = ()

    @property
    def options(self) -> list[str]:
        """The arguments of the command."""
        return [*([] if self.seed is None else [f"--disorder={self.seed}"]), *self.arguments]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of all tests. `log` is what it printed; `failed` are the node ids of the tests that were not green;
    `cpu` are the seconds of all its processes that were waited for."""

    plan: Plan
    load: float
    counts: Counts
    failed: list[str]
    seconds: float
    cpu: float
    status: int
    log: Path

    @property
    def is_sound(self) -> bool:
        """Return whether all tests passed, and the command said so."""
        return self.status == 0 and self.counts.failed == 0 and self.counts.passed > 0

    def row(self) -> tuple[str, ...]:
        """Return its row of the table."""
        failed = str(self.counts.failed)
        return (
            str(self.plan.number),
            "" if self.plan.seed is None else str(self.plan.seed),
            str(self.plan.busy),
            f"{self.load:.1f}",
            str(self.counts.passed),
            failed if self.status in (0, 1) else f"{failed}, and the command ended with {self.status}",
            str(self.counts.skipped),
            f"{self.seconds / 60:.1f}",
            f"{self.cpu:.0f}",
        )


def clone(folder: Path) -> Path:
    """Clone the committed files, and only these, into a folder in `folder`; return it."""
    place = folder / "masques"
    subprocess.run(["git", "clone", "--quiet", str(BASE), str(place)], check=True)  # noqa: S607
    return place


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run this many busy processes at normal priority."""
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _process in range(count)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


def run(place: Path, folder: Path, plan: Plan) -> Run:
    """Run `manage.py test` in `place` as planned; its log and report go to `folder`."""
    log, report = folder / f"run-{plan.number}.log", folder / f"run-{plan.number}.xml"
    command = [sys.executable, "manage.py", "test", f"--junit-xml={report}", *plan.options]
    began, spent = time.monotonic(), cpu_of_children()
    with busy_processes(plan.busy), log.open("wb") as told:
        status = slowness.call(command, plan.share, cwd=place, env=environment_of(plan), stdout=told, stderr=told)
        load, cpu = os.getloadavg()[0], cpu_of_children() - spent  # before the busy ones have been waited for
    seconds = time.monotonic() - began
    return Run(plan, load, counted(report), failed_tests(report, place), seconds, cpu, status, log)


def environment_of(plan: Plan) -> dict[str, str]:
    """Return this process's environment without variables that change the tests; a disturbed run has its own hash
    seed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OUTSIDE)}
    return environment if plan.seed is None else {**environment, "PYTHONHASHSEED": str(plan.seed)}


def cpu_of_children() -> float:
    """Return the processor seconds of all ended children, of this process and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def flaky(runs: Sequence[Run]) -> list[tuple[str, str, str]]:
    """Return a row for each test that was not green in each run: its node id, the runs in which it failed, and the
    command that repeats the first of them."""
    failures: dict[str, list[Plan]] = {}
    for run in runs:
        for test in run.failed:
            failures.setdefault(test, []).append(run.plan)
    return [
        (test, ", ".join(str(plan.number) for plan in plans), repeating(test, plans[0]))
        for test, plans in sorted(failures.items())
    ]


def repeating(test: str, plan: Plan) -> str:
    """Return the command that runs one test as a run of this plan did. A test that fails only after others needs its
    whole file, or the whole run."""
    command = shlex.join(["python3", "manage.py", "test", test, *plan.options])
    return command if plan.seed is None else f"PYTHONHASHSEED={plan.seed} {command}"
