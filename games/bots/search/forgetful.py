"""The thinker of easy levels: it takes what looks good among what it notices, and overlooks the rest."""

import random
from dataclasses import dataclass, replace
from math import exp

from games.bots.bot import world_seeds
from games.core.title.knowledge import Knowledge
from games.core.title.thinker import InformationSet, Thinker


@dataclass(frozen=True, slots=True)
class Forgetful(Thinker):
    """Draws each part by soft-max, by the weights of `knowledge`, among those that it has noticed."""

    knowledge: Knowledge
    temperature: float
    """In tenths of a win."""
    notices: float
    """The chance that it notices a part."""

    def times(self, factor: float) -> "Forgetful":
        """Return one that overlooks less, for more effort."""
        return replace(self, notices=1.0 - (1.0 - self.notices) / factor)

    def effort(self) -> str:
        return f"{self.notices:.0%} of choices seen, temperature {self.temperature}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        generator, seat = random.Random(seed), known.seat
        world = known.deal(world_seeds(seed, 1)[0])
        parts: list[int] = []
        while not parts or world.composing(seat):
            weighed = list(zip(world.options(seat), self.knowledge.weigh(world, seat), strict=True))
            if not parts:
                weighed = self.first_parts(weighed, generator)
            parts.append(self.next_part(weighed, generator))
            world.choose(seat, parts[-1])
        return parts

    def first_parts(self, weighed: list[tuple[int, float]], generator: random.Random) -> list[tuple[int, float]]:
        """Return the parts that the bot considers, out of those that may come first, given with their weights: here
        all."""
        return weighed

    def next_part(self, weighed: list[tuple[int, float]], generator: random.Random) -> int:
        """Return one of the parts that the bot notices, more likely the better it is; if it notices none, a random
        part."""
        noticed = [pair for pair in weighed if generator.random() < self.notices] or [generator.choice(weighed)]
        best = max(weight for _part, weight in noticed)
        chances = [exp((weight - best) / self.temperature) for _part, weight in noticed]
        return int(generator.choices([part for part, _weight in noticed], chances)[0])
