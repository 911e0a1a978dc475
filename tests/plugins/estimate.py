"""An estimate of how much of a run is done, and how long the rest is going to take."""

from collections import defaultdict
from collections.abc import Callable, Mapping

TRUST = 30.0  # seconds; the known durations count as if this much of this run had confirmed them


class Estimate:
    """The work of a run, in the seconds that its tests are expected to take.

    `unit_of` names what one worker runs as a whole: a test or a group of tests. `trusted` says that the expected
    seconds were measured, and are no mere weights. All moments are seconds of one clock; the run began at `began`.
    """

    def __init__(
        self, expected: Mapping[str, float], unit_of: Callable[[str], str], workers: int, trusted: bool, began: float
    ) -> None:
        self.left = dict(expected)
        self.total = self.total_left = sum(expected.values())
        self.units = defaultdict[str, float](float)
        for name, seconds in expected.items():
            self.units[unit_of(name)] += seconds
        self.unit_of = unit_of
        self.workers = workers
        self.trusted = trusted
        self.began = began
        self.running: dict[str, float] = {}

    def start(self, name: str, now: float) -> None:
        """Record that a test has begun at the moment `now`."""
        if name in self.left:
            self.running[name] = now

    def finish(self, name: str) -> None:
        """Record that a test has ended, in any way."""
        self.running.pop(name, None)
        seconds = self.left.pop(name, 0.0)
        self.total_left -= seconds
        self.units[self.unit_of(name)] -= seconds

    def under_way(self, now: float) -> dict[str, float]:
        """Return how many of their expected seconds the running tests have had, by the unit of each."""
        return {self.unit_of(name): min(now - began, self.left[name]) for name, began in self.running.items()}

    def share(self, now: float) -> float:
        """Return the share of the work that is done, from 0 to 1."""
        return 1 - (self.total_left - sum(self.under_way(now).values())) / self.total if self.total else 1.0

    def seconds_left(self, now: float) -> float | None:
        """Return how long the rest takes if the run goes on at its pace; None if no durations are known.

        Without them the pace says nothing: the long tests come first, and a first run seemed to take hours.

        The workers share the rest, but a unit is never shared: the run lasts at least as long as its longest one.
        """
        if not self.trusted:
            return None
        under_way = self.under_way(now)
        work = self.total_left - sum(under_way.values())
        done = self.total - work
        pace = ((now - self.began) * self.workers + TRUST) / (done + TRUST)
        longest = max((seconds - under_way.get(unit, 0.0) for unit, seconds in self.units.items()), default=0.0)
        return max(work / self.workers, longest) * pace
