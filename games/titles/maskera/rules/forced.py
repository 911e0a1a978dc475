"""Steps that follow without a choice. A decision with one option is asked for only where skipping it would tell more.

Whether a decision is automatic depends on public facts alone: the number of cards in a hand or drawn, never their
masks, and the masks in an area.
"""

from games.titles.maskera.rules import abilities, counter, turn
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.counts import distinct, nth_mask
from games.titles.maskera.rules.fields import MaskeraFields


def settle(state: MaskeraFields) -> None:
    """Go on until a seat has a choice, chance owes a card, or the match is over."""
    while step(state):
        pass


def step(state: MaskeraFields) -> bool:
    """Take the next forced step; return False if there is none."""
    phase = state.phase
    if phase <= box.SNATCHING:  # chance is next, as most often
        return False
    other = 1 - state.active
    if phase == box.ANSWER:
        if state.hand_size[other] > 0:
            return False
        state.record(box.EFFECT_PASS, other)
        counter.let_pass(state)
    elif phase == box.TURN_CHOICE:
        if not turn.is_stuck(state):
            return False
        state.record(box.EFFECT_SKIP, state.active)
        turn.end(state)
    elif phase == box.DRAWN:
        abilities.after_draw(state)
    elif phase == box.TURN_END:
        turn.end(state)
    elif phase == box.DISCARD and state.hand_size[other] == 1:
        mask = nth_mask(state.hand, other * box.MASKS, 0)
        state.record(box.EFFECT_DISCARD, other, mask)
        counter.discard(state, mask)
    elif phase == box.KEEPING and state.aside_size == 1:
        mask = nth_mask(state.aside, 0, 0)
        state.record(box.EFFECT_KEEP, state.user, mask)
        abilities.keep(state, mask)
    elif phase == box.REMOVING and distinct(state.area, (1 - state.user) * box.MASKS) == 1:
        mask = nth_mask(state.area, (1 - state.user) * box.MASKS, 0)
        state.record(box.EFFECT_REMOVE, state.user, mask)
        abilities.remove(state, mask)
    else:
        return False
    return True
