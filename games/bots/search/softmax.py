"""Soft-max choice by the title's weights: the thinker of the weaker levels."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.bots.bot import world_seeds
from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from games.core.title.thinker import InformationSet, Thinker

MIN_EXPONENT = -60.0  # keeps exp() from underflowing to 0


@dataclass(frozen=True, slots=True)
class SoftmaxThinker(Thinker):
    """Sums the weights of each next part over a few re-dealt worlds and draws one by soft-max."""

    knowledge: Knowledge
    temperature: float
    """In the unit of `Knowledge.weigh`: a part whose weight is lower by one temperature is chosen about a third as
    often."""
    worlds: int

    def think(self, known: InformationSet, seed: int) -> list[int]:
        generator, seat = random.Random(seed), known.seat
        worlds = [known.deal(each) for each in world_seeds(seed, self.worlds)]
        parts: list[int] = []
        while not parts or worlds[0].composing(seat):
            parts.append(self.next_part(worlds, seat, generator))
            for world in worlds:
                world.choose(seat, parts[-1])
        return parts

    def next_part(self, worlds: Sequence[State], seat: int, generator: random.Random) -> int:
        """Return the next part; the same parts have been chosen in all `worlds`."""
        options = worlds[0].options(seat)
        if len(options) == 1:
            return options[0]
        totals = [0.0] * len(options)
        for world in worlds:
            for at, weight in enumerate(self.knowledge.weigh(world, seat)):
                totals[at] += weight
        best = max(totals)
        total_temperature = self.temperature * len(worlds)
        return generator.choices(
            options, [math.exp(max(MIN_EXPONENT, (total - best) / total_temperature)) for total in totals]
        )[0]

    def times(self, factor: float) -> "SoftmaxThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        worlds = f"{self.worlds} worlds, " if self.worlds > 1 else ""
        return f"{worlds}temperature {self.temperature}"
