"""Yardsticks for the weak levels: one move ahead by common sense, like a player who has just read the rules.

They try each of their moves, count for every token who would then collect it, and take the best. They know nothing of
what others hold, answer or save, and nothing in them was fitted.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from games.bots.bot import world_seeds
from games.core.title.thinker import InformationSet, Thinker
from games.titles.masques.bots.chances import wins_with
from games.titles.masques.rules.components import DRAFT, DUCAT, FAMILY, GUESTS, GUILDS, INFLUENCE, NOBODY, NONE
from games.titles.masques.rules.resolution import collector, shown
from games.titles.masques.rules.state import MasquesState

FAVOUR: Final = 2.0  # in ducats; one more for each favour of the guild that one has
WINNING: Final = 100.0


@dataclass(frozen=True, slots=True)
class Newcomer(Thinker):
    """Takes the move after which its side looks best; of equal ones any."""

    agents: bool
    """Whether it thinks of agents while it holds a guest."""

    def times(self, factor: float) -> "Newcomer":
        """Return itself: trying every move once is all it can do."""
        return self

    def effort(self) -> str:
        return "one move ahead" if self.agents else "one move ahead, guests only"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat = known.seat
        world = cast(MasquesState, known.deal(world_seeds(seed, 1)[0]))
        moves = list(whole_moves(world, seat, []))
        if not self.agents:
            moves = [move for move in moves if move[0][0] < GUESTS] or moves
        values = [worth_of(world, after, seat, parts) for parts, after in moves]
        best = max(values)
        return random.Random(seed).choice(
            [parts for (parts, _after), value in zip(moves, values, strict=True) if value == best]
        )


def whole_moves(state: MasquesState, seat: int, parts: list[int]) -> Iterator[tuple[list[int], MasquesState]]:
    """Yield every move that begins with `parts`, with the position after it."""
    for part in state.options(seat):
        after = state.copy()
        after.choose(seat, part)
        if after.composing(seat):
            yield from whole_moves(after, seat, [*parts, int(part)])
        else:
            yield [*parts, int(part)], after


def worth_of(before: MasquesState, after: MasquesState, seat: int, parts: list[int]) -> float:
    """Return the value of a move for `seat`: in the draft its own strong guests, else the state of the palace."""
    if before.phase == DRAFT:
        own = before.owner[FAMILY[parts[0]]] == seat
        return float(INFLUENCE[parts[0]] + (10 if own else 0))
    return side(after, seat) - max(side(after, other) for other in range(after.seats) if other != seat)


def side(state: MasquesState, seat: int) -> float:
    """Return what `seat` has, and would collect if the palace were resolved as it is, in ducats."""
    if state.winner == seat:
        return WINNING
    held = [int(state.favour[seat * GUILDS + guild]) for guild in range(GUILDS)]
    total = float(state.ducats[seat])
    for count in held:
        total += sum(FAVOUR + at for at in range(count))
    for place in range(state.size):
        token = state.token[place]
        if token == NONE or state.token_down[place]:
            continue
        before, behind = shown(state, place - 1 if place else state.size - 1), shown(state, place)
        if collector(state, before, behind) == seat != NOBODY:
            total += worth(state, seat, token)
    return total


def worth(state: MasquesState, seat: int, token: int) -> float:
    """Return the value of a token for `seat`, in ducats."""
    if token == DUCAT:
        return 1.0
    if wins_with(state, seat, token):
        return WINNING
    return FAVOUR + float(state.favour[seat * GUILDS + token])
