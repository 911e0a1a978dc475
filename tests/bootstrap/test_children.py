"""A child that dies is started again, more slowly each time, and given up after five deaths in a minute."""

import signal
import sys
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from masques_site.bootstrap.children import HEARTBEAT_TIMEOUT, Child, Program, exit_reason
from masques_site.bootstrap.errors import StartupError
from masques_site.bootstrap.supervisor import Supervisor, crash_report
from tests.waiting import PATIENCE


class Lines(list[tuple[str, str]]):
    """A printer that keeps what was said."""

    def __call__(self, name: str, text: str) -> None:
        self.append((name, text.rstrip()))


@pytest.fixture
def started() -> Iterator[list[Child]]:
    children: list[Child] = []
    yield children
    for child in children:
        child.stop(threading.Event())


def make(started: list[Child], script: str, **changes: object) -> tuple[Child, Lines]:
    lines = Lines()
    program = Program("thing", [sys.executable, "-u", "-c", script], answers=lambda: True, **changes)  # type: ignore[arg-type]
    child = Child(program, {}, lines)  # type: ignore[arg-type]
    started.append(child)
    return child, lines


def wait_until(condition: object, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it never happened"
        threading.Event().wait(0.02)


def test_output_carries_the_name_of_the_child(started: list[Child]) -> None:
    child, lines = make(started, "print('hello')")
    child.start()
    wait_until(lambda: lines)
    assert lines == [("thing", "hello")]


def test_a_death_is_reported_and_the_next_start_waits_longer(started: list[Child]) -> None:
    child, lines = make(started, "raise SystemExit(3)")
    delays = []
    for _ in range(3):
        now = max(child.start_at, time.monotonic())
        assert child.poll(now)
        wait_until(lambda: not child.is_up())
        assert child.poll(now)
        delays.append(child.start_at - now)
    assert delays == pytest.approx([0.5, 1.0, 2.0])
    assert ("thing", "stopped with status 3; starting again in 0.5 s") in lines


def test_a_process_without_a_heartbeat_is_killed_and_restarted(started: list[Child]) -> None:
    heartbeat = iter([1, 2, 2, 2, 3])
    child, lines = make(started, "import time; time.sleep(600)", heartbeat=lambda: next(heartbeat))
    child.start()
    process = child.process
    now = time.monotonic()
    assert child.poll(now)
    assert child.poll(now + HEARTBEAT_TIMEOUT)  # has worked meanwhile
    assert child.poll(now + 2 * HEARTBEAT_TIMEOUT - 1)
    assert child.process is process
    assert child.poll(now + 2 * HEARTBEAT_TIMEOUT + 1)
    assert [text.partition(";")[0] for _name, text in lines] == [
        f"has done nothing for {HEARTBEAT_TIMEOUT:g} seconds",
        "stopped with signal SIGKILL",
    ]
    assert child.poll(child.start_at)
    assert child.is_up()
    assert child.process is not process


def test_five_deaths_within_a_minute_stop_the_site_and_say_why(started: list[Child]) -> None:
    child, _ = make(started, "print('no such table'); raise SystemExit(1)", advice="Try this.")
    supervisor = Supervisor()
    supervisor.children = [child]
    child.deaths.extend(time.monotonic() for _ in range(4))
    child.start()
    wait_until(lambda: not child.is_up() and child.last_lines)
    with pytest.raises(
        StartupError, match=r"'thing' died 5 times within a minute[^~]*no such table\n.*Try this"
    ) as startup_error:
        supervisor.poll()
    assert str(startup_error.value) == crash_report(child)


def test_deaths_long_ago_do_not_count(started: list[Child]) -> None:
    child, _ = make(started, "raise SystemExit(1)")
    now = time.monotonic()
    child.deaths.extend([now - 100, now - 90, now - 80, now - 70])
    child.start()
    wait_until(lambda: not child.is_up())
    assert child.poll(now)
    assert child.start_at == now + 0.5


FAMILY = """
import subprocess, sys, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid)
time.sleep(600)
"""


def test_stopping_a_child_that_ignores_sigterm_kills_its_children_too(started: list[Child]) -> None:
    child, lines = make(started, FAMILY, grace=0.2)
    child.start()
    wait_until(lambda: lines)
    grandchild = int(lines[0][1])
    child.stop(threading.Event())
    wait_until(lambda: not psutil.pid_exists(grandchild) or psutil.Process(grandchild).status() == psutil.STATUS_ZOMBIE)


def test_an_exit_status_is_described() -> None:
    assert exit_reason(2) == "status 2"
    assert exit_reason(-signal.SIGKILL) == "signal SIGKILL"
