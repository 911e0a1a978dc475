"""What the user of a power may choose, part by part."""

from games.core.rows import Int
from games.titles.mascarade.rules.coins import is_among_richest
from games.titles.mascarade.rules.components import (
    DECLINE,
    FOOL,
    NONE,
    PLAYER,
    PRETEND,
    PUPPETEER,
    SLOT,
    SORCERESS,
    SPY,
    SWAP_PART,
    TRICKSTER,
)
from games.titles.mascarade.rules.fields import MascaradeFields


def options(state: MascaradeFields) -> list[Int]:
    """The parts that may come next, ascending. Of two targets the lower slot is chosen first."""
    user = state.user
    chosen = len(state.composed)
    if state.announced == SORCERESS or state.announced == TRICKSTER:
        return players(state, user)
    if state.announced == FOOL or state.announced == PUPPETEER:
        if chosen == 2:
            return [PRETEND, SWAP_PART]
        if chosen == 1:
            return seconds(state, user, state.composed[0] - SLOT)
        return [SLOT + slot for slot in slots(state, user, False) if seconds(state, user, slot)]
    return [SLOT + slot for slot in slots(state, user, state.announced == SPY)]


def parts_due(state: MascaradeFields) -> Int:
    """How many parts the choice has."""
    if state.announced == FOOL:
        return 3
    return 2 if state.announced == PUPPETEER else 1


def players(state: MascaradeFields, user: Int) -> list[Int]:
    """Sorceress: to decline, or any other player. Trickster: the richest of the others."""
    found: list[Int] = [DECLINE] if state.announced == SORCERESS else []
    for seat in range(state.seats):
        if seat != user and (state.announced == SORCERESS or is_among_richest(state, seat, user)):
            found.append(PLAYER + seat)
    return found


def slots(state: MascaradeFields, user: Int, centre: bool) -> list[Int]:
    """The slots of the other seats, and the centre's if `centre`."""
    found: list[Int] = []
    for slot in range(state.places):
        owner = state.owner[slot]
        if owner != user and (owner != NONE or centre):
            found.append(slot)
    return found


def seconds(state: MascaradeFields, user: Int, first: Int) -> list[Int]:
    """The second slot beside `first`: of another player, if there are two others; else also of the same one."""
    found: list[Int] = []
    for slot in range(first + 1, state.places):
        owner = state.owner[slot]
        if owner != user and owner != NONE and (owner != state.owner[first] or state.seats == 2):
            found.append(SLOT + slot)
    return found


def pairs(state: MascaradeFields) -> list[tuple[Int, Int]]:
    """The two targets of a Fool or a Puppeteer: all parts that may be chosen together, the lower slot first."""
    found: list[tuple[Int, Int]] = []
    if state.announced == FOOL or state.announced == PUPPETEER:
        for slot in slots(state, state.user, False):
            for second in seconds(state, state.user, slot):
                found.append((SLOT + slot, second))
    return found
