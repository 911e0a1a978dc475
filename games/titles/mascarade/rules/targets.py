"""The choices of a power's user, part by part."""

from games.core.engine.rows import Int
from games.titles.mascarade.rules.coins import is_among_richest
from games.titles.mascarade.rules.components import DECLINE, NONE, PLAYER, PRETEND, SLOT, SWAP_PART
from games.titles.mascarade.rules.fields import MascaradeFields
from games.titles.mascarade.rules.masks import TARGETS
from games.titles.mascarade.rules.rows import ANY_SLOT, PLAYER_OR_NONE, RICHEST, TWO_SLOTS, TWO_UNSEEN


def options(state: MascaradeFields) -> list[Int]:
    """Return the parts that may come next, ascending. Of two targets the lower slot is chosen first."""
    user = state.user
    chosen = len(state.composed)
    target = TARGETS[state.announced]
    if target == PLAYER_OR_NONE or target == RICHEST:
        return players(state, user, target)
    if target == TWO_SLOTS or target == TWO_UNSEEN:
        if chosen == 2:
            return [PRETEND, SWAP_PART]
        if chosen == 1:
            return seconds(state, user, state.composed[0] - SLOT)
        return [SLOT + slot for slot in slots(state, user, False) if seconds(state, user, slot)]
    return [SLOT + slot for slot in slots(state, user, target == ANY_SLOT)]


def parts_due(state: MascaradeFields) -> Int:
    """Return how many parts the choice has."""
    target = TARGETS[state.announced]
    if target == TWO_UNSEEN:
        return 3
    return 2 if target == TWO_SLOTS else 1


def players(state: MascaradeFields, user: Int, target: Int) -> list[Int]:
    """Return the parts for one player: to decline, any other player, or the richest of the others."""
    found: list[Int] = [DECLINE] if target == PLAYER_OR_NONE else []
    for seat in range(state.seats):
        if seat != user and (target == PLAYER_OR_NONE or is_among_richest(state, seat, user)):
            found.append(PLAYER + seat)
    return found


def slots(state: MascaradeFields, user: Int, centre: bool) -> list[Int]:
    """Return the slots of the other seats, and the centre's if `centre`."""
    found: list[Int] = []
    for slot in range(state.places):
        owner = state.owner[slot]
        if owner != user and (owner != NONE or centre):
            found.append(slot)
    return found


def seconds(state: MascaradeFields, user: Int, first: Int) -> list[Int]:
    """Return the parts that may be the second target after the slot `first`: slots of another player, or with two seats
    also of the same one."""
    found: list[Int] = []
    for slot in range(first + 1, state.places):
        owner = state.owner[slot]
        if owner != user and owner != NONE and (owner != state.owner[first] or state.seats == 2):
            found.append(SLOT + slot)
    return found


def pairs(state: MascaradeFields) -> list[tuple[Int, Int]]:
    """Return all pairs of parts that may be chosen together as the targets of a power, the lower slot first."""
    found: list[tuple[Int, Int]] = []
    target = TARGETS[state.announced]
    if target == TWO_SLOTS or target == TWO_UNSEEN:
        for slot in slots(state, state.user, False):
            for second in seconds(state, state.user, slot):
                found.append((SLOT + slot, second))
    return found
