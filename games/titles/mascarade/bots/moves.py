"""Whole moves, and their values by a look ahead."""

from collections.abc import Iterator

from games.titles.mascarade.bots.lookahead import Lookahead
from games.titles.mascarade.rules.components import (
    ACTION,
    ANNOUNCE,
    ANSWERS,
    CHALLENGED,
    DECLINE,
    EXCHANGE,
    GUESS,
    MASK,
    NO,
    PLAYER,
    POINT,
    SLOT,
    SWAP,
    SWAP_PART,
    VIEW,
)
from games.titles.mascarade.rules.masks import FOOL, PRINCESS, SORCERESS, SPY
from games.titles.mascarade.rules.state import MascaradeState


def whole_moves(state: MascaradeState, seat: int, parts: list[int]) -> Iterator[list[int]]:
    """Yield every move that starts with `parts`, which have been chosen in `state`."""
    for part in state.options(seat):
        after = state.copy()
        after.choose(seat, part)
        if after.composing(seat):
            yield from whole_moves(after, seat, [*parts, int(part)])
        else:
            yield [*parts, int(part)]


def own_slot(state: MascaradeState) -> int:
    """Return the slot by which the user of the power has claimed the mask."""
    user = int(state.user)
    if user == state.active:
        return int(state.pointed)
    return user * int(state.hand) + int(state.answer[user]) - CHALLENGED


def value_of(ahead: Lookahead, move: list[int]) -> float:
    """Return the value of a whole move."""
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
    """Return the value of the targets of a power."""
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
