"""Thinkers who read what the others do, look ahead in the worlds that they read, and mix what they do themselves."""

import random
from dataclasses import dataclass, replace
from math import exp
from typing import Final, cast

from games.core.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.knowledge import own_slot
from games.titles.mascarade.bots.lookahead import Lookahead, Outlook
from games.titles.mascarade.bots.newcomer import whole_moves
from games.titles.mascarade.bots.reading import Reading, readings
from games.titles.mascarade.rules.components import (
    ACTION,
    ANNOUNCE,
    ANSWERS,
    CHALLENGED,
    DECLINE,
    EXCHANGE,
    FOOL,
    GUESS,
    MASK,
    NO,
    PLAYER,
    POINT,
    PRETEND,
    PRINCESS,
    SLOT,
    SORCERESS,
    SPY,
    SWAP,
    SWAP_PART,
    VIEW,
)
from games.titles.mascarade.rules.state import MascaradeState

MIN_EXPONENT: Final = -60.0  # keeps exp() from underflowing to 0


@dataclass(frozen=True, slots=True)
class Reader(Thinker):
    """Draws a whole move by soft-max, by its values in the worlds that the seat reads."""

    worlds: int
    """How many worlds it keeps in mind."""
    trust: float
    """How far it trusts what it reads from acts: 0 not at all, 1 fully."""
    temperature: float
    """In tenths of a win."""
    outlook: Outlook
    mixes: float
    """The least chance of each bit of an exchange, whatever it is worth."""

    def times(self, factor: float) -> "Reader":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        reads = ", reads acts" if self.trust else ""
        return f"{self.worlds} worlds{reads}, temperature {self.temperature}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = cast(MascaradeState, known.deal(0))
        moves = list(whole_moves(world, known.seat, []))
        if len(moves) == 1:
            return moves[0]
        lookahead = Lookahead(world, known.seat, self.read(known, world), self.outlook)
        values = [value_of(lookahead, move) for move in moves]
        if world.phase == ANSWERS:  # all ways to challenge are one choice
            best = max(range(1, len(moves)), key=values.__getitem__)
            moves, values = [moves[0], moves[best]], [values[0], values[best]]
        return self.draw(moves, values, random.Random(seed))

    def read(self, known: InformationSet, world: MascaradeState) -> Reading:
        """The worlds that acts speak for, and with the rest of its trust those that the rules allow."""
        reading = readings.of(known, world, self.worlds, self.trust > 0.0)
        if 0.0 < self.trust < 1.0:
            doubted = readings.of(known, world, self.worlds, False)
            reading.mix(doubted, self.trust)
        return reading

    def draw(self, moves: list[list[int]], values: list[float], generator: random.Random) -> list[int]:
        """One of the moves; where it holds a secret bit, that is drawn by itself."""
        best = max(values)
        chances = [exp(max(MIN_EXPONENT, (value - best) / self.temperature)) for value in values]
        move = generator.choices(moves, chances)[0]
        if move[-1] not in (PRETEND, SWAP_PART):
            return move
        pretended, swapped = [*move[:-1], PRETEND], [*move[:-1], SWAP_PART]
        gain = (values[moves.index(swapped)] - values[moves.index(pretended)]) / self.temperature
        share = 1.0 / (1.0 + exp(max(MIN_EXPONENT, min(-MIN_EXPONENT, -gain))))
        return swapped if generator.random() < min(1.0 - self.mixes, max(self.mixes, share)) else pretended


def value_of(ahead: Lookahead, move: list[int]) -> float:
    """The value of a whole move."""
    state, base = ahead.state, ahead.seat * int(ahead.state.hand)
    phase, first = state.phase, move[0]
    if phase == ANSWERS:
        return 0.0 if first == NO else ahead.challenge(base + first - CHALLENGED)
    if phase == GUESS:
        return ahead.chance(int(state.target), ahead.table.kind(first - MASK))
    if phase == SWAP:
        return ahead.exchange(own_slot(state), int(state.target), first == SWAP_PART)
    if phase != ACTION:
        return value_of_targets(ahead, move)
    if first >= ANNOUNCE:
        return ahead.announcement(ahead.table.kind(move[1] - MASK), base + (move[2] - POINT if len(move) > 2 else 0))
    if first >= VIEW:
        return ahead.view(base + first - VIEW)
    return ahead.exchange(base + first - EXCHANGE, move[1] - SLOT, move[2] == SWAP_PART)


def value_of_targets(ahead: Lookahead, move: list[int]) -> float:
    """The value of the targets of a power."""
    mask, first = int(ahead.state.announced), move[0]
    if first == DECLINE:
        return 0.0
    if mask == SORCERESS:
        return ahead.richer(first - PLAYER)
    if mask == SPY:
        own = own_slot(ahead.state)
        return max(ahead.exchange(own, first - SLOT, swap) for swap in (False, True))
    if mask == FOOL:
        return ahead.exchange(move[0] - SLOT, move[1] - SLOT, move[2] == SWAP_PART)
    if mask == PRINCESS:
        return ahead.danger(first - SLOT)
    slots = [(part - PLAYER) * int(ahead.state.hand) if part >= PLAYER else part - SLOT for part in move]
    return sum(ahead.struck(mask, slot) for slot in slots)
