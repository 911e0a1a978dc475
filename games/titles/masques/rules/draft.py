"""The draft: everybody keeps one guest of a packet and passes the rest on (rules page, #draft)."""

from games.core.engine.rows import Int
from games.core.engine.sets import EMPTY
from games.titles.masques.rules.components import DRAFT, EFFECT_FOURTH_PICK, EFFECT_PACKET, HAND, NONE, TWINS
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import with_guest


def open_draft(state: MasquesFields) -> None:
    """Let everyone look at the packet dealt to them."""
    state.phase = DRAFT
    open_window(state)


def open_window(state: MasquesFields) -> None:
    """Open a window in which all seats owe a pick."""
    state.turns += 1
    state.mover = 0
    for seat in range(state.seats):
        state.pick[seat] = NONE


def origin(state: MasquesFields, seat: Int) -> Int:
    """Return the seat to which the packet was dealt that `seat` now holds: packets move one seat to the left with each
    pick."""
    return (seat - state.drafted) % state.seats


def held(state: MasquesFields, seat: Int) -> list[Int]:
    """Return the packet that `seat` holds now, ascending."""
    start = origin(state, seat) * HAND
    cards: list[Int] = []
    for at in range(start + state.drafted, start + HAND):
        cards.append(state.packet[at])
    cards.sort()
    return cards


def kept(state: MasquesFields, seat: Int) -> Int:
    """Return the guests that `seat` has picked so far, as a hand."""
    hand: Int = EMPTY
    for time in range(state.drafted):
        hand = with_guest(hand, state.packet[(seat - time) % state.seats * HAND + time])
    return hand


def options(state: MasquesFields, seat: Int) -> list[Int]:
    """Return the distinct guests of the packet in hand; none once `seat` has picked."""
    if state.pick[seat] != NONE:
        return []
    parts: list[Int] = []
    last: Int = NONE
    for guest in held(state, seat):
        if guest != last:
            parts.append(guest)
        last = guest
    return parts


def random_option(state: MasquesFields, seat: Int) -> Int:
    """Return any distinct guest of the packet, all equally likely: if it draws the second twin, it draws again."""
    drafted = state.drafted
    start = (seat - drafted) % state.seats * HAND + drafted  # as `origin` says
    left = HAND - drafted
    while True:
        at = start + state.randbelow(left)
        guest = state.packet[at]
        if guest != TWINS:
            return guest
        first = start
        while state.packet[first] != TWINS:
            first += 1
        if first == at:
            return guest


def pick(state: MasquesFields, seat: Int, guest: Int) -> bool:
    """Seal `seat`'s pick. With the last one all picks take effect. Return whether the draft is over."""
    picks = state.pick
    picks[seat] = guest
    for other in range(state.mover, state.seats):  # all before the mover have picked
        if picks[other] == NONE:
            state.mover = other
            return False
    for other in range(state.seats):
        take(state, other, picks[other])
    state.drafted += 1
    if state.recording:
        for other in range(state.seats):
            state.record(EFFECT_PACKET, other, state.drafted)
    if state.drafted < HAND - 1:
        open_window(state)
        return False
    finish(state)
    return True


def take(state: MasquesFields, seat: Int, guest: Int) -> None:
    """Move `guest` to the front of what is left of its packet: it is taken at this pick."""
    packet = state.packet
    front = origin(state, seat) * HAND + state.drafted
    at = front
    while packet[at] != guest:
        at += 1
    packet[at] = packet[front]
    packet[front] = guest


def finish(state: MasquesFields) -> None:
    """Finish the draft: the fourth pick is forced, and the four picks become the hand."""
    if state.recording:
        for seat in range(state.seats):
            state.record(EFFECT_FOURTH_PICK, seat, state.packet[origin(state, seat) * HAND + state.drafted])
    state.drafted = HAND
    for seat in range(state.seats):
        state.pick[seat] = NONE
        state.hand[seat] = kept(state, seat)
