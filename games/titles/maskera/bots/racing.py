"""Running for the win with eyes on one's own cards: how somebody plays who does not ask yet what the other may hold.

What adds most to the own side is played or drawn, with a little chance. A facedown card is let pass, unless it may
be the one that ends the match: then that mask is named, and at times even this is overlooked. Nothing is hidden and
nothing is bluffed, so a seat that looks at the area across reads this one with ease.
"""

from dataclasses import dataclass, replace
from math import exp
from typing import cast

from games.bots.bot import world_seeds
from games.core.thinker import InformationSet, Thinker
from games.titles.maskera.bots.evaluation import WIN, ability, draw_gain, fall, gain, growth, loss, wins
from games.titles.maskera.bots.playout import DRAW_BONUS, chance_held
from games.titles.maskera.rules.components import (
    ANSWER,
    COUNTER,
    DISCARDED,
    DRAW,
    KEEP,
    KEEPING,
    MASKS,
    PASS,
    PLAY,
    REMOVE,
    TURN_CHOICE,
    TURN_DRAW,
)
from games.titles.maskera.rules.state import MaskeraState

FINE = 1_000_000  # steps in which chances are told


@dataclass(frozen=True, slots=True)
class Racer(Thinker):
    """Draws its moves by soft-max with a `temperature` in the unit of worth; a `care`th of all dangers is seen."""

    temperature: float
    care: float

    def times(self, factor: float) -> "Racer":
        """It looks at nothing twice: more effort overlooks less."""
        return replace(self, care=1.0 - (1.0 - self.care) / factor)

    def effort(self) -> str:
        return f"its own cards, {self.care:.0%} of dangers seen"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat = known.seat
        world = cast(MaskeraState, known.deal(world_seeds(seed, 1)[0]))
        options = [int(part) for part in world.options(seat)]
        if world.phase == ANSWER:
            return [self.answer(world, seat)]
        worths = [promise(world, seat, part) for part in options]
        best = max(worths)
        chances = [round(FINE * exp((worth - best) / self.temperature)) for worth in worths]
        return [drawn(options, chances, world)]

    def answer(self, world: MaskeraState, seat: int) -> int:
        """Name a mask that would win, if one may lie there, else let it pass."""
        dangers = [mask for mask in range(MASKS) if wins(world, 1 - seat, mask) and chance_held(world, seat, mask) > 0]
        if dangers and world.randbelow(FINE) < round(self.care * FINE):
            return COUNTER + dangers[world.randbelow(len(dangers))]
        return PASS


def promise(world: MaskeraState, seat: int, part: int) -> int:
    """What an option adds to the side of `seat`, or takes from the other's area."""
    if world.phase == TURN_CHOICE:
        if part == DRAW:
            return int(TURN_DRAW * draw_gain(world, seat) + DRAW_BONUS)
        mask = part - PLAY
        more = growth(world, seat, mask, False)
        return int(more if more == WIN else more + ability(world, seat, mask) - loss(world, seat, mask))
    if world.phase == KEEPING:
        return int(gain(world, seat, part - KEEP))
    if part >= REMOVE:
        return int(fall(world, 1 - seat, part - REMOVE, True))
    return -int(loss(world, seat, part - DISCARDED))


def drawn(options: list[int], chances: list[int], world: MaskeraState) -> int:
    """One of `options`, as likely as its chance says, by the world's own generator."""
    at = world.randbelow(sum(chances))
    for option, chance in zip(options, chances, strict=True):
        at -= chance
        if at < 0:
            return option
    return options[-1]
