"""The easy level: it takes the best of what it notices, and it does not notice everything.

Of the parts that may come next, some escape it each time; and in many of its turns it does not think of agents, as long
as it has a guest to play. So its moves are sensible one by one, and an attentive player can beat it.
"""

import random
from dataclasses import dataclass, replace

from games.bots.search.forgetful import Forgetful
from games.titles.masques.rules.components import GUESTS


@dataclass(frozen=True, slots=True)
class Hasty(Forgetful):
    """Forgets agents more often than other parts."""

    agents: float
    """The chance that it thinks of agents while it holds a guest."""

    def times(self, factor: float) -> "Hasty":
        """Return one that overlooks less, for more effort."""
        return replace(self, notices=1.0 - (1.0 - self.notices) / factor, agents=1.0 - (1.0 - self.agents) / factor)

    def first_parts(self, weighed: list[tuple[int, float]], generator: random.Random) -> list[tuple[int, float]]:
        """Return all parts, or the guests alone if it does not think of agents and holds a guest."""
        if generator.random() < self.agents:
            return weighed
        return [pair for pair in weighed if pair[0] < GUESTS] or weighed
