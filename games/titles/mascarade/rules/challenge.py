"""Windows: memorising the masks, and answers to an announcement (rules page, #challenge)."""

from games.core.engine.rows import Int
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules import history, powers, turn
from games.titles.mascarade.rules.coins import left_of
from games.titles.mascarade.rules.fields import MascaradeFields


def ask_to_memorise(state: MascaradeFields, first: Int) -> None:
    """Leave all masks open until every seat has confirmed that it knows them; then `first` begins."""
    state.first = first
    state.record(box.EFFECT_DEALT, first)
    state.phase = box.MEMORISE
    state.unanswered = state.seats
    state.decider = 0
    for seat in range(state.seats):
        state.answer[seat] = box.OPEN


def ask(state: MascaradeFields) -> None:
    """Ask all others to answer the announcement: simultaneously, or one after another clockwise."""
    state.phase = box.ANSWERS
    state.unanswered = state.seats - 1
    if state.sealed_answers:
        for seat in range(state.seats):
            if seat != state.active:
                state.answer[seat] = box.OPEN
        state.decider = 0 if state.active != 0 else 1
    else:
        state.decider = left_of(state, state.active)
        state.answer[state.decider] = box.OPEN


def answer(state: MascaradeFields, seat: Int, part: Int) -> None:
    """Store an answer; after the last one, go on: to the effects of the window, or to the first turn."""
    state.answer[seat] = part
    state.unanswered -= 1
    if state.phase == box.ANSWERS and not state.sealed_answers:
        history.commit(state, seat)
        if state.unanswered > 0:
            state.decider = left_of(state, seat)
            state.answer[state.decider] = box.OPEN
        else:
            close(state)
    elif state.unanswered == 0:
        commit_all(state)
        if state.phase == box.MEMORISE:
            for each in range(state.seats):
                state.answer[each] = box.NOT_ASKED
            turn.begin(state, state.first)
        else:
            close(state)
    elif seat == state.decider:
        while state.answer[state.decider] != box.OPEN:
            state.decider += 1


def commit_all(state: MascaradeFields) -> None:
    """Commit the sealed answers when the window closes."""
    for seat in range(state.seats):
        if state.answer[seat] >= 0:
            history.commit(state, seat)


def close(state: MascaradeFields) -> None:
    """Close the window. Without a challenge the announcer uses the power, unseen; else the masks decide who does."""
    challenged = False
    for seat in range(state.seats):
        if state.answer[seat] >= box.CHALLENGED:
            challenged = True
    if challenged:
        reveal(state)
    else:
        powers.use(state, state.active, box.NONE, False)


def reveal(state: MascaradeFields) -> None:
    """Turn up the masks claimed by the announcer and the challengers. Those who have it use it; the others will pay."""
    owner: Int = box.NONE
    second_owner: Int = box.NONE
    seat = state.active
    for _each in range(state.seats):
        if seat == state.active or state.answer[seat] >= box.CHALLENGED:
            slot = powers.claimed_slot(state, seat)
            history.show(state, slot)
            state.record(box.EFFECT_TURNED_UP, slot, state.mask[slot])
            if state.mask[slot] != state.announced:
                state.fined[seat] = 1
            elif owner == box.NONE:
                owner = seat
            else:
                second_owner = seat
        seat = left_of(state, seat)
    state.record(box.EFFECT_REVEALED)
    if owner != box.NONE:
        powers.use(state, owner, second_owner, True)
    else:
        powers.use_by_nobody(state)
