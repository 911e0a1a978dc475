"""Plays what its title's knowledge likes best, more or less strictly."""

import math
import random
from collections.abc import Sequence

from games.bots.bot import Bot, Deal, world_seeds
from games.core.game import Game
from games.core.state import State
from games.core.text import Text

SOFTEST = -60.0  # below this, in units of the temperature, a part is never chosen


class GreedyBot(Bot):
    """Weighs each next part in a few dealt worlds and draws one by soft-max; where a title has a way of its own to
    think at this level, it thinks that way.

    `temperature` is in the unit of `Knowledge.weigh`: a part that looks worse by one temperature is chosen about
    a third as often as the best.
    """

    def __init__(
        self, level: str, version: int, label: Text, description: Text, *, temperature: float, worlds: int
    ) -> None:
        self.level = level
        self.version = version
        self.label = label
        self.description = description
        self.temperature = temperature
        self.worlds = worlds

    def decide(self, game: Game, seat: int, deal: Deal, seed: int) -> list[int]:
        thinker = game.knowledge.thinker(self.level)
        if thinker is not None:
            return thinker.think(seat, deal, seed)
        generator = random.Random(seed)
        worlds = [deal(each) for each in world_seeds(seed, self.worlds)]
        parts: list[int] = []
        while not parts or worlds[0].composing(seat):
            parts.append(self.next_part(game, worlds, seat, generator))
            for world in worlds:
                world.choose(seat, parts[-1])
        return parts

    def next_part(self, game: Game, worlds: Sequence[State], seat: int, generator: random.Random) -> int:
        """The part to take now; all `worlds` have taken the same parts so far."""
        options = worlds[0].options(seat)
        if len(options) == 1:
            return options[0]
        totals = [0.0] * len(options)
        for world in worlds:
            for at, weight in enumerate(game.knowledge.weigh(world, seat)):
                totals[at] += weight
        best = max(totals)
        heat = self.temperature * len(worlds)
        return generator.choices(options, [math.exp(max(SOFTEST, (total - best) / heat)) for total in totals])[0]

    def effort(self, game: Game) -> str:
        thinker = game.knowledge.thinker(self.level)
        if thinker is not None:
            return thinker.effort()
        return (
            f"{self.worlds} worlds, temperature {self.temperature}"
            if self.worlds > 1
            else f"temperature {self.temperature}"
        )
