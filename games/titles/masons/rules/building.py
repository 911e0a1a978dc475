"""Towers at the free ends of the wall and houses next to it, as the dice say (rules page, #building).

One joint choice, made piece by piece: towers by point, then houses by space. Pieces are placed one at a time, in an
order that the player chooses, and the supply is checked at each; any result that some order reaches may be chosen.
"""

from games.core.engine.rows import Int
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import COLOURS, HOUSE, JOKER, NONE, NOTHING, TONES, TOWER
from games.titles.masons.rules.fields import MasonsFields


def towers_left(state: MasonsFields) -> Int:
    """Return the number of towers in the supply, of all tones."""
    found: Int = 0
    for tone in range(TONES):
        found += state.tower_left[tone]
    return found


def houses_left(state: MasonsFields) -> Int:
    """Return the number of houses in the supply, of all colours."""
    found: Int = 0
    for colour in range(COLOURS):
        found += state.house_left[colour]
    return found


def palaces_left(state: MasonsFields) -> Int:
    """Return the number of palaces in the supply, of all colours."""
    found: Int = 0
    for colour in range(COLOURS):
        found += state.palace_left[colour]
    return found


def free_ends(state: MasonsFields) -> list[Int]:
    """Return the ends of the new wall, 0 and 1, that carry no tower."""
    found: list[Int] = []
    if state.tower[BOARD.end_a[state.line]] == NONE:
        found.append(0)
    if state.tower[BOARD.end_b[state.line]] == NONE:
        found.append(1)
    return found


def towers_due(state: MasonsFields) -> Int:
    """Return how many towers are built: one at each free end, as long as there are any."""
    ends: Int = len(free_ends(state))
    left = towers_left(state)
    return min(left, ends)


def sites(state: MasonsFields) -> Int:
    """Return how many spaces are next to the new wall: one at the edge of the board."""
    return 1 if BOARD.space_b[state.line] == NONE else 2


def houses_due(state: MasonsFields) -> Int:
    """Return how many houses are built: one on each space next to the wall, as long as there are any."""
    spaces = sites(state)
    left = houses_left(state)
    return min(left, spaces)


def parts_due(state: MasonsFields) -> Int:
    """Return how many parts the move has: one for each piece, or one that says that nothing can be built."""
    pieces = towers_due(state) + houses_due(state)
    return pieces if pieces > 0 else 1


def options(state: MasonsFields) -> list[Int]:
    """Return the parts that may come next, after those in `state.composed`."""
    chosen: Int = len(state.composed)
    towers = towers_due(state)
    if chosen < towers:
        return _tower_options(state, chosen, towers)
    houses = houses_due(state)
    if houses == 0:
        return [NOTHING]
    return _house_options(state, chosen - towers, houses)


def point_of(state: MasonsFields, part: Int) -> Int:
    """Return the point for the tower of a part."""
    return BOARD.end_a[state.line] if part < TOWER + TONES else BOARD.end_b[state.line]


def space_of(state: MasonsFields, part: Int) -> Int:
    """Return the space for the house of a part."""
    return BOARD.space_a[state.line] if part < HOUSE + COLOURS else BOARD.space_b[state.line]


def place(state: MasonsFields, parts: list[Int]) -> None:
    """Build the pieces of a whole move."""
    for part in parts:
        if part >= HOUSE:
            colour = (part - HOUSE) % COLOURS
            state.house[space_of(state, part) * COLOURS + colour] += 1
            state.house_left[colour] -= 1
        elif part >= TOWER:
            tone = (part - TOWER) % TONES
            state.tower[point_of(state, part)] = tone
            state.tower_left[tone] -= 1
    state.built = [part for part in parts if part != NOTHING]


# Towers.


def _tower_options(state: MasonsFields, chosen: Int, due: Int) -> list[Int]:
    ends = free_ends(state)
    found: list[Int] = []
    if due == 2:
        end = chosen
        first = (state.composed[0] - TOWER) % TONES if chosen == 1 else NONE
        for tone in range(TONES):
            if _opens_pair(state, tone) if chosen == 0 else fits_towers(state, first, tone):
                found.append(TOWER + end * TONES + tone)
        return found
    for end in ends:  # one free end, or one tower left for two
        for tone in range(TONES):
            if fits_tower(state, tone):
                found.append(TOWER + end * TONES + tone)
    return found


def _opens_pair(state: MasonsFields, first: Int) -> bool:
    for second in range(TONES):
        if fits_towers(state, first, second):
            return True
    return False


def fits_tower(state: MasonsFields, tone: Int) -> bool:
    """Return whether a single tower may have this tone: that of the die; any, if none of that is left."""
    rolled = state.dice[0]
    return tone == rolled if state.tower_left[rolled] > 0 else state.tower_left[tone] > 0


def fits_towers(state: MasonsFields, one: Int, other: Int) -> bool:
    """Return whether two towers may have these tones: one of them that of the die, if any of that is left."""
    rolled = state.dice[0]
    if state.tower_left[rolled] > 0 and one != rolled and other != rolled:
        return False
    if one == other:
        return state.tower_left[one] > 1
    return state.tower_left[one] > 0 and state.tower_left[other] > 0


# Houses.


def _house_options(state: MasonsFields, chosen: Int, due: Int) -> list[Int]:
    found: list[Int] = []
    if due == 2:
        first = (state.composed[len(state.composed) - 1] - HOUSE) % COLOURS if chosen == 1 else NONE
        for colour in range(COLOURS):
            if _opens_houses(state, colour) if chosen == 0 else fits_houses(state, first, colour):
                found.append(HOUSE + chosen * COLOURS + colour)
        return found
    for side in range(sites(state)):  # one space at the edge of the board, or one house left for two
        for colour in range(COLOURS):
            if fits_die(state, state.dice[1], colour, NONE) or fits_die(state, state.dice[2], colour, NONE):
                found.append(HOUSE + side * COLOURS + colour)
    return found


def _opens_houses(state: MasonsFields, first: Int) -> bool:
    for second in range(COLOURS):
        if fits_houses(state, first, second):
            return True
    return False


def fits_die(state: MasonsFields, die: Int, colour: Int, taken: Int) -> bool:
    """Return whether a house of this colour may be built with a die, after one of the colour `taken` (NONE: none) has
    been: the colour of the die; any, if it shows the joker or none of its colour is left."""
    if die != JOKER and state.house_left[die] - (1 if die == taken else 0) > 0:
        return colour == die
    return state.house_left[colour] - (1 if colour == taken else 0) > 0


def fits_houses(state: MasonsFields, one: Int, other: Int) -> bool:
    """Return whether the two spaces may get houses of these colours: by either die each, in either order."""
    die, second = state.dice[1], state.dice[2]
    return _fits_order(state, die, one, second, other) or _fits_order(state, second, one, die, other)


def _fits_order(state: MasonsFields, die: Int, one: Int, second: Int, other: Int) -> bool:
    if fits_die(state, die, one, NONE) and fits_die(state, second, other, one):
        return True
    return fits_die(state, second, other, NONE) and fits_die(state, die, one, other)
