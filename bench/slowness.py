"""A program on a machine that is slower than this one.

The kernel's CPU quota is the honest way: a control group, of the second version or of the first, gives a process and
all that it starts a share of the time of all cores. It takes root, or a group that was delegated to the user. Without,
all processes of the program are stopped and continued in turns, which needs no rights. It is coarser: a process that a
test has stopped itself is left alone, but one that a test stops while it is stopped here already continues too early.
"""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 100_000  # microseconds in which a quota is used up and renewed
TURN = 0.1  # seconds of a turn of stopping and continuing
JOIN = 'echo $$ > "$0" && exec "$@"'


def call(command: Sequence[str], share: float, **popen: Any) -> int:
    """Run `command` with `share` of the time of all cores; return its exit status. `popen` goes to
    `subprocess.Popen`."""
    if share >= 1:
        return subprocess.call(command, **popen)
    with control_group(share) as members:
        if members is not None:
            return subprocess.call(["sh", "-c", JOIN, str(members), *command], **popen)  # noqa: S607
        process = subprocess.Popen(command, **popen)
        try:
            with in_turns(process.pid, share):
                return process.wait()
        except BaseException:  # Ctrl-C: the command has heard it as well
            process.kill()
            process.wait()
            raise


@contextmanager
def control_group(share: float) -> Iterator[Path | None]:
    """Yield a control group whose processes get `share` of the time of all cores: the file that takes their ids. None
    if this user cannot have one here."""
    quota = round(PERIOD * share * (os.cpu_count() or 1))
    folder = _made(GROUPS / f"masques-{os.getpid()}", {"cpu.max": f"{quota} {PERIOD}"}) or _made(
        GROUPS / "cpu" / f"masques-{os.getpid()}", {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(quota)}
    )
    try:
        yield folder / "cgroup.procs" if folder is not None else None
    finally:
        if folder is not None:
            with contextlib.suppress(OSError):  # a process that outlives the program still belongs to it
                folder.rmdir()


def _made(folder: Path, limits: Mapping[str, str]) -> Path | None:
    """Make the control group `folder` with these `limits` and return it; None if it cannot be made or has no such
    limits."""
    try:
        folder.mkdir()
    except OSError:
        return None
    try:
        for name, value in limits.items():
            if not (folder / name).exists():
                raise FileNotFoundError(name)
            (folder / name).write_text(value)
    except OSError:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return None
    return folder


@contextmanager
def in_turns(pid: int, share: float) -> Iterator[None]:
    """Stop a process and all of its descendants for all of each turn except `share`."""
    ended = threading.Event()
    thread = threading.Thread(target=_take_turns, args=(pid, share, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _take_turns(pid: int, share: float, ended: threading.Event) -> None:
    while not ended.wait(TURN * share):
        stopped = [member for member in _family(pid) if _signalled(member, signal.SIGSTOP)]
        ended.wait(TURN * (1 - share))
        for member in stopped:
            _signalled(member, signal.SIGCONT)


def _family(pid: int) -> list[psutil.Process]:
    """Return the process and its descendants, except those that are stopped already."""
    try:
        first = psutil.Process(pid)
        return [
            member for member in [first, *first.children(recursive=True)] if member.status() != psutil.STATUS_STOPPED
        ]
    except psutil.Error:
        return []


def _signalled(member: psutil.Process, number: signal.Signals) -> bool:
    """Send a signal; return whether the process was there to take it."""
    try:
        member.send_signal(number)
    except psutil.Error:
        return False
    return True
