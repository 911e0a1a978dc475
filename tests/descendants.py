"""A run of pytest leaves no process behind, in whichever way it ends.

SIGTERM interrupts a run as Ctrl-C does, so that fixtures stop what they have started. That is not enough: a fixture
can be interrupted halfway, pytest-xdist kills workers that take too long, and daemons (PostgreSQL) leave their parent.
So at its very end each process of the run ends all of its descendants. The process that distributes tests to workers
is also the subreaper of its descendants (on Linux): it adopts their orphans, so that none of them escapes.
"""

import atexit
import contextlib
import ctypes
import os
import signal
import sys
import threading

import psutil
import pytest

PR_SET_CHILD_SUBREAPER = 36
GRACE = 3.0  # seconds from being asked to end to being killed
ROUNDS = 3  # what a process starts while it is being ended is found in the next one


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform == "linux" and config.getoption("numprocesses", None):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        signal.signal(signal.SIGCHLD, reap)
    config.add_cleanup(end_descendants)
    atexit.register(end_descendants, os.getpid())  # if a second interrupt cuts pytest's own end short


def reap(*_: object) -> None:
    """Collect the exit statuses of children. Nobody else does it for adopted ones, and they would stay as zombies.

    This process starts nothing but the workers, and execnet does not mind that their statuses are gone.
    """
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def end_descendants(pid: int | None = None) -> None:
    """End all descendants of this process, and wait until they are gone. Does nothing in a process other than `pid`."""
    if pid not in (None, os.getpid()):
        return
    handlers = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    for _ in range(ROUNDS):
        family = [process for process in psutil.Process().children(recursive=True) if not is_tracker(process)]
        if not family:
            break
        end(family)
    for number, handler in handlers.items():
        signal.signal(number, handler)


def is_tracker(process: psutil.Process) -> bool:
    """Return whether this is multiprocessing's resource tracker, which ignores signals and ends with its owner."""
    try:
        return any("multiprocessing.resource_tracker" in word for word in process.cmdline())
    except psutil.Error:
        return False


def end(family: list[psutil.Process]) -> None:
    """Ask processes to end, and kill those that do not."""
    for process in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    _, alive = psutil.wait_procs(family, timeout=GRACE)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=GRACE)
