"""Keeps the site's processes running until somebody asks to stop, or one of them cannot be kept."""

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
    """Children in starting order; they are stopped in the opposite one."""

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.stopping = threading.Event()
        self.hurry = threading.Event()

    def listen(self) -> None:
        """From now on Ctrl-C and a polite kill stop the site; the second one does so at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.stopping.is_set():
            self.hurry.set()
        self.stopping.set()

    def start(self, children: Sequence[Child]) -> bool:
        """Start them all and wait until each answers; False when a stop was asked for meanwhile."""
        self.children.extend(children)
        waiting = list(children)
        deadline = time.monotonic() + START_SECONDS
        while waiting and not self.stopping.is_set():
            self.poll()
            waiting = [child for child in waiting if not (child.is_up() and child.program.answers())]
            if waiting and time.monotonic() > deadline:
                names = ", ".join(child.program.name for child in waiting)
                raise StartupError(f"No answer from {names} after {START_SECONDS:g} seconds; what it said is above.")
            self.stopping.wait(POLL_SECONDS)
        return not self.stopping.is_set()

    def watch(self) -> None:
        """Return when a stop is asked for; raises Trouble when a child has died too often."""
        while not self.stopping.wait(POLL_SECONDS):
            self.poll()

    def poll(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if not child.poll(now):
                raise StartupError(given_up(child))

    def stop(self) -> None:
        for child in reversed(self.children):
            child.stop(self.hurry)


def given_up(child: Child) -> str:
    said = "\n".join(f"    {line}" for line in child.last_lines) or "    (nothing)"
    advice = f"\n{child.program.advice}" if child.program.advice else ""
    return (
        f"'{child.program.name}' died {DEATHS} times within a minute, so everything was stopped. "
        f"The last it said:\n{said}{advice}"
    )
