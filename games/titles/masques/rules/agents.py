"""The six agents: whom they may touch and what they do (rules page, “The agents”).

A target is asked for before the agent stands in its hallway, which therefore still counts as vacant here.
"""

from typing import TYPE_CHECKING

from games.core.rows import Int
from games.titles.masques.rules.codes import FORCED, HALL, PALACE
from games.titles.masques.rules.components import (
    ASSASSIN,
    COURTESAN,
    FIRST_AGENT,
    GONDOLIER,
    GUARD,
    GUESTS,
    NONE,
    THIEF,
    TRADER,
    TWINS,
)
from games.titles.masques.rules.preparation import add_sorted

if TYPE_CHECKING:
    from games.titles.masques.rules.state import MasquesState


def holds_guest(state: "MasquesState", hall: Int) -> bool:
    """Whether a guest stands in hallway `hall`, face up or down."""
    return 0 <= state.hallway[hall] < FIRST_AGENT


def before(state: "MasquesState", hall: Int) -> Int:
    """The hallway counter-clockwise of `hall`, around corners too."""
    return hall - 1 if hall > 0 else state.size - 1


def after(state: "MasquesState", place: Int) -> Int:
    """The hallway clockwise of `place`, or the palace card behind hallway `place`."""
    return place + 1 if place + 1 < state.size else 0


def one_step(kind: Int) -> bool:
    """Whether an agent of this kind needs only one target."""
    return kind == ASSASSIN or kind == THIEF


def first_targets(state: "MasquesState", kind: Int, hall: Int) -> list[Int]:
    """Parts that may be an agent's first target from `hall`, ascending; each can be completed."""
    parts: list[Int] = []
    if kind == THIEF or kind == TRADER:
        low = hall
        high = after(state, hall)
        base: Int = PALACE
    else:
        low = before(state, hall)
        high = after(state, hall)
        base = HALL
    if low > high:
        low, high = high, low
    if may_touch(state, kind, hall, low):
        parts.append(base + low)
    if may_touch(state, kind, hall, high):
        parts.append(base + high)
    return parts


def may_act(state: "MasquesState", kind: Int, hall: Int) -> bool:
    """Whether an agent in `hall` would find any target."""
    far = after(state, hall)
    near = hall if kind == THIEF or kind == TRADER else before(state, hall)
    return may_touch(state, kind, hall, near) or may_touch(state, kind, hall, far)


def may_touch(state: "MasquesState", kind: Int, hall: Int, target: Int) -> bool:
    """Whether the hallway or palace card `target`, next to `hall`, can be an agent's first target."""
    if kind == THIEF:
        return state.token[target] != NONE and state.token_down[target] == 0
    if kind == TRADER:
        return state.token[target] != NONE and another_token(state, target)
    if kind == COURTESAN:
        return state.hallway[target] == NONE
    if not holds_guest(state, target):
        return False
    if kind == ASSASSIN:
        return state.guest_down[target] == 0
    if kind == GUARD:
        return len(state.vacant) > 1  # a hallway other than the guard's own
    return another_guest(state, target)


def another_token(state: "MasquesState", place: Int) -> bool:
    """Whether a palace card other than `place` holds a token."""
    for other in range(state.size):
        if other != place and state.token[other] != NONE:
            return True
    return False


def another_guest(state: "MasquesState", hall: Int) -> bool:
    """Whether a hallway other than `hall` holds a guest."""
    for other in range(state.size):
        if other != hall and holds_guest(state, other):
            return True
    return False


def second_targets(state: "MasquesState", kind: Int, hall: Int, first: Int) -> list[Int]:
    """Parts that complete the ability after its first target (a hallway or palace card), ascending."""
    if kind == COURTESAN:
        return guests_in_hands(state)
    parts: list[Int] = []
    for other in range(state.size):
        if kind == TRADER:
            if other != first and state.token[other] != NONE:
                parts.append(PALACE + other)
        elif kind == GUARD:
            if other != hall and state.hallway[other] == NONE:
                parts.append(HALL + other)
        elif other != first and holds_guest(state, other):
            parts.append(HALL + other)
    return parts


def guests_in_hands(state: "MasquesState") -> list[Int]:
    """Guests of which a copy is in some hand. Everybody can tell: every guest of a draft is on the board or there."""
    left = state.in_play[:]
    for card in state.hallway:
        if 0 <= card < FIRST_AGENT:
            left[card] -= 1
    parts: list[Int] = []
    for guest in range(GUESTS):
        if left[guest]:
            parts.append(guest)
    return parts


def act(state: "MasquesState", seat: Int, kind: Int, hall: Int, first: Int, second: Int) -> None:
    """Carry out the ability of the agent that `seat` has just placed; targets are places, a guest for the courtesan."""
    if kind == ASSASSIN:
        state.guest_down[first] = 1
    elif kind == COURTESAN:
        courtesan(state, seat, first, second)
    elif kind == GONDOLIER:
        gondolier(state, first, second)
    elif kind == GUARD:
        guard(state, first, second)
    elif kind == THIEF:
        state.token_down[first] = 1
    else:
        trader(state, first, second)


def courtesan(state: "MasquesState", seat: Int, hall: Int, guest: Int) -> None:
    """The holder of `guest` must place it: of two Foscari 3 the first clockwise, beginning with the hirer."""
    holder = seat
    while guest not in state.hand[holder]:
        if guest == TWINS:
            state.lacks[holder] = 1
        holder = (holder + 1) % state.seats
    state.record(FORCED, holder, guest, hall)
    state.hand[holder].remove(guest)
    state.hallway[hall] = guest
    state.vacant.remove(hall)


def gondolier(state: "MasquesState", one: Int, other: Int) -> None:
    """Two guests exchange places; each keeps its facing."""
    card = state.hallway[one]
    down = state.guest_down[one]
    state.hallway[one] = state.hallway[other]
    state.guest_down[one] = state.guest_down[other]
    state.hallway[other] = card
    state.guest_down[other] = down


def guard(state: "MasquesState", start: Int, goal: Int) -> None:
    """A guest moves to a vacant hallway and keeps its facing."""
    state.hallway[goal] = state.hallway[start]
    state.guest_down[goal] = state.guest_down[start]
    state.hallway[start] = NONE
    state.guest_down[start] = 0
    state.vacant.remove(goal)
    add_sorted(state.vacant, start)


def trader(state: "MasquesState", one: Int, other: Int) -> None:
    """Two tokens exchange places; each keeps its facing, icons do not matter."""
    token = state.token[one]
    down = state.token_down[one]
    state.token[one] = state.token[other]
    state.token_down[one] = state.token_down[other]
    state.token[other] = token
    state.token_down[other] = down
