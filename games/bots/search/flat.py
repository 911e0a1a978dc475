"""Flat Monte Carlo: every candidate move in the same dealt worlds, and a look at where they led.

Written to be compiled.
"""

from games.bots.search.guide import Guide
from games.bots.search.rollout import roll_out
from games.core.rows import Int
from games.core.state import State


class Trial:
    """Candidates of one decision of `seat`, compared."""

    def __init__(self, guide: Guide, seat: Int, horizon: Int, moves: Int, candidates: list[list[Int]]) -> None:
        self.guide: Guide = guide
        self.seat: Int = seat
        self.horizon: Int = horizon
        self.moves: Int = moves
        self.candidates: list[list[Int]] = candidates
        self.totals: list[float] = [0.0] * len(candidates)
        self.live: list[Int] = list(range(len(candidates)))

    def run(self, world: State) -> None:
        """Try each candidate that is left in a copy of `world`; the same luck for all of them."""
        for at in self.live:
            trial = world.copy()
            for part in self.candidates[at]:
                trial.choose(self.seat, part)
            self.totals[at] += roll_out(self.guide, trial, self.horizon, self.moves)[self.seat]

    def halve(self) -> None:
        """Keep the better half of the candidates, at least one; of equals those that came first."""
        keep = (len(self.live) + 1) // 2
        while len(self.live) > keep:
            worst: Int = 0
            for at in range(len(self.live)):
                if self.totals[self.live[at]] <= self.totals[self.live[worst]]:
                    worst = at
            self.live.pop(worst)

    def best(self) -> list[Int]:
        """The candidate with the largest total among those left; of equals the first."""
        best = self.live[0]
        for at in self.live:
            if self.totals[at] > self.totals[best]:
                best = at
        return self.candidates[best]
