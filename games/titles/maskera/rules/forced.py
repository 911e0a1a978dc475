"""Steps that follow without a choice. A decision with one option is asked for only where skipping it would tell more.

Whether a decision is automatic depends on public facts alone: the number of cards in a hand or drawn, never their
masks, and the masks in an area.
"""

from games.titles.maskera.rules import abilities, counter, turn
from games.titles.maskera.rules.components import (
    ANSWER,
    DISCARD,
    DRAWN,
    EFFECT_DISCARD,
    EFFECT_KEEP,
    EFFECT_PASS,
    EFFECT_REMOVE,
    EFFECT_SKIP,
    KEEPING,
    MASKS,
    REMOVING,
    SNATCHING,
    TURN_CHOICE,
    TURN_END,
)
from games.titles.maskera.rules.counts import distinct, nth_mask
from games.titles.maskera.rules.fields import MaskeraFields


def settle(state: MaskeraFields) -> None:
    """Go on until a seat has a choice, chance owes a card, or the match is over."""
    while step(state):
        pass


def step(state: MaskeraFields) -> bool:
    """Take the next forced step; False if there is none."""
    phase = state.phase
    if phase <= SNATCHING:  # chance is next, as most often
        return False
    other = 1 - state.active
    if phase == ANSWER:
        if state.hand_size[other] > 0:
            return False
        state.record(EFFECT_PASS, other)
        counter.let_pass(state)
    elif phase == TURN_CHOICE:
        if not turn.is_stuck(state):
            return False
        state.record(EFFECT_SKIP, state.active)
        turn.end(state)
    elif phase == DRAWN:
        abilities.after_draw(state)
    elif phase == TURN_END:
        turn.end(state)
    elif phase == DISCARD and state.hand_size[other] == 1:
        mask = nth_mask(state.hand, other * MASKS, 0)
        state.record(EFFECT_DISCARD, other, mask)
        counter.discard(state, mask)
    elif phase == KEEPING and state.aside_size == 1:
        mask = nth_mask(state.aside, 0, 0)
        state.record(EFFECT_KEEP, state.user, mask)
        abilities.keep(state, mask)
    elif phase == REMOVING and distinct(state.area, (1 - state.user) * MASKS) == 1:
        mask = nth_mask(state.area, (1 - state.user) * MASKS, 0)
        state.record(EFFECT_REMOVE, state.user, mask)
        abilities.remove(state, mask)
    else:
        return False
    return True
