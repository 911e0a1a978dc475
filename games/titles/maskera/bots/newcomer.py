"""Yardsticks for the weak levels: one move ahead by common sense, like a player who has just read the rules.

They collect what they have most of, win when they can, and name a facedown card only if it may be one that wins. They
remember nothing beyond the public cards, and nothing in them was fitted.
"""

import random
from dataclasses import dataclass
from typing import Final, cast

from games.bots.bot import world_seeds
from games.core.title.thinker import InformationSet, Thinker
from games.titles.maskera.bots.evaluation import wins
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.state import MaskeraState

FEW: Final = 3  # with fewer cards than this it draws
WINNING: Final = 100.0


@dataclass(frozen=True, slots=True)
class Newcomer(Thinker):
    """Takes the option after which its side looks best; of equal ones any."""

    five: bool
    """Whether it sees a fifth different mask coming as well as a fourth of one mask."""

    def times(self, factor: float) -> "Newcomer":
        """Return itself: trying every option once is all it can do."""
        return self

    def effort(self) -> str:
        return "one move ahead" if self.five else "one move ahead, fears four of a mask only"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat = known.seat
        world = cast(MaskeraState, known.deal(world_seeds(seed, 1)[0]))
        options = [int(part) for part in world.options(seat)]
        values = [self.value_of(world, seat, part) for part in options]
        best = max(values)
        return [
            random.Random(seed).choice([part for part, value in zip(options, values, strict=True) if value == best])
        ]

    def value_of(self, world: MaskeraState, seat: int, part: int) -> float:
        """Return how good an option looks in its phase."""
        if world.phase == box.TURN_CHOICE:
            return turn_value(world, seat, part)
        if world.phase == box.ANSWER:
            return self.answer_value(world, seat, part)
        if world.phase == box.KEEPING:
            return wanted(world, seat, part - box.KEEP)
        if part >= box.REMOVE:
            return threat(world, 1 - seat, part - box.REMOVE)
        return -wanted(world, seat, part - box.DISCARDED)

    def answer_value(self, world: MaskeraState, seat: int, part: int) -> float:
        """Return the value of naming a card that would win, more likely the fewer copies are seen; else of letting it
        pass."""
        if part == box.PASS:
            return 0.5
        mask = part - box.COUNTER
        feared = wins(world.area, 1 - seat, mask) and (self.five or world.area[(1 - seat) * box.MASKS + mask] > 0)
        return float(unseen(world, seat, mask)) if feared else 0.0


def turn_value(world: MaskeraState, seat: int, part: int) -> float:
    """Return the value of drawing, which is high while there are few cards, or of a mask: how near it is to
    completion."""
    if part == box.DRAW:
        return WINNING / 2 if world.hand_size[seat] < FEW else 0.0
    mask = part - box.PLAY
    return WINNING if wins(world.area, seat, mask) else wanted(world, seat, mask)


def wanted(world: MaskeraState, seat: int, mask: int) -> float:
    """Return how near a mask is to four, area and hand together; a mask that the area lacks counts towards five."""
    place = seat * box.MASKS + mask
    lacks = world.area[place] == 0
    kinds = sum(1 for one in range(box.MASKS) if world.area[seat * box.MASKS + one] > 0)
    return max(float(min(box.FOUR, world.area[place] + world.hand[place])), float(kinds + 1) * 0.8 if lacks else 0.0)


def threat(world: MaskeraState, seat: int, mask: int) -> float:
    """Return how much the area of `seat` would miss a card of `mask`."""
    place = seat * box.MASKS + mask
    kinds = sum(1 for one in range(box.MASKS) if world.area[seat * box.MASKS + one] > 0)
    return max(float(world.area[place]), float(kinds) * 0.8 if world.area[place] == 1 else 0.0)


def unseen(world: MaskeraState, seat: int, mask: int) -> int:
    """Return the number of copies of a mask that lie neither face up nor in the own hand."""
    lying = sum(int(world.area[one * box.MASKS + mask]) for one in range(2))
    return int(box.COPIES - lying - world.hand[seat * box.MASKS + mask] - world.discards.count(mask))
