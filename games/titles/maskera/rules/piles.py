"""The draw pile and the discard pile (rules page, sections 2 and 4).

Nobody knows the order of the pile, so it is kept as counts, and each card drawn is a step of chance.
"""

from typing import TYPE_CHECKING

from games.core.rows import Int
from games.titles.maskera.rules import information_state
from games.titles.maskera.rules.components import (
    AREA_CARDS,
    DEALT,
    DRAWING,
    DRAWN,
    FIRST_SEAT,
    HAND_CARDS,
    MASKS,
    NOTE_DRAW,
    NOTE_SHUFFLE,
    RECRUITER,
    SEATS,
)
from games.titles.maskera.rules.counts import pack

if TYPE_CHECKING:
    from games.titles.maskera.rules.state import MaskeraState


def deal(state: "MaskeraState", mask: Int) -> None:
    """Deal one card of the setup: two to each area, then five to each hand, seat by seat."""
    number = state.dealt
    state.pile[mask] -= 1
    state.pile_size -= 1
    state.dealt += 1
    if number < SEATS * AREA_CARDS:
        state.area[number // AREA_CARDS * MASKS + mask] += 1
        return
    seat = (number - SEATS * AREA_CARDS) // HAND_CARDS
    state.hand[seat * MASKS + mask] += 1
    state.hand_size[seat] += 1
    if state.dealt == DEALT:
        state.phase = FIRST_SEAT


def can_draw(state: "MaskeraState") -> bool:
    """Whether at least one card can be drawn."""
    return state.pile_size > 0 or len(state.discards) > 0


def start_drawing(state: "MaskeraState", seat: Int, reason: Int, cards: Int) -> None:
    """Let `seat` draw up to `cards`, one at a time; `reason` is FOR_TURN or the mask whose ability it is."""
    state.user = seat
    state.drawing_for = reason
    state.draw_left = cards
    state.taken = 0
    state.phase = DRAWING
    _next_attempt(state)


def take(state: "MaskeraState", mask: Int) -> None:
    """One card leaves the pile. An empty pile is refilled right after it, even if no more cards are needed."""
    seat = state.user
    state.pile[mask] -= 1
    state.pile_size -= 1
    state.at_one_go[mask] += 1
    state.taken += 1
    state.draw_left -= 1
    if state.drawing_for == RECRUITER:
        state.aside[mask] += 1
        state.aside_size += 1
    else:
        state.hand[seat * MASKS + mask] += 1
        state.hand_size[seat] += 1
    if state.pile_size == 0:
        _refill(state)
    _next_attempt(state)


def _next_attempt(state: "MaskeraState") -> None:
    """Wait for the next card, or stop when there are enough or none is left."""
    if state.draw_left > 0:
        if state.pile_size == 0:
            _refill(state)
        if state.pile_size > 0:
            return
    _note_drawn(state)
    state.phase = DRAWN


def _refill(state: "MaskeraState") -> None:
    """The draw pile is empty: shuffle the discard pile into a new one."""
    cards = len(state.discards)
    if cards == 0:
        return
    _note_drawn(state)
    information_state.pile_ran_out(state)
    for mask in range(MASKS):
        state.shuffled[mask] = 0
    for mask in state.discards:
        state.pile[mask] += 1
        state.shuffled[mask] += 1
    state.pile_size = cards
    state.discards = []
    state.record(NOTE_SHUFFLE, cards)


def _note_drawn(state: "MaskeraState") -> None:
    """Write down what was drawn since the last note."""
    if state.recording:
        packed = pack(state.at_one_go, 0)
        if packed > 0:
            state.record(NOTE_DRAW, state.user, packed)
    for mask in range(MASKS):
        state.at_one_go[mask] = 0
