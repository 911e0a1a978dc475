"""Keeping the site's processes running until a stop is requested, or until one of them dies too often."""

import signal
import threading
import time
from collections.abc import Sequence
from types import FrameType

from masques_site.bootstrap.children import DEATHS, Child
from masques_site.bootstrap.errors import StartupError

POLL_SECONDS = 0.1
START_SECONDS = 90.0


class Supervisor:
    """A supervisor of child processes, which are stopped in the reverse order of their start."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.stopping = threading.Event()
        self.kill_now = threading.Event()

    def install_signal_handlers(self) -> None:
        """Make SIGINT, SIGTERM and SIGHUP stop the site; a second signal kills its processes at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.stopping.is_set():
            self.kill_now.set()
        self.stopping.set()

    def start(self, children: Sequence[Child]) -> bool:
        """Start `children` and wait until all of them answer; after `START_SECONDS` go on without those that are not
        `needed`, and say that they are late. Return False if a stop was requested meanwhile. Raises StartupError if a
        needed one is late."""
        self.children.extend(children)
        waiting = list(children)
        deadline = time.monotonic() + START_SECONDS
        while waiting and not self.stopping.is_set():
            self.poll()
            waiting = [child for child in waiting if not (child.is_up() and child.program.answers())]
            if waiting and time.monotonic() > deadline:
                names = ", ".join(child.program.name for child in waiting)
                late = f"No answer from {names} after {START_SECONDS:g} seconds"
                if any(child.program.needed for child in waiting):
                    raise StartupError(f"{late}; what it said is above.")
                print(f"{late}: the site goes on without.", flush=True)
                break
            self.stopping.wait(POLL_SECONDS)
        return not self.stopping.is_set()

    def watch(self) -> None:
        """Supervise the children until a stop is requested; raises StartupError if one has died too often."""
        while not self.stopping.wait(POLL_SECONDS):
            self.poll()

    def poll(self, *, idle: bool = False) -> None:
        """Check the children once; raises StartupError if one has died too often. While the site is `idle` they get no
        work, so none is considered hung."""
        now = time.monotonic()
        for child in self.children:
            if idle:
                child.heartbeat_at = now
            if not child.poll(now):
                raise StartupError(crash_report(child))

    def stop(self) -> None:
        for child in reversed(self.children):
            child.stop(self.kill_now)


def crash_report(child: Child) -> str:
    output = "\n".join(f"    {line}" for line in child.last_lines) or "    (nothing)"
    advice = f"\n{child.program.advice}" if child.program.advice else ""
    return (
        f"'{child.program.name}' died {DEATHS} times within a minute, so everything was stopped. "
        f"The last it said:\n{output}{advice}"
    )
