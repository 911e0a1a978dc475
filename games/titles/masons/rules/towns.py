"""Towns: what a wall encloses, what leaves it, palaces, and joining it with a neighbour (rules page, #towns)."""

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules import components as box
from games.titles.masons.rules import endings
from games.titles.masons.rules.board import BOARD, CORNERS, MOST_SPACES_AROUND
from games.titles.masons.rules.building import palaces_left
from games.titles.masons.rules.fields import MasonsFields


def complete(state: MasonsFields) -> None:
    """Record the town that the new wall encloses, if there is one, and clean it."""
    spaces = enclosed(state)
    if len(spaces) == 0:
        return
    state.last_town += 1
    state.new_town = state.last_town
    for space in spaces:
        state.town[space] = state.new_town
    state.record(box.EFFECT_TOWN, state.new_town)
    clean(state, state.new_town)


def enclosed(state: MasonsFields) -> list[Int]:
    """Return the spaces that the new wall encloses; empty if none. It can enclose those on one of its sides only: if
    both were closed now, they were one town before, and the line lay inside it."""
    line = state.line
    if state.walls_at[BOARD.end_a[line]] < 2 or state.walls_at[BOARD.end_b[line]] < 2:
        return []  # the wall ends in the open: it closes no ring
    spaces = closed(state, BOARD.space_a[line])
    if len(spaces) == 0 and BOARD.space_b[line] != box.NONE:
        spaces = closed(state, BOARD.space_b[line])
    return spaces


def closed(state: MasonsFields, start: Int) -> list[Int]:
    """Return all spaces that can be reached from `start` without crossing a wall; empty if the edge of the board can
    be: the edge is no wall."""
    reached: Row = vec[Int]([0] * BOARD.spaces)
    reached[start] = 1
    spaces: list[Int] = [start]
    at: Int = 0
    while at < len(spaces):
        space = spaces[at]
        at += 1
        for number in range(CORNERS):
            line = BOARD.side[space * CORNERS + number]
            if state.wall[line] == 1:
                continue
            other = BOARD.across(line, space)
            if other == box.NONE:
                return []
            if reached[other] == 0:
                reached[other] = 1
                spaces.append(other)
    return spaces


# Cleaning.


def clean(state: MasonsFields, town: Int) -> None:
    """Put the walls and towers inside a town back into the supply, and turn pairs of houses into palaces."""
    if _return_walls(state, town, town) + _return_towers(state, town) > 0:
        state.record(box.EFFECT_RETURNED)
    built: Int = 0
    for colour in range(box.COLOURS):
        while _turn_into_palace(state, town, colour):
            built += 1
    if built > 0:
        state.record(box.EFFECT_PALACES)
        if palaces_left(state) == 0:
            endings.latch(state, box.OUT_OF_PALACES)


def _return_walls(state: MasonsFields, town: Int, other: Int) -> Int:
    """Put walls with `town` on one side and `other` on the other back into the supply; return how many."""
    count: Int = 0
    for line in range(BOARD.lines):
        if state.wall[line] == 0 or BOARD.space_b[line] == box.NONE:
            continue
        one, two = state.town[BOARD.space_a[line]], state.town[BOARD.space_b[line]]
        if (one == town and two == other) or (one == other and two == town):
            state.wall[line] = 0
            state.walls_at[BOARD.end_a[line]] -= 1
            state.walls_at[BOARD.end_b[line]] -= 1
            state.walls_left += 1
            state.record(box.EFFECT_WALL_BACK, line)
            count += 1
    return count


def _return_towers(state: MasonsFields, town: Int) -> Int:
    """Put towers that are surrounded by the town, without a wall, back into the supply; return how many."""
    count: Int = 0
    for point in range(BOARD.points):
        tone = state.tower[point]
        if tone != box.NONE and state.walls_at[point] == 0 and _surrounded(state, point, town):
            state.tower[point] = box.NONE
            state.tower_left[tone] += 1
            state.record(box.EFFECT_TOWER_BACK, point, tone)
            count += 1
    return count


def _surrounded(state: MasonsFields, point: Int, town: Int) -> bool:
    for number in range(MOST_SPACES_AROUND):
        space = BOARD.around[point * MOST_SPACES_AROUND + number]
        if space != box.NONE and state.town[space] != town:
            return False
    return True


def _turn_into_palace(state: MasonsFields, town: Int, colour: Int) -> bool:
    """Turn two houses of a colour on the first spaces into a palace on the first of them; return False if there are no
    two, or no palace is left."""
    if state.palace_left[colour] == 0:
        return False
    first, second = box.NONE, box.NONE
    for space in range(BOARD.spaces):
        if state.town[space] != town:
            continue
        houses = state.house[space * box.COLOURS + colour]
        if houses > 0 and first == box.NONE:
            first = space
            houses -= 1
        if houses > 0:
            second = space
            break
    if second == box.NONE:
        return False
    state.house[first * box.COLOURS + colour] -= 1
    state.house[second * box.COLOURS + colour] -= 1
    state.house_left[colour] += 2
    state.palace_left[colour] -= 1
    state.palace[colour * box.PALACES_EACH + box.PALACES_EACH - 1 - state.palace_left[colour]] = first
    state.record(box.EFFECT_PALACE, first, colour)
    return True


# Neighbours.


def neighbours(state: MasonsFields, town: Int) -> list[Int]:
    """Return the towns that share a wall with `town`, ascending. A shared corner is not enough."""
    beside: Row = vec[Int]([0] * (state.last_town + 1))
    for line in range(BOARD.lines):
        if state.wall[line] == 1 and BOARD.space_b[line] != box.NONE:
            one, two = state.town[BOARD.space_a[line]], state.town[BOARD.space_b[line]]
            if one == town:
                beside[two] = 1
            elif two == town:
                beside[one] = 1
    return [other for other in range(1, state.last_town + 1) if beside[other] == 1 and other != town]


def merge(state: MasonsFields, old: Int) -> None:
    """Merge a neighbour into the new town; the walls between them go, and the whole is cleaned again."""
    town = state.new_town
    if _return_walls(state, town, old) > 0:
        state.record(box.EFFECT_RETURNED)
    for space in range(BOARD.spaces):
        if state.town[space] == old:
            state.town[space] = town
    state.record(box.EFFECT_MERGED, town, old)
    clean(state, town)


def towns_on_board(state: MasonsFields) -> list[Int]:
    """Return the ids of all towns on the board, ascending."""
    there: Row = vec[Int]([0] * (state.last_town + 1))
    for space in range(BOARD.spaces):
        there[state.town[space]] = 1
    return [town for town in range(1, state.last_town + 1) if there[town] == 1]
