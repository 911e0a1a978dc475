"""Flat Monte Carlo search: roll-outs of every candidate move in the same re-dealt worlds.

Written to be compiled.
"""

from games.bots.search.guide import Guide
from games.bots.search.rollout import roll_out
from games.core.engine.rows import Int
from games.core.engine.state import State


class Trial:
    """A comparison of candidate moves for one decision of `seat`."""

    def __init__(self, guide: Guide, seat: Int, horizon: Int, moves: Int, candidates: list[list[Int]]) -> None:
        self.guide: Guide = guide
        self.seat: Int = seat
        self.horizon: Int = horizon
        self.moves: Int = moves
        self.candidates: list[list[Int]] = candidates
        self.totals: list[float] = [0.0] * len(candidates)
        self.remaining: list[Int] = list(range(len(candidates)))

    def run(self, world: State) -> None:
        """Roll out each remaining candidate in its own copy of `world`, all with the same random numbers."""
        for at in self.remaining:
            trial = world.copy()
            for part in self.candidates[at]:
                trial.choose(self.seat, part)
            self.totals[at] += roll_out(self.guide, trial, self.horizon, self.moves)[self.seat]

    def halve(self) -> None:
        """Keep the better half of the candidates, at least one; of equal ones the first."""
        keep = (len(self.remaining) + 1) // 2
        while len(self.remaining) > keep:
            worst: Int = 0
            for at in range(len(self.remaining)):
                if self.totals[self.remaining[at]] <= self.totals[self.remaining[worst]]:
                    worst = at
            self.remaining.pop(worst)

    def best(self) -> list[Int]:
        """Return the remaining candidate with the largest total; of equal ones the first."""
        best = self.remaining[0]
        for at in self.remaining:
            if self.totals[at] > self.totals[best]:
                best = at
        return self.candidates[best]
