"""The value of each guild card (rules page, #scoring)."""

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules.board import BOARD, CORNERS
from games.titles.masons.rules.components import (
    COLOURS,
    FACES,
    NONE,
    OUTSIDE_COAST,
    OUTSIDE_HOUSES_OF,
    OUTSIDE_REGION,
    OUTSIDE_TOWERS,
    OUTSIDE_TOWERS_OF,
    OUTSIDE_WALLS,
    PALACES_EACH,
    TOWN_COLOURS,
    TOWN_HOUSES_OF,
    TOWN_OF_1,
    TOWN_OF_2,
    TOWN_OF_3,
    TOWN_OF_7,
    TOWN_PALACES,
    TOWN_TOWERS,
    TOWN_TOWERS_OF,
    TOWNS_NOW,
)
from games.titles.masons.rules.fields import MasonsFields

IN_A_TOWN = 1  # a corner of some town
IN_THIS_TOWN = 2  # a corner of the town that is scored


def card_values(state: MasonsFields, town: Int) -> Row:
    """Return the points of every face while `town` (0: none) is scored. Cards of the town are worth nothing without
    one."""
    found: Row = vec[Int]([0] * FACES)
    corners: Row = vec[Int]([0] * BOARD.points)
    size = _count_spaces(state, town, corners, found)
    if size == 1:
        found[TOWN_OF_1] = 6
    elif size == 2:
        found[TOWN_OF_2] = 7
    elif size == 3:
        found[TOWN_OF_3] = 8
    elif size >= 7:
        found[TOWN_OF_7] = 9
    _count_buildings(state, town, found)
    _count_towers(state, corners, found)
    for line in range(BOARD.lines):
        if state.wall[line] == 1 and state.town[BOARD.space_a[line]] == 0:
            other = BOARD.space_b[line]
            if other == NONE or state.town[other] == 0:
                found[OUTSIDE_WALLS] += 1
    return found


def _count_spaces(state: MasonsFields, town: Int, corners: Row, found: Row) -> Int:
    """Mark the corners of towns, count towns and houses outside of them; the size of `town`."""
    size: Int = 0
    seen: Row = vec[Int]([0] * (state.last_town + 1))
    for space in range(BOARD.spaces):
        its = state.town[space]
        if its == 0:
            for colour in range(COLOURS):
                houses = state.house[space * COLOURS + colour]
                if houses > 0:
                    found[OUTSIDE_HOUSES_OF + colour] += houses
                    found[OUTSIDE_REGION + BOARD.region[space]] += houses
            continue
        if seen[its] == 0:
            seen[its] = 1
            found[TOWNS_NOW] += 1
        if its == town:
            size += 1
        for number in range(CORNERS):
            corner = BOARD.corner[space * CORNERS + number]
            if its == town:
                corners[corner] = IN_THIS_TOWN
            elif corners[corner] == 0:
                corners[corner] = IN_A_TOWN
    return size


def _count_buildings(state: MasonsFields, town: Int, found: Row) -> None:
    """Count houses and palaces of the town, and how many colours they have."""
    if town == 0:
        return
    colours: Int = 0
    for colour in range(COLOURS):
        houses: Int = 0
        palaces: Int = 0
        for space in range(BOARD.spaces):
            if state.town[space] == town:
                houses += state.house[space * COLOURS + colour]
        for number in range(PALACES_EACH):
            place = state.palace[colour * PALACES_EACH + number]
            if place != NONE and state.town[place] == town:
                palaces += 1
        found[TOWN_PALACES] += palaces
        found[TOWN_HOUSES_OF + colour] = 3 * palaces + houses
        if houses + palaces > 0:
            colours += 1
    if colours >= 4:
        found[TOWN_COLOURS] = 7
    elif colours >= 2:
        found[TOWN_COLOURS] = 4


def _count_towers(state: MasonsFields, corners: Row, found: Row) -> None:
    """Count towers of the town and those outside all towns. A tower between two towns belongs to both."""
    for point in range(BOARD.points):
        tone = state.tower[point]
        if tone == NONE:
            continue
        if corners[point] == IN_THIS_TOWN:
            found[TOWN_TOWERS] += 1
            found[TOWN_TOWERS_OF + tone] += 2
        elif corners[point] == 0:
            found[OUTSIDE_TOWERS] += 1
            found[OUTSIDE_TOWERS_OF + tone] += 2
            if BOARD.coast[point] == 1:
                found[OUTSIDE_COAST] += 2
