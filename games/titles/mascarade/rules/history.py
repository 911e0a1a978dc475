"""Every change of masks and every look goes through this module, so that knowledge can be derived from it."""

from games.core.engine.rows import Int
from games.titles.mascarade.rules.components import MAYBE_SWAPPED, NONE, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.fields import MascaradeFields


def maybe_swap(state: MascaradeFields, seat: Int, first: Int, second: Int, swap: Int) -> None:
    """Take two masks unseen and put them back, exchanged if `swap` is 1: nobody but `seat` can tell."""
    if swap == 1:
        _exchange(state, first, second)
    state.history += [MAYBE_SWAPPED, state.turns, first, second, seat, swap]
    _take_part(state, first, second)


def swap_openly(state: MascaradeFields, first: Int, second: Int) -> None:
    """Exchange two masks in the knowledge of everyone."""
    _exchange(state, first, second)
    state.history += [SWAPPED, state.turns, first, second, NONE, 1]
    _take_part(state, first, second)


def look(state: MascaradeFields, seat: Int, slot: Int) -> None:
    """Let `seat` alone see a mask."""
    state.history += [SEEN, state.turns, slot, NONE, seat, state.mask[slot]]


def show(state: MascaradeFields, slot: Int, but: Int = NONE) -> None:
    """Turn up a mask of a seat for everyone, or for everyone but one seat."""
    state.history += [SHOWN, state.turns, slot, NONE, but, state.mask[slot]]
    state.shown_turn[state.owner[slot]] = state.turns


def commit(state: MascaradeFields, seat: Int) -> None:
    """Note that `seat` has committed a decision: what it saw before may fade."""
    state.decided[seat] = len(state.history)


def _exchange(state: MascaradeFields, first: Int, second: Int) -> None:
    mask = state.mask[first]
    state.mask[first] = state.mask[second]
    state.mask[second] = mask


def _take_part(state: MascaradeFields, first: Int, second: Int) -> None:
    """Count the event for the owners of both slots."""
    one = state.owner[first]
    other = state.owner[second]
    if one != NONE:
        state.epoch[one] += 1
    if other != NONE and other != one:
        state.epoch[other] += 1
