"""The action phase: play a guest, hire an agent, or pass (rules page, #action).

A move's parts: a guest and a hallway; or HIRE + kind, a hallway and, if the agent would find any target, NO_ABILITY
or its first target, then its second one; or PASS. Options ascend (see `components`).
"""

from games.core.engine.rows import Int
from games.core.engine.sets import OTHERS, SIZE, members, nth
from games.titles.masques.rules import abilities
from games.titles.masques.rules.agents import DEAREST, PILE, one_step, price
from games.titles.masques.rules.components import (
    FIRST_AGENT,
    GUESTS,
    HALL,
    HIRE,
    NO_ABILITY,
    NONE,
    PALACE,
    PASS,
)
from games.titles.masques.rules.fields import MasquesFields
from games.titles.masques.rules.hands import GUEST_OF, ONE_OF_EACH, guests, without_guest


def payable(state: MasquesFields, seat: Int) -> Int:
    """Return the set of kinds of agents of which `seat` can pay the top card."""
    purse = state.ducats[seat]
    if purse > DEAREST:
        purse = DEAREST
    return state.offers[purse]


def options(state: MasquesFields) -> list[Int]:
    """Return parts that may come next in the move of the seat on turn."""
    length = len(state.chosen)
    if length == 0:
        return openings(state)
    if length == 1:
        return vacant_hallways(state)
    kind = state.chosen[0] - HIRE
    hall = state.chosen[1] - HALL
    if length == 2:
        return abilities.first_targets(state, kind, hall) + [NO_ABILITY]
    return abilities.second_targets(state, kind, hall, place_of(state.chosen[2]))


def openings(state: MasquesFields) -> list[Int]:
    """Return guests in hand, agents that can be paid, and passing with an empty hand."""
    seat = state.mover
    hand = state.hand[seat]
    parts = guests(hand & ONE_OF_EACH)
    for kind in members(payable(state, seat)):
        parts.append(HIRE + kind)
    if not hand:
        parts.append(PASS)
    return parts


def vacant_hallways(state: MasquesFields) -> list[Int]:
    """Return vacant hallways as parts."""
    return [HALL + hall for hall in members(state.vacant)]


def place_of(part: Int) -> Int:
    """Return the hallway, palace card or guest behind a target's part."""
    if part >= PALACE:
        return part - PALACE
    if part >= HALL:
        return part - HALL
    return part


def random_option(state: MasquesFields) -> Int:
    """Return one of `options`, equally likely."""
    if len(state.chosen) == 1:
        return HALL + nth(state.vacant, state.randbelow(SIZE[state.vacant]))
    parts = options(state)
    return parts[state.randbelow(len(parts))]


def random_move(state: MasquesFields) -> None:
    """Carry out a whole random move, each part as likely as by `random_option`; one number draws the opening and its
    hallway."""
    seat = state.mover
    hand = state.hand[seat] & ONE_OF_EACH
    kinds = payable(state, seat)
    cards = SIZE[hand]
    openings = cards + SIZE[kinds]
    if not hand:
        openings += 1  # the last one: to pass
    rooms = SIZE[state.vacant]
    number = state.randbelow(openings * rooms)
    opening = number // rooms
    hall = nth(state.vacant, number % rooms)
    if opening < cards:
        play(state, seat, GUEST_OF[nth(hand, opening)], hall)
    elif hand or opening < openings - 1:
        random_hire(state, seat, nth(kinds, opening - cards), hall)


def random_hire(state: MasquesFields, seat: Int, kind: Int, hall: Int) -> None:
    """Hire an agent for `hall`, with any ability that it finds a target for there, or without."""
    if not abilities.may_act(state, kind, hall):
        hire(state, seat, kind, hall)
        return
    state.chosen = [HIRE + kind, HALL + hall]
    while not choose(state, random_option(state)):
        pass


def choose(state: MasquesFields, part: Int) -> bool:
    """Take the next part; return whether the move is complete and has taken effect."""
    chosen = state.chosen
    count = len(chosen)
    if part == PASS:
        return True
    if count == 0:
        chosen.append(part)
        return False
    seat = state.mover
    if count == 1:
        if chosen[0] < GUESTS:
            play(state, seat, chosen[0], part - HALL)
        elif abilities.may_act(state, chosen[0] - HIRE, part - HALL):
            chosen.append(part)
            return False
        else:
            hire(state, seat, chosen[0] - HIRE, part - HALL)
    else:
        kind = chosen[0] - HIRE
        hall = chosen[1] - HALL
        if count == 2 and part != NO_ABILITY and not one_step(kind):
            chosen.append(part)
            return False
        hire(state, seat, kind, hall)
        if count == 3:
            abilities.act(state, seat, kind, place_of(chosen[2]), place_of(part))
        elif part != NO_ABILITY:
            abilities.act(state, seat, kind, place_of(part), NONE)
    state.chosen = []
    return True


def play(state: MasquesFields, seat: Int, guest: Int, hall: Int) -> None:
    """Play a guest face up from the hand into a vacant hallway."""
    state.hand[seat] = without_guest(state.hand[seat], guest)
    state.hallway[hall] = guest
    state.vacant &= OTHERS[hall]


def hire(state: MasquesFields, seat: Int, kind: Int, hall: Int) -> None:
    """Pay for the top card of a pile and place it."""
    cost = price(kind, state.bought[kind])
    state.ducats[seat] -= cost
    state.bank += cost
    state.hallway[hall] = FIRST_AGENT + kind * PILE + state.bought[kind]
    state.bought[kind] += 1
    state.vacant &= OTHERS[hall]
    for purse in range(cost, min(price(kind, state.bought[kind]), DEAREST + 1)):
        state.offers[purse] &= OTHERS[kind]
