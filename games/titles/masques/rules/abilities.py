"""The targets and effects of agents' abilities (rules page, #agents), by the table in `agents`.

A target is asked for before the agent is in its hallway, which therefore still counts as vacant here.
"""

from games.core.engine.rows import Int
from games.core.engine.sets import ONLY, OTHERS, SIZE, members
from games.titles.masques.rules.agents import (
    ASSASSIN,
    COURTESAN,
    FACE_UP_GUEST,
    FACE_UP_TOKEN,
    FIRST_TARGET,
    GONDOLIER,
    GUARD,
    GUEST,
    GUEST_IN_HAND,
    NO_TARGET,
    SECOND_TARGET,
    THIEF,
    TOKEN,
    TRADER,
    VACANT_HALLWAY,
    in_hallway,
    on_palace,
)
from games.titles.masques.rules.components import EFFECT_FORCED, FIRST_AGENT, GUESTS, HALL, NONE, PALACE, TWINS
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import holds, without_guest

# The ring.


def before(state: MasquesFields, hall: Int) -> Int:
    """Return the hallway counter-clockwise of `hall`, around corners too."""
    return hall - 1 if hall > 0 else state.size - 1


def after(state: MasquesFields, place: Int) -> Int:
    """Return the hallway clockwise of `place`, or the palace card behind hallway `place`."""
    return place + 1 if place + 1 < state.size else 0


def holds_guest(state: MasquesFields, hall: Int) -> bool:
    """Return whether there is a guest in hallway `hall`, face up or down."""
    return 0 <= state.hallway[hall] < FIRST_AGENT


# Targets.


def may_act(state: MasquesFields, kind: Int, hall: Int) -> bool:
    """Return whether an agent in `hall` would find any target."""
    far = after(state, hall)
    near = hall if on_palace(FIRST_TARGET[kind]) else before(state, hall)
    return may_touch(state, kind, near) or may_touch(state, kind, far)


def may_touch(state: MasquesFields, kind: Int, place: Int) -> bool:
    """Return whether the hallway or palace card `place`, next to the agent's hallway, can be its first target: it holds
    the required card or token, and a second target exists."""
    target = FIRST_TARGET[kind]
    if target == FACE_UP_TOKEN:
        if state.token[place] == NONE or state.token_down[place] == 1:
            return False
    elif target == VACANT_HALLWAY:
        if state.hallway[place] != NONE:
            return False
    elif target == FACE_UP_GUEST:
        if not holds_guest(state, place) or state.guest_down[place] == 1:
            return False
    elif target == GUEST:
        if not holds_guest(state, place):
            return False
    elif target == TOKEN:
        if state.token[place] == NONE:
            return False
    else:
        raise AssertionError("no such first target")
    second = SECOND_TARGET[kind]
    return second == NO_TARGET or has_second(state, second, place)


def has_second(state: MasquesFields, target: Int, first: Int) -> bool:
    """Return whether there is a second target of this sort once `first` is the first one."""
    if target == GUEST_IN_HAND:  # while a hallway is vacant, some hand holds a guest
        return True
    if target == VACANT_HALLWAY:
        return SIZE[state.vacant] > 1  # one other than the agent's own
    if target == TOKEN:
        for other in range(state.size):
            if other != first and state.token[other] != NONE:
                return True
        return False
    if target == GUEST:
        for other in range(state.size):
            if other != first and holds_guest(state, other):
                return True
        return False
    raise AssertionError("no such second target")


def first_targets(state: MasquesFields, kind: Int, hall: Int) -> list[Int]:
    """Return the parts that may be an agent's first target from `hall`, ascending; each can be completed."""
    parts: list[Int] = []
    low = hall
    high = after(state, hall)
    base = PALACE
    if not on_palace(FIRST_TARGET[kind]):
        low = before(state, hall)
        base = HALL
    if low > high:
        low, high = high, low
    if may_touch(state, kind, low):
        parts.append(base + low)
    if may_touch(state, kind, high):
        parts.append(base + high)
    return parts


def second_targets(state: MasquesFields, kind: Int, hall: Int, first: Int) -> list[Int]:
    """Return the parts that complete the ability of an agent in `hall` after its first target, a place, ascending."""
    target = SECOND_TARGET[kind]
    if target == GUEST_IN_HAND:
        return guests_in_hands(state)
    parts: list[Int] = []
    if target == TOKEN:
        for other in range(state.size):
            if other != first and state.token[other] != NONE:
                parts.append(PALACE + other)
    elif target == VACANT_HALLWAY:
        for other in members(state.vacant & OTHERS[hall]):
            parts.append(HALL + other)
    elif target == GUEST:
        for other in range(state.size):
            if other != first and holds_guest(state, other):
                parts.append(HALL + other)
    else:
        raise AssertionError("no such second target")
    return parts


def guests_in_hands(state: MasquesFields) -> list[Int]:
    """Return guests of which a copy is in some hand. This is public: every guest of a draft is on the board or in a
    hand."""
    left = state.in_play[:]
    for card in state.hallway:
        if 0 <= card < FIRST_AGENT:
            left[card] -= 1
    parts: list[Int] = []
    for guest in range(GUESTS):
        if left[guest]:
            parts.append(guest)
    return parts


# Effects. Targets are places; the courtesan's second one is a guest.


def act(state: MasquesFields, seat: Int, kind: Int, first: Int, second: Int) -> None:
    """Carry out the ability of the agent that `seat` has just placed."""
    if kind == COURTESAN:
        take_from_hand(state, seat, first, second)
    change_palace(state, kind, first, second)
    if in_hallway(FIRST_TARGET[kind]):
        update_vacant(state, first)
    if in_hallway(SECOND_TARGET[kind]):
        update_vacant(state, second)


def update_vacant(state: MasquesFields, hall: Int) -> None:
    """Update whether `hall` is among the vacant hallways from what it holds."""
    if state.hallway[hall] == NONE:
        state.vacant |= ONLY[hall]
    else:
        state.vacant &= OTHERS[hall]


def change_palace(state: MasquesFields, kind: Int, first: Int, second: Int) -> None:
    """Change hallways and palace cards as the ability does; `restore_palace` is the inverse. Bots try abilities this
    way: hands and `vacant`, the set of vacant hallways, stay as they are."""
    if kind == ASSASSIN:
        state.guest_down[first] = 1
    elif kind == COURTESAN:
        state.hallway[first] = second
    elif kind == GONDOLIER:
        exchange_guests(state, first, second)
    elif kind == GUARD:
        move_guest(state, first, second)
    elif kind == THIEF:
        state.token_down[first] = 1
    elif kind == TRADER:
        exchange_tokens(state, first, second)
    else:
        raise AssertionError("no effect for this kind of agent")


def restore_palace(state: MasquesFields, kind: Int, first: Int, second: Int) -> None:
    """Undo `change_palace` with the same targets."""
    if kind == ASSASSIN:
        state.guest_down[first] = 0
    elif kind == COURTESAN:
        state.hallway[first] = NONE
    elif kind == GONDOLIER:
        exchange_guests(state, first, second)
    elif kind == GUARD:
        move_guest(state, second, first)
    elif kind == THIEF:
        state.token_down[first] = 0
    elif kind == TRADER:
        exchange_tokens(state, first, second)
    else:
        raise AssertionError("no inverse for this kind of agent")


def take_from_hand(state: MasquesFields, seat: Int, hall: Int, guest: Int) -> None:
    """Take `guest` from its holder's hand for `hall`: of two Foscari 3 the first clockwise, starting with the hirer."""
    holder = seat
    while not holds(state.hand[holder], guest):
        if guest == TWINS:
            state.lacks[holder] = 1
        holder = (holder + 1) % state.seats
    state.record(EFFECT_FORCED, holder, guest, hall)
    state.hand[holder] = without_guest(state.hand[holder], guest)


def exchange_guests(state: MasquesFields, one: Int, other: Int) -> None:
    """Exchange the places of two guests; each keeps its facing."""
    card = state.hallway[one]
    down = state.guest_down[one]
    state.hallway[one] = state.hallway[other]
    state.guest_down[one] = state.guest_down[other]
    state.hallway[other] = card
    state.guest_down[other] = down


def move_guest(state: MasquesFields, start: Int, goal: Int) -> None:
    """Move a guest to a vacant hallway; it keeps its facing."""
    state.hallway[goal] = state.hallway[start]
    state.guest_down[goal] = state.guest_down[start]
    state.hallway[start] = NONE
    state.guest_down[start] = 0


def exchange_tokens(state: MasquesFields, one: Int, other: Int) -> None:
    """Exchange the places of two tokens; each keeps its facing, icons do not matter."""
    token = state.token[one]
    down = state.token_down[one]
    state.token[one] = state.token[other]
    state.token_down[one] = state.token_down[other]
    state.token[other] = token
    state.token_down[other] = down
