"""The order of play: setup, then preparation, draft, action, resolution, clean-up, round after round."""

from games.core.engine.rows import Int
from games.core.engine.state import CHANCE
from games.titles.masques.rules import action, draft, preparation, resolution
from games.titles.masques.rules.components import ACTION, DEAL, EFFECT_PASSED, FAVOURS, HAND, SETUP
from games.titles.masques.rules.fields import MasquesFields


def take_chance(state: MasquesFields, outcome: Int) -> None:
    """Take a step of chance and settle what follows."""
    if state.phase == SETUP:
        if preparation.setup_step(state, outcome):
            preparation.prepare(state)
    elif state.phase == FAVOURS:
        preparation.favour_step(state, outcome)
    elif preparation.deal_step(state, outcome):
        end_deal(state)


def settle_chance(state: MasquesFields) -> None:
    """Take all steps of chance that are owed, by the state's own generator."""
    while state.mover == CHANCE:
        if state.phase == FAVOURS and not state.recording:
            preparation.lay_favours(state)
        elif state.phase == DEAL and state.cursor % HAND == 0 and not state.recording:
            preparation.deal_hands(state)
            end_deal(state)
        else:
            take_chance(state, preparation.random_outcome(state))


def end_deal(state: MasquesFields) -> None:
    """End the deal: guests are drafted, or with two seats played."""
    if state.seats == 2:
        begin_action(state)
    else:
        draft.open_draft(state)


def take_pick(state: MasquesFields, seat: Int, guest: Int) -> None:
    """Take a pick; the last one of the draft begins the action phase."""
    if draft.pick(state, seat, guest):
        begin_action(state)


def begin_action(state: MasquesFields) -> None:
    """Begin the action phase with the first player."""
    state.phase = ACTION
    open_turn(state, state.first)


def open_turn(state: MasquesFields, seat: Int) -> None:
    """Give the turn to `seat`; a seat that could only pass, passes. Once the hallways are full, end the round
    instead."""
    while state.vacant:
        state.turns += 1
        if state.hand[seat] or action.payable(state, seat):
            state.mover = seat
            return
        state.record(EFFECT_PASSED, seat)
        seat = (seat + 1) % state.seats
    if not resolution.resolve(state) and not resolution.clean_up(state):
        preparation.prepare(state)
