"""Resolution and clean-up: who collects what, who wins (rules page, #resolution and #end)."""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY, FIRST
from games.core.engine.state import OVER
from games.titles.masques.rules import components as box
from games.titles.masques.rules.fields import MasquesFields


def resolve(state: MasquesFields) -> bool:
    """Resolve the palace cards clockwise from the door; return whether a gain has won the match."""
    one = shown(state, state.size - 1)
    for place in range(state.size):
        other = shown(state, place)
        if state.token[place] == box.NONE:
            pass
        elif state.token_down[place] == 1:
            state.record(box.EFFECT_COVERED, place)
        else:
            if state.recording:
                state.record(box.EFFECT_COMPARED, place, one, other)
            seat = stronger(state.owner, one, other)
            if seat != box.NOBODY and collect(state, place, seat):
                state.record(box.EFFECT_RESOLVED, state.round)
                state.record(box.EFFECT_WON, state.winner, box.NONE if state.won_by == box.GUILDS else state.won_by)
                end(state)
                return True
        one = other
    state.record(box.EFFECT_RESOLVED, state.round)
    return False


def shown(state: MasquesFields, hall: Int) -> Int:
    """Return the card that counts in `hall`; NO_CARD if the hallway is vacant or its guest is facedown, as that has
    neither influence nor family."""
    card = state.hallway[hall]
    return box.NO_CARD if card == box.NONE or state.guest_down[hall] == 1 else card


def collector(state: MasquesFields, one: Int, other: Int) -> Int:
    """Return who collects a faceup token between the cards `one` and `other`; NOBODY if it stays."""
    return stronger(state.owner, one, other)


def owner_row(owners: list[Int]) -> Row:
    """Return the seats that families belong to, by family, as `stronger` takes them."""
    row = vec[Int]([box.NOBODY] * len(owners))
    for family in range(len(owners)):
        row[family] = owners[family]
    return row


def stronger(owner: Row, one: Int, other: Int) -> Int:
    """Return the seat with the stronger of two cards, where `owner` maps families to seats; NOBODY if none has."""
    difference = box.INFLUENCE[one] - box.INFLUENCE[other]
    if difference > 0:
        return owner[box.FAMILY[one]]
    if difference < 0:
        return owner[box.FAMILY[other]]
    # Equal influence: only a player who controls both families collects, which takes two seats.
    seat = owner[box.FAMILY[one]]
    return seat if seat == owner[box.FAMILY[other]] else box.NOBODY


def collect(state: MasquesFields, place: Int, seat: Int) -> bool:
    """Give the token of `place` to `seat`; return whether that wins the match."""
    token = state.token[place]
    if state.recording:
        state.record(box.EFFECT_COLLECTED, place, seat, token)
    state.token[place] = box.NONE
    if token == box.DUCAT:
        state.ducats[seat] += 1
        return False
    state.supply[token] += 1
    count = state.favour[seat * box.GUILDS + token] + 1
    state.favour[seat * box.GUILDS + token] = count
    if count >= box.FAVOURS_TO_WIN:
        state.won_by = token
    elif count == 1 and one_of_each(state, seat):  # else it was so before
        state.won_by = box.GUILDS
    else:
        return False
    state.winner = seat
    return True


def one_of_each(state: MasquesFields, seat: Int) -> bool:
    """Return whether `seat` has favour in every guild."""
    for guild in range(box.GUILDS):
        if state.favour[seat * box.GUILDS + guild] == 0:
            return False
    return True


def clean_up(state: MasquesFields) -> bool:
    """Remove agents, turn tokens up, gather guests and move the first-player card; return whether the match stops."""
    state.hallway = vec[Int]([box.NONE] * state.size)
    state.guest_down = vec[Int]([0] * state.size)
    state.token_down = vec[Int]([0] * state.size)
    state.vacant = FIRST[state.size]
    odd_of_two = state.seats == 2 and state.round % 2 == 1
    for seat in range(state.seats):
        state.unplayed[seat] = state.hand[seat] if odd_of_two else EMPTY
        state.hand[seat] = EMPTY
    if not odd_of_two:
        state.first = (state.first + 1) % state.seats
    state.record(box.EFFECT_CLEANED, state.first)
    if state.round < box.LAST_ROUND:
        return False
    state.record(box.EFFECT_STOPPED, state.round)
    end(state)
    return True


def end(state: MasquesFields) -> None:
    """End the match."""
    state.phase = box.ENDED
    state.mover = OVER
