"""Measures the effect of a dead or frozen broker on users: moves, pages and log-ins in each state, and the time until
all work is caught up after its return."""

import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from bench.chaos.client import visit
from bench.chaos.history import Result
from bench.chaos.inside import PASSWORD
from bench.chaos.runner import PlayerPool, wait_until_settled
from bench.chaos.stack import Stack
from bench.figures import percentile

NORMAL, ABSENT, FROZEN = "as usual", "absent", "frozen"


@dataclass
class Phase:
    """The measurements in one state of the broker. Times are seconds."""

    broker: str
    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    log_ins: int = 0
    failed: list[str] = field(default_factory=list)  # requests that did not succeed at the first attempt
    caught_up: float | None = None
    remaining: dict[str, int] = field(default_factory=dict)

    def row(self) -> tuple[str, ...]:
        """Return a row of the table with the header `HEADER`."""
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


HEADER = (
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
    """Play for `seconds` with the broker as usual, absent, and frozen, and return the phases; the site starts from
    nothing in `folder`."""
    stack = Stack(folder, nodes=1, postgres=postgres)
    try:
        stack.start()
        names = [f"reader{number}" for number in range(people)]
        users = dict(zip(stack.ask("people", names=names), names, strict=True))
        return [phase(stack, users, broker, seconds) for broker in (NORMAL, ABSENT, FROZEN)]
    finally:
        stack.stop()


def phase(stack: Stack, users: dict[int, str], broker: str, seconds: float) -> Phase:
    """Measure one state of the broker, then restore it and wait for pending work; return the phase, with the work that
    is left in `remaining`."""
    # Enough matches that they cannot all be finished meanwhile.
    pool = PlayerPool.for_users(stack, users, matches=4 * len(users) + int(seconds), seed=len(broker))
    found = Phase(broker)
    if broker == ABSENT:
        stack.kill(stack.broker)
    elif broker == FROZEN:
        stack.broker.signal_group(signal.SIGSTOP)
    try:
        pool.start()
        request_pages(stack, cycle(users.values()), found, seconds)
    finally:
        pool.finish()
        returned = time.time()
        if broker == ABSENT:
            stack.start_children([stack.broker])
            returned = time.time()
        elif broker == FROZEN:
            stack.broker.signal_group(signal.SIGCONT)
    if broker != NORMAL:
        found.caught_up, found.remaining = wait_until_settled(stack, pool.match_ids, returned)
    attempts = pool.history.attempts
    found.moves = [a.returned - a.invoked for a in attempts if a.result == Result.OK]
    found.failed += [f"move: {a.detail}" for a in attempts if a.result == Result.UNKNOWN]
    found.log_ins += len(pool.players)
    return found


def request_pages(stack: Stack, names: Iterator[str], found: Phase, seconds: float) -> None:
    """Log in and request pages in a loop, each time as another user, because log-ins are limited per account."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        visited = visit(stack.ports, next(names), PASSWORD)
        found.log_ins += 1
        found.pages += visited.pages
        found.failed += visited.failed
        time.sleep(2)
