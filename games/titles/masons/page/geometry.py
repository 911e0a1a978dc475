"""Where points, lines and spaces are drawn. The strip lies on its side: north is right, the west coast on top.

Lengths are units of the drawing: a line is UNIT long.
"""

from functools import cache
from math import sqrt
from typing import Final

from games.titles.masons.rules.names import BOARD_FILE

UNIT: Final = 50
HALF: Final = UNIT / 2  # from one y to the next
COLUMN: Final = UNIT * sqrt(3) / 2  # from one column to the next
MARGIN: Final = 22
REACH: Final = 0.2  # how much of a line at either end is left to its neighbours when it is tapped

Place = tuple[float, float]

WIDTH: Final = round(max(y for _x, y in BOARD_FILE.points.values()) * HALF + 2 * MARGIN)
HEIGHT: Final = round(max(x for x, _y in BOARD_FILE.points.values()) * COLUMN + 2 * MARGIN)


def number(value: float) -> str:
    """A coordinate in whole units: a page has hundreds of them.

    >>> number(12.04), number(11.9)
    ('12', '12')
    """
    return str(round(value))


@cache
def point_place(point: str) -> Place:
    """Where a point lies."""
    x, y = BOARD_FILE.points[point]
    return MARGIN + y * HALF, MARGIN + x * COLUMN


@cache
def space_place(space: str) -> Place:
    """The middle of a space."""
    places = [point_place(corner) for corner in BOARD_FILE.corners[space]]
    return sum(x for x, _y in places) / 3, sum(y for _x, y in places) / 3


@cache
def line_path(line: str) -> str:
    """A line from point to point."""
    (x1, y1), (x2, y2) = (point_place(end) for end in BOARD_FILE.lines[line])
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


@cache
def line_reach(line: str) -> str:
    """The middle of a line, where a tap means it and not one of those that meet it."""
    (x1, y1), (x2, y2) = (point_place(end) for end in BOARD_FILE.lines[line])
    across, down = (x2 - x1) * REACH, (y2 - y1) * REACH
    return f"M{number(x1 + across)} {number(y1 + down)}L{number(x2 - across)} {number(y2 - down)}"


@cache
def space_path(space: str) -> str:
    """The triangle of a space."""
    corners = " ".join(
        f"{number(x)} {number(y)}" for x, y in (point_place(corner) for corner in BOARD_FILE.corners[space])
    )
    return f"M{corners}Z"


def slots(space: str, count: int) -> tuple[float, list[Place]]:
    """How wide buildings on a space are, and where so many of them stand."""
    x, y = space_place(space)
    if count == 1:
        return 19, [(x, y)]
    points_up = sum(place[1] < y for place in map(point_place, BOARD_FILE.corners[space])) == 1
    if count == 2:
        return 14, [(x - 7, y), (x + 7, y)]
    lift = 3 if points_up else -3
    return 12.5, [(x - 8, y + lift), (x + 8, y + lift), (x, y - 3 * lift)][:count] + [(x, y)] * max(0, count - 3)


@cache
def coast_lines() -> tuple[str, ...]:
    """The edge lines along the water: between two points of the coast."""
    return tuple(line for line, ends in BOARD_FILE.lines.items() if set(ends) <= BOARD_FILE.coast)


@cache
def dry_path() -> str:
    """The land around the strip, where no water is: all between the two coasts, however wide the drawing is shown."""
    shore = [point_place(point)[1] for point in BOARD_FILE.coast]
    return f"M-2000 {number(min(shore))}H3000V{number(max(shore))}H-2000Z"
