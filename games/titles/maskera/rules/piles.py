"""The draw pile and the discard pile (rules page, #piles).

The order of the pile is unknown, so it is stored as counts, and each card drawn is a chance step.
"""

from games.core.engine.rows import Int
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules import information_state
from games.titles.maskera.rules.counts import pack
from games.titles.maskera.rules.fields import MaskeraFields


def deal(state: MaskeraFields, mask: Int) -> None:
    """Deal one card of the setup: two to each area, then five to each hand, seat by seat."""
    number = state.dealt
    state.pile[mask] -= 1
    state.pile_size -= 1
    state.dealt += 1
    if number < box.SEATS * box.AREA_CARDS:
        state.area[number // box.AREA_CARDS * box.MASKS + mask] += 1
        return
    seat = (number - box.SEATS * box.AREA_CARDS) // box.HAND_CARDS
    state.hand[seat * box.MASKS + mask] += 1
    state.hand_size[seat] += 1
    if state.dealt == box.DEALT:
        state.phase = box.FIRST_SEAT


def can_draw(state: MaskeraFields) -> bool:
    """Return whether at least one card can be drawn."""
    return state.pile_size > 0 or len(state.discards) > 0


def start_drawing(state: MaskeraFields, seat: Int, reason: Int, cards: Int) -> None:
    """Start a draw of up to `cards` by `seat`, one at a time; `reason` is FOR_TURN or the mask whose ability it is."""
    state.user = seat
    state.drawing_for = reason
    state.draw_left = cards
    state.drawn = 0
    state.phase = box.DRAWING
    _next_attempt(state)


def take(state: MaskeraFields, mask: Int) -> None:
    """Take one card from the pile. An empty pile is refilled right after it, even if no more cards are needed."""
    seat = state.user
    state.pile[mask] -= 1
    state.pile_size -= 1
    state.draw_batch[mask] += 1
    state.drawn += 1
    state.draw_left -= 1
    if state.drawing_for == box.RECRUITER:
        state.aside[mask] += 1
        state.aside_size += 1
    else:
        state.hand[seat * box.MASKS + mask] += 1
        state.hand_size[seat] += 1
    if state.pile_size == 0:
        _refill(state)
    _next_attempt(state)


def _next_attempt(state: MaskeraFields) -> None:
    """Wait for the next card, or stop when there are enough or none is left."""
    if state.draw_left > 0:
        if state.pile_size == 0:
            _refill(state)
        if state.pile_size > 0:
            return
    _record_draw(state)
    state.phase = box.DRAWN


def _refill(state: MaskeraFields) -> None:
    """Shuffle the discard pile into a new draw pile; do nothing if it is empty."""
    cards = len(state.discards)
    if cards == 0:
        return
    _record_draw(state)
    information_state.pile_ran_out(state)
    for mask in range(box.MASKS):
        state.shuffled[mask] = 0
    for mask in state.discards:
        state.pile[mask] += 1
        state.shuffled[mask] += 1
    state.pile_size = cards
    state.discards = []
    state.record(box.EFFECT_SHUFFLE, cards)


def _record_draw(state: MaskeraFields) -> None:
    """Record the cards drawn since the last such effect: those of one draw, up to a reshuffle."""
    if state.recording:
        packed = pack(state.draw_batch, 0)
        if packed > 0:
            state.record(box.EFFECT_DRAW, state.user, packed)
    for mask in range(box.MASKS):
        state.draw_batch[mask] = 0
