"""Coordinates of points, lines and spaces. The strip is drawn sideways: north is right, the west coast on top.

Lengths are units of the drawing: a line along the coast is UNIT long. The strip is drawn broader than it is, so that it
fills a screen that is less than half as high as wide, and pieces have room. The drawing is square, the strip in its
middle: turned by a quarter it is upright in the same square.
"""

from functools import cache
from math import sqrt
from typing import Final

from games.titles.masons.rules.names import BOARD_FILE

UNIT: Final = 50
HALF: Final = UNIT / 2  # from one y to the next
BROADER: Final = 1.9
COLUMN: Final = UNIT * sqrt(3) / 2 * BROADER  # from one column to the next
AT_THE_ENDS: Final = 12  # north and south of the strip
AT_THE_COASTS: Final = 36  # where the sea is
BEACH: Final = 9  # from the coast's points to the water
SWING: Final = 9  # how far the shore swings
BEYOND: Final = 413  # of the strip's ends, as far as the land is drawn
REACH: Final = 0.2  # how much of a line at either end is left to its neighbours when it is tapped

Place = tuple[float, float]

WIDTH: Final = round(max(y for _x, y in BOARD_FILE.points.values()) * HALF + 2 * AT_THE_ENDS)
HEIGHT: Final = round(max(x for x, _y in BOARD_FILE.points.values()) * COLUMN + 2 * AT_THE_COASTS)


def number(value: float) -> str:
    """Return a coordinate in whole units: a page has hundreds of them.

    >>> number(12.04), number(11.9)
    ('12', '12')
    """
    return str(round(value))


@cache
def point_place(point: str) -> Place:
    """Return where a point lies."""
    x, y = BOARD_FILE.points[point]
    return AT_THE_ENDS + y * HALF, AT_THE_COASTS + x * COLUMN


@cache
def space_place(space: str) -> Place:
    """Return the middle of a space."""
    places = [point_place(corner) for corner in BOARD_FILE.corners[space]]
    return sum(x for x, _y in places) / 3, sum(y for _x, y in places) / 3


@cache
def line_path(line: str) -> str:
    """Return the path of a line from point to point."""
    (x1, y1), (x2, y2) = (point_place(end) for end in BOARD_FILE.lines[line])
    return f"M{number(x1)} {number(y1)}l{number(x2 - x1)} {number(y2 - y1)}"


@cache
def line_reach(line: str) -> str:
    """Return the path of the middle of a line, where a tap means it and not one of those that meet it."""
    (x1, y1), (x2, y2) = (point_place(end) for end in BOARD_FILE.lines[line])
    across, down = (x2 - x1) * REACH, (y2 - y1) * REACH
    return f"M{number(x1 + across)} {number(y1 + down)}L{number(x2 - across)} {number(y2 - down)}"


@cache
def space_path(space: str) -> str:
    """Return the path around the triangle of a space."""
    corners = " ".join(
        f"{number(x)} {number(y)}" for x, y in (point_place(corner) for corner in BOARD_FILE.corners[space])
    )
    return f"M{corners}Z"


@cache
def widens(space: str) -> int:
    """Return the direction from the middle of a space to where it is wide: 1 is down, -1 is up."""
    y = space_place(space)[1]
    points_up = sum(place[1] < y for place in map(point_place, BOARD_FILE.corners[space])) == 1
    return 1 if points_up else -1


def slots(space: str, count: int) -> tuple[float, list[Place]]:
    """Return the width of buildings on a space, and the places of this many of them."""
    x, y = space_place(space)
    wide = widens(space)
    if count == 1:
        return 22, [(x, y + 6 * wide)]
    row = [(x - 8.5, y + 14 * wide), (x + 8.5, y + 14 * wide)]
    if count == 2:
        return 16.5, row
    return 16, [*row, (x, y - 3 * wide)] + [(x, y - 19 * wide)] * (count - 3)


@cache
def line_middle(line: str) -> Place:
    """Return the middle of a line."""
    (x1, y1), (x2, y2) = (point_place(end) for end in BOARD_FILE.lines[line])
    return (x1 + x2) / 2, (y1 + y2) / 2


@cache
def shore_path() -> str:
    """Return the path around the land with its beach, beyond the drawing at both ends: the shore swings around each
    line along the water, bays and capes in turn."""
    shores = [point_place(point)[1] for point in BOARD_FILE.coast]
    west, east = min(shores) - BEACH, max(shores) + BEACH
    north = f"q{HALF:g} -{SWING} {UNIT} 0q{HALF:g} {SWING} {UNIT} 0"
    south = f"q-{HALF:g} {SWING} -{UNIT} 0q-{HALF:g} -{SWING} -{UNIT} 0"
    bays = round((WIDTH + 2 * BEYOND) / (2 * UNIT))
    return f"M-{BEYOND} {number(west)}{north * bays}V{number(east)}{south * bays}Z"
