"""The easy level: it maximises the value of its own side and does not model the other hand.

The option that adds most to its side is the likeliest (soft-max). A facedown card is let pass, unless it may be one
that ends the match: then that mask is named, unless even this is overlooked. It never bluffs, so its area shows what it
is likely to play.
"""

from dataclasses import dataclass, replace
from math import exp
from typing import cast

from games.bots.bot import world_seeds
from games.core.title.thinker import InformationSet, Thinker
from games.titles.maskera.bots.evaluation import (
    WIN,
    ability_value,
    area_gain,
    draw_gain,
    hand_gain,
    hand_loss,
    public_area_loss,
    wins,
)
from games.titles.maskera.bots.playout import DRAW_BONUS, chance_held
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.state import MaskeraState

MILLION = 1_000_000  # chances are in millionths


@dataclass(frozen=True, slots=True)
class Racer(Thinker):
    """Draws its moves by soft-max with a `temperature` in the unit of the evaluation; notices a danger with
    probability `care`."""

    temperature: float
    care: float

    def times(self, factor: float) -> "Racer":
        """Return one that overlooks less, for more effort; it tries nothing out."""
        return replace(self, care=1.0 - (1.0 - self.care) / factor)

    def effort(self) -> str:
        return f"its own cards, {self.care:.0%} of dangers seen"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat = known.seat
        world = cast(MaskeraState, known.deal(world_seeds(seed, 1)[0]))
        options = [int(part) for part in world.options(seat)]
        if world.phase == box.ANSWER:
            return [self.answer(world, seat)]
        values = [value_of(world, seat, part) for part in options]
        best = max(values)
        chances = [round(MILLION * exp((value - best) / self.temperature)) for value in values]
        return [drawn(options, chances, world)]

    def answer(self, world: MaskeraState, seat: int) -> int:
        """Return a mask that would win, if it notices that one may lie there, else the part to let the card pass."""
        feared = dangers(world, seat)
        if feared and world.randbelow(MILLION) < round(self.care * MILLION):
            return box.COUNTER + feared[world.randbelow(len(feared))]
        return box.PASS


def dangers(world: MaskeraState, seat: int) -> list[int]:
    """Return the masks that would win if `seat` lets them pass, and may lie there."""
    winning = [mask for mask in range(box.MASKS) if wins(world.area, 1 - seat, mask)]
    return [mask for mask in winning if chance_held(world, seat, mask) > 0]


def value_of(world: MaskeraState, seat: int, part: int) -> int:
    """Return what an option adds to the area of `seat`, or takes from the other's."""
    if world.phase == box.TURN_CHOICE:
        if part == box.DRAW:
            return int(box.TURN_DRAW * draw_gain(world, seat) + DRAW_BONUS)
        mask = part - box.PLAY
        more = area_gain(world, seat, mask)
        return int(more if more == WIN else more + ability_value(world, seat, mask) - hand_loss(world, seat, mask))
    if world.phase == box.KEEPING:
        return int(hand_gain(world, seat, part - box.KEEP))
    if part >= box.REMOVE:
        return int(public_area_loss(world.area, 1 - seat, part - box.REMOVE))
    return -int(hand_loss(world, seat, part - box.DISCARDED))


def drawn(options: list[int], chances: list[int], world: MaskeraState) -> int:
    """Return one of `options`, drawn in proportion to its chance by the generator of `world`."""
    at = world.randbelow(sum(chances))
    for option, chance in zip(options, chances, strict=True):
        at -= chance
        if at < 0:
            return option
    return options[-1]
