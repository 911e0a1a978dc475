"""The value of each guild card (rules page, #scoring)."""

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules import components as box
from games.titles.masons.rules.board import BOARD, CORNERS
from games.titles.masons.rules.fields import MasonsFields

IN_A_TOWN = 1  # a corner of some town
IN_THIS_TOWN = 2  # a corner of the town that is scored


def card_values(state: MasonsFields, town: Int) -> Row:
    """Return the points of every face while `town` (0: none) is scored. Cards of the town are worth nothing without
    one."""
    found: Row = vec[Int]([0] * box.FACES)
    corners: Row = vec[Int]([0] * BOARD.points)
    size = _count_spaces(state, town, corners, found)
    if size == 1:
        found[box.TOWN_OF_1] = 6
    elif size == 2:
        found[box.TOWN_OF_2] = 7
    elif size == 3:
        found[box.TOWN_OF_3] = 8
    elif size >= 7:
        found[box.TOWN_OF_7] = 9
    _count_buildings(state, town, found)
    _count_towers(state, corners, found)
    for line in range(BOARD.lines):
        if state.wall[line] == 1 and state.town[BOARD.space_a[line]] == 0:
            other = BOARD.space_b[line]
            if other == box.NONE or state.town[other] == 0:
                found[box.OUTSIDE_WALLS] += 1
    return found


def _count_spaces(state: MasonsFields, town: Int, corners: Row, found: Row) -> Int:
    """Mark the corners of towns, count towns and houses outside of them; return the size of `town`."""
    size: Int = 0
    seen: Row = vec[Int]([0] * (state.last_town + 1))
    for space in range(BOARD.spaces):
        its = state.town[space]
        if its == 0:
            for colour in range(box.COLOURS):
                houses = state.house[space * box.COLOURS + colour]
                if houses > 0:
                    found[box.OUTSIDE_HOUSES_OF + colour] += houses
                    found[box.OUTSIDE_REGION + BOARD.region[space]] += houses
            continue
        if seen[its] == 0:
            seen[its] = 1
            found[box.TOWNS_NOW] += 1
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
    for colour in range(box.COLOURS):
        houses: Int = 0
        palaces: Int = 0
        for space in range(BOARD.spaces):
            if state.town[space] == town:
                houses += state.house[space * box.COLOURS + colour]
        for number in range(box.PALACES_EACH):
            place = state.palace[colour * box.PALACES_EACH + number]
            if place != box.NONE and state.town[place] == town:
                palaces += 1
        found[box.TOWN_PALACES] += palaces
        found[box.TOWN_HOUSES_OF + colour] = 3 * palaces + houses
        if houses + palaces > 0:
            colours += 1
    if colours >= 4:
        found[box.TOWN_COLOURS] = 7
    elif colours >= 2:
        found[box.TOWN_COLOURS] = 4


def _count_towers(state: MasonsFields, corners: Row, found: Row) -> None:
    """Count towers of the town and those outside all towns. A tower between two towns belongs to both."""
    for point in range(BOARD.points):
        tone = state.tower[point]
        if tone == box.NONE:
            continue
        if corners[point] == IN_THIS_TOWN:
            found[box.TOWN_TOWERS] += 1
            found[box.TOWN_TOWERS_OF + tone] += 2
        elif corners[point] == 0:
            found[box.OUTSIDE_TOWERS] += 1
            found[box.OUTSIDE_TOWERS_OF + tone] += 2
            if BOARD.coast[point] == 1:
                found[box.OUTSIDE_COAST] += 2
