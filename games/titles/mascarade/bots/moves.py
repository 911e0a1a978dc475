"""Whole moves, and their values by a look ahead."""

from collections.abc import Iterator

from games.titles.mascarade.bots.lookahead import Lookahead
from games.titles.mascarade.rules import components as box
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
    return user * int(state.hand) + int(state.answer[user]) - box.CHALLENGED


def value_of(ahead: Lookahead, move: list[int]) -> float:
    """Return the value of a whole move."""
    state, base = ahead.state, ahead.seat * int(ahead.state.hand)
    phase, first = state.phase, move[0]
    if phase == box.ANSWERS:
        return 0.0 if first == box.NO else ahead.challenge(base + first - box.CHALLENGED)
    if phase == box.GUESS:
        return ahead.chance(int(state.target), ahead.table.kind(first - box.MASK))
    if phase == box.SWAP:
        return ahead.exchange(own_slot(state), int(state.target), first == box.SWAP_PART)
    if phase != box.ACTION:
        return value_of_targets(ahead, move)
    if first >= box.ANNOUNCE:
        return ahead.announcement(
            ahead.table.kind(move[1] - box.MASK), base + (move[2] - box.POINT if len(move) > 2 else 0)
        )
    if first >= box.VIEW:
        return ahead.view(base + first - box.VIEW)
    return ahead.exchange(base + first - box.EXCHANGE, move[1] - box.SLOT, move[2] == box.SWAP_PART)


def value_of_targets(ahead: Lookahead, move: list[int]) -> float:
    """Return the value of the targets of a power."""
    mask, first = int(ahead.state.announced), move[0]
    if first == box.DECLINE:
        return 0.0
    if mask == SORCERESS:
        return ahead.richer(first - box.PLAYER)
    if mask == SPY:
        own = own_slot(ahead.state)
        return max(ahead.exchange(own, first - box.SLOT, swap) for swap in (False, True))
    if mask == FOOL:
        return ahead.exchange(move[0] - box.SLOT, move[1] - box.SLOT, move[2] == box.SWAP_PART)
    if mask == PRINCESS:
        return ahead.danger(first - box.SLOT)
    slots = [(part - box.PLAYER) * int(ahead.state.hand) if part >= box.PLAYER else part - box.SLOT for part in move]
    return sum(ahead.struck(mask, slot) for slot in slots)
