"""Setup: six cards to each seat, and who begins (rules page, #setup)."""

from games.core.engine.rows import Int
from games.core.engine.state import ChanceStep
from games.titles.masons.rules import piles
from games.titles.masons.rules.components import EFFECT_CARD_DEALT, FACES, FIRST_SEAT, HAND_CARDS
from games.titles.masons.rules.fields import MasonsFields


def chance_step(state: MasonsFields) -> ChanceStep:
    """Return the step that is owed: a card for a place in a hand, or the first seat."""
    if state.phase == FIRST_SEAT:
        seats = int(state.seats)
        return ChanceStep("first", (0,), tuple(range(seats)), (1,) * seats)
    return piles.draw_step(state, "deal", (int(state.dealt // HAND_CARDS), int(state.dealt % HAND_CARDS)))


def deal(state: MasonsFields, face: Int) -> None:
    """Deal the next card of the setup, seat by seat."""
    seat = state.dealt // HAND_CARDS
    state.pile[face] -= 1
    state.pile_size -= 1
    state.hand[seat * FACES + face] += 1
    state.hand_size[seat] += 1
    state.record(EFFECT_CARD_DEALT, seat, face)
    state.dealt += 1
    if state.dealt == state.seats * HAND_CARDS:
        state.phase = FIRST_SEAT
