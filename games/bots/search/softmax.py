"""How weak levels think: the title's weights of each next part, drawn from more or less strictly."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.bots.bot import world_seeds
from games.core.knowledge import Knowledge
from games.core.state import State
from games.core.thinker import InformationSet, Thinker

SOFTEST = -60.0  # below this, in units of the temperature, a part is never chosen


@dataclass(frozen=True, slots=True)
class SoftmaxThinker(Thinker):
    """Weighs each next part in a few dealt worlds and draws one by soft-max."""

    knowledge: Knowledge
    temperature: float
    """In the unit of `Knowledge.weigh`: a part that looks worse by one temperature is chosen about a third as often as
    the best."""
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
        """The part to take now; all `worlds` have taken the same parts so far."""
        options = worlds[0].options(seat)
        if len(options) == 1:
            return options[0]
        totals = [0.0] * len(options)
        for world in worlds:
            for at, weight in enumerate(self.knowledge.weigh(world, seat)):
                totals[at] += weight
        best = max(totals)
        heat = self.temperature * len(worlds)
        return generator.choices(options, [math.exp(max(SOFTEST, (total - best) / heat)) for total in totals])[0]

    def times(self, factor: float) -> "SoftmaxThinker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        worlds = f"{self.worlds} worlds, " if self.worlds > 1 else ""
        return f"{worlds}temperature {self.temperature}"
