"""Thinkers who read what the others do, look ahead in the worlds that they read, and mix what they do themselves."""

import random
from dataclasses import dataclass, replace
from math import exp
from typing import Final, cast

from games.core.title.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.chances import FEW_SEATS
from games.titles.mascarade.bots.lookahead import Lookahead, Outlook
from games.titles.mascarade.bots.moves import value_of, whole_moves
from games.titles.mascarade.bots.reading import readings
from games.titles.mascarade.rules.components import ANSWERS, PRETEND, SWAP_PART
from games.titles.mascarade.rules.state import MascaradeState

AT_HOME: Final = 2
"""The number of seats at which a thinker's heat is its temperature; `calms` lowers it at larger tables."""
SLIPLESS: Final = 4
"""The only number of seats at which temperatures alone tell the levels apart, so that no level slips."""
STAKE: Final = 1.0
"""In tenths of a win. With more at stake it takes the better bit, as anybody would expect."""
MIN_EXPONENT: Final = -60.0  # keeps exp() from underflowing to 0


@dataclass(frozen=True, slots=True)
class Reader(Thinker):
    """Draws a whole move by soft-max, by its values in the worlds that the seat reads."""

    worlds: int
    """The number of worlds that it keeps in mind."""
    reads: bool
    """Whether it weighs worlds by what the others did."""
    temperature: float
    """In tenths of a win, with two seats."""
    wavers: float
    """The temperature of its answers to announcements: the hotter, the less anybody can count on them."""
    outlook: Outlook
    mixes: float
    """The least chance of each bit of an exchange that is not worth more than `STAKE`, at tables of few seats."""
    calms: float
    """The exponent with which heat falls as seats are added: a seat of many decides less of a match."""
    slips: tuple[float, float]
    """How often it plays a random move: at tables of fewer seats than `SLIPLESS`, and of more."""

    def times(self, factor: float) -> "Reader":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        reads = ", reads acts" if self.reads else ""
        return f"{self.worlds} worlds{reads}, temperature {self.temperature}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = cast(MascaradeState, known.deal(0))
        moves = list(whole_moves(world, known.seat, []))
        generator = random.Random(seed)
        if len(moves) == 1:
            return moves[0]
        few, many = self.slips
        slips = few if world.seats < SLIPLESS else many if world.seats > SLIPLESS else 0.0
        if generator.random() < slips:
            return any_move(world, known.seat, generator)
        reading = readings.of(known, world, self.worlds, self.reads)
        lookahead = Lookahead(world, known.seat, reading, self.outlook)
        values = [value_of(lookahead, move) for move in moves]
        if world.phase == ANSWERS:  # all ways to challenge are one choice
            best = max(range(1, len(moves)), key=values.__getitem__)
            moves, values = [moves[0], moves[best]], [values[0], values[best]]
        heat = self.wavers if world.phase == ANSWERS else self.temperature
        heat *= (AT_HOME / int(world.seats)) ** self.calms
        least = self.mixes if world.seats <= FEW_SEATS else 0.0
        return self.draw(moves, values, heat, least, generator)

    def draw(
        self, moves: list[list[int]], values: list[float], heat: float, least: float, generator: random.Random
    ) -> list[int]:
        """Return one of the moves. If it ends with a secret bit, that bit is drawn again by itself; unless more than
        `STAKE` depends on it, each value has a chance of at least `least`."""
        best = max(values)
        chances = [exp(max(MIN_EXPONENT, (value - best) / heat)) for value in values]
        move = generator.choices(moves, chances)[0]
        if move[-1] not in (PRETEND, SWAP_PART):
            return move
        pretended, swapped = [*move[:-1], PRETEND], [*move[:-1], SWAP_PART]
        gain = values[moves.index(swapped)] - values[moves.index(pretended)]
        share = 1.0 / (1.0 + exp(max(MIN_EXPONENT, min(-MIN_EXPONENT, -gain / heat))))
        if abs(gain) <= STAKE:
            share = min(1.0 - least, max(least, share))
        return swapped if generator.random() < share else pretended


def any_move(world: MascaradeState, seat: int, generator: random.Random) -> list[int]:
    """Return a whole move of which every part is drawn among all that may come next; changes `world`."""
    parts: list[int] = []
    while not parts or world.composing(seat):
        parts.append(int(generator.choice(world.options(seat))))
        world.choose(seat, parts[-1])
    return parts
