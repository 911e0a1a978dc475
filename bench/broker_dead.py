"""What people notice of a broker that is dead or frozen: moves, pages and log-ins in each state, and how soon
everything is caught up after its return."""

import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from bench.chaos.client import Browser, NoAnswer
from bench.chaos.history import Result
from bench.chaos.inside import PASSWORD
from bench.chaos.runner import Crowd, settled
from bench.chaos.stack import Stack
from bench.figures import percentile

PAGES = ("/", "/tables/", "/rules/", "/next/")
PATIENCE = 30.0  # seconds: on a busy machine several log-ins at once take long, whatever the broker does
NORMAL, ABSENT, FROZEN = "as usual", "absent", "frozen"


@dataclass
class Phase:
    """What was measured in one state of the broker. Times are seconds."""

    broker: str
    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    log_ins: int = 0
    failed: list[str] = field(default_factory=list)  # what did not succeed at the first attempt
    caught_up: float | None = None
    left: dict[str, int] = field(default_factory=dict)

    def row(self) -> tuple[str, ...]:
        """For the table under `HEAD`."""
        caught_up = "" if self.caught_up is None else f"{self.caught_up:.1f} s"
        return (
            self.broker,
            str(len(self.moves)),
            f"{percentile(self.moves, 50) * 1000:.0f} ms",
            f"{percentile(self.moves, 99) * 1000:.0f} ms",
            str(len(self.pages)),
            f"{percentile(self.pages, 99) * 1000:.0f} ms",
            str(self.log_ins),
            str(len(self.failed)),
            caught_up,
        )


HEAD = (
    "broker",
    "moves",
    "median",
    "99 of 100",
    "pages",
    "99 of 100",
    "log-ins",
    "failed requests",
    "caught up after its return",
)


def measure(folder: Path, *, seconds: float, people: int, postgres: bool) -> list[Phase]:
    """Play for `seconds` with the broker as usual, absent, and frozen; the site starts from nothing in `folder`."""
    stack = Stack(folder, nodes=1, postgres=postgres)
    try:
        stack.start()
        names = [f"reader{number}" for number in range(people)]
        users = dict(zip(stack.ask("people", names=names), names, strict=True))
        return [phase(stack, users, broker, seconds) for broker in (NORMAL, ABSENT, FROZEN)]
    finally:
        stack.stop()


def phase(stack: Stack, users: dict[int, str], broker: str, seconds: float) -> Phase:
    """One state of the broker; at the end it is back, and everything caught up or told in `left`."""
    # As many matches as nobody can finish meanwhile.
    crowd = Crowd.among(stack, users, matches=4 * len(users) + int(seconds), seed=len(broker))
    found = Phase(broker)
    if broker == ABSENT:
        stack.kill(stack.broker)
    elif broker == FROZEN:
        stack.broker.signal_group(signal.SIGSTOP)
    try:
        crowd.start()
        look_around(stack, cycle(users.values()), found, seconds)
    finally:
        crowd.end()
        returned = time.time()
        if broker == ABSENT:
            stack.start_children([stack.broker])
            returned = time.time()
        elif broker == FROZEN:
            stack.broker.signal_group(signal.SIGCONT)
    if broker != NORMAL:
        found.caught_up, found.left = settled(stack, crowd.match_ids, returned)
    attempts = crowd.history.attempts
    found.moves = [a.returned - a.invoked for a in attempts if a.result == Result.OK]
    found.failed += [f"move: {a.detail}" for a in attempts if a.result == Result.UNKNOWN]
    found.log_ins += len(crowd.players)
    return found


def look_around(stack: Stack, names: Iterator[str], found: Phase, seconds: float) -> None:
    """Log in anew, each time as another of them, and look at pages, again and again; an account has a limit to that."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        browser = Browser(stack.ports, patience=PATIENCE)
        found.log_ins += 1
        try:
            if not browser.log_in(next(names), PASSWORD):
                found.failed.append("log-in: not let in")
            for path in PAGES:
                began = time.monotonic()
                status = browser.request("GET", path).status
                found.pages.append(time.monotonic() - began)
                if status >= 400:
                    found.failed.append(f"{path}: {status}")
        except NoAnswer as error:
            found.failed.append(f"page or log-in: {error}")
        browser.close()
        time.sleep(2)
