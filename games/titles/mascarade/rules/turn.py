"""A turn: exchange, view or announce; at its end, fines, and the next seat (rules page, #turn)."""

from games.core.engine.rows import Int
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules import endings, history
from games.titles.mascarade.rules.fields import MascaradeFields


def begin(state: MascaradeFields, seat: Int) -> None:
    """Begin the turn of `seat`."""
    state.turns += 1
    state.active = seat
    state.decider = seat
    state.phase = box.ACTION
    state.record(box.EFFECT_TURN, state.turns, seat)


def may_view(state: MascaradeFields) -> bool:
    """Return whether the active seat may look at its mask."""
    return state.turns > box.EXCHANGE_TURNS and not (state.exchange_only and state.locked(state.active))


def may_announce(state: MascaradeFields) -> bool:
    """Return whether the active seat may announce a mask."""
    return state.turns > box.EXCHANGE_TURNS and not state.locked(state.active)


def exchange(state: MascaradeFields, own: Int, other: Int, swap: Int) -> None:
    """Take two masks under the table and exchange them or not."""
    history.commit(state, state.active)
    set_last(state, box.EXCHANGED, own, other, box.NONE)
    history.maybe_swap(state, state.active, own, other, swap)
    finish(state)


def view(state: MascaradeFields, slot: Int) -> None:
    """Let the active seat look at its mask."""
    history.commit(state, state.active)
    set_last(state, box.VIEWED, slot, box.NONE, box.NONE)
    history.look(state, state.active, slot)
    finish(state)


def announce(state: MascaradeFields, mask: Int, slot: Int) -> None:
    """Announce which mask the active seat has in a slot; the answers follow (challenge.py)."""
    history.commit(state, state.active)
    set_last(state, box.ANNOUNCED, slot, box.NONE, mask)
    state.announced = mask
    state.pointed = slot


def finish(state: MascaradeFields) -> None:
    """Collect all fines after the powers, then start the next turn, unless one of them ends the match."""
    if state.announced != box.NONE:
        if take_fines(state) and endings.ended(state):
            return
        state.announced = box.NONE
        state.pointed = box.NONE
        state.user = box.NONE
        state.target = box.NONE
        for seat in range(state.seats):
            state.answer[seat] = box.NOT_ASKED
    if state.turns == state.turn_limit:
        endings.adjudicate(state)
        return
    following = state.active + 1
    begin(state, following if following < state.seats else 0)


def take_fines(state: MascaradeFields) -> bool:
    """Let everyone who claimed the mask without having it pay a coin to the justice board; return whether anyone
    did."""
    paid = False
    seat = state.active
    for _each in range(state.seats):
        if state.fined[seat] == 1:
            state.fined[seat] = 0
            state.coins[seat] -= 1
            state.justice += 1
            state.record(box.EFFECT_FINE, seat)
            paid = True
        seat = seat + 1 if seat + 1 < state.seats else 0
    if paid:
        state.record(box.EFFECT_FINED)
    return paid


def set_last(state: MascaradeFields, kind: Int, first: Int, second: Int, mask: Int) -> None:
    """Set the last public action of the active seat."""
    state.last_turn = state.turns
    state.last_seat = state.active
    state.last_kind = kind
    state.last_first = first
    state.last_second = second
    state.last_mask = mask
    state.last_target = box.NONE
    state.last_other = box.NONE
    state.last_player = box.NONE
    state.last_guess = box.NONE
