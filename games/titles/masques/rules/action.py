"""The action phase: play a guest, hire an agent, or pass (rules page, “The action phase”).

A move's parts: a guest and a hallway; or HIRE + kind, a hallway and, if the agent would find any target, NO_ABILITY
or its first target, then its second one; or PASS. Options ascend in the order of `phases`.
"""

from games.core.rows import Int
from games.titles.masques.rules import abilities
from games.titles.masques.rules.agents import PILE, PRICES, PRICES_EACH, one_step, price
from games.titles.masques.rules.components import (
    FIRST_AGENT,
    GUESTS,
    HALL,
    HIRE,
    NO_ABILITY,
    NONE,
    PALACE,
    PASS,
    TWINS,
    WITHIN,
)
from games.titles.masques.rules.fields import MasquesFields


def can_hire(state: MasquesFields, seat: Int) -> bool:
    """Whether `seat` can pay the top card of any pile."""
    purse = state.ducats[seat]
    for kind in WITHIN[purse]:
        if PRICES[kind * PRICES_EACH + state.bought[kind]] <= purse:
            return True
    return False


def options(state: MasquesFields) -> list[Int]:
    """Parts that may come next in the move of the seat on turn."""
    count = len(state.chosen)
    if count == 0:
        return openings(state)
    if count == 1:
        return vacant_hallways(state)
    kind = state.chosen[0] - HIRE
    hall = state.chosen[1] - HALL
    if count == 2:
        return abilities.first_targets(state, kind, hall) + [NO_ABILITY]
    return abilities.second_targets(state, kind, hall, place_of(state.chosen[2]))


def openings(state: MasquesFields) -> list[Int]:
    """Guests in hand, agents that can be paid, and passing with an empty hand."""
    seat = state.mover
    hand = state.hand[seat]
    parts = hand[:]
    if parts.count(TWINS) > 1:
        parts.remove(TWINS)  # either of them is the same opening
    purse = state.ducats[seat]
    bought = state.bought
    for kind in WITHIN[purse]:
        if PRICES[kind * PRICES_EACH + bought[kind]] <= purse:
            parts.append(HIRE + kind)
    if not hand:
        parts.append(PASS)
    return parts


def vacant_hallways(state: MasquesFields) -> list[Int]:
    """Vacant hallways as parts."""
    return [HALL + hall for hall in state.vacant]


def place_of(part: Int) -> Int:
    """The hallway, palace card or guest behind a target's part."""
    if part >= PALACE:
        return part - PALACE
    if part >= HALL:
        return part - HALL
    return part


def random_option(state: MasquesFields) -> Int:
    """One of `options`, equally likely."""
    if len(state.chosen) == 1:
        return HALL + state.vacant[state.randbelow(len(state.vacant))]
    parts = options(state)
    return parts[state.randbelow(len(parts))]


def random_move(state: MasquesFields) -> None:
    """A whole move, each part as likely as by `random_option`; one number draws the opening and its hallway."""
    parts = openings(state)
    rooms = len(state.vacant)
    number = state.randbelow(len(parts) * rooms)
    opening = parts[number // rooms]
    hall = state.vacant[number % rooms]
    if opening < GUESTS:
        play(state, state.mover, opening, hall)
    elif opening == PASS:
        return
    elif abilities.may_act(state, opening - HIRE, hall):
        state.chosen = [opening, HALL + hall]
        while not choose(state, random_option(state)):
            pass
    else:
        hire(state, state.mover, opening - HIRE, hall)


def choose(state: MasquesFields, part: Int) -> bool:
    """Take the next part; True when the move was complete and has taken effect."""
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
    """A guest goes face up from the hand into a vacant hallway."""
    state.hand[seat].remove(guest)
    state.hallway[hall] = guest
    state.vacant.remove(hall)


def hire(state: MasquesFields, seat: Int, kind: Int, hall: Int) -> None:
    """Pay for the top card of a pile and place it."""
    cost = price(kind, state.bought[kind])
    state.ducats[seat] -= cost
    state.bank += cost
    state.hallway[hall] = FIRST_AGENT + kind * PILE + state.bought[kind]
    state.bought[kind] += 1
    state.vacant.remove(hall)
