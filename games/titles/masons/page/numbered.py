"""The whole board for the rules page, with the name of everything: points, spaces, regions, coasts and edges."""

from itertools import pairwise
from typing import Any, Final

from games.titles.masons.page import geometry
from games.titles.masons.page.geometry import Place, number
from games.titles.masons.rules.components import REGION_CODES
from games.titles.masons.rules.names import BOARD_FILE, SPACE_NAMES
from games.titles.masons.text.names import REGIONS

WALL: Final = "a2b3"
SPACE: Final = "A3"
"""The wall and the space that the picture points out: the space lies beside the wall."""
SIDE: Final = 10  # left and right of the land, for the words along its edges
ABOVE: Final = 26  # for the words that point into the board
BELOW: Final = 42  # for the coast in the east, and the names of the regions
EMBLEM: Final = 16
EMBLEM_LEFT: Final = 8  # of the bar of a region to its emblem
WORDS_LEFT: Final = 44  # of the space that they point to
WORDS_RIGHT: Final = 32  # of the wall
ALONG: Final = 0.3  # of the wall, from its first end to where the words point: they cross no name there


def board() -> dict[str, Any]:
    """The board, and one wall and one space that are pointed out."""
    return {
        "box": f"{-SIDE} {-ABOVE} {geometry.WIDTH + 2 * SIDE} {geometry.HEIGHT + ABOVE + BELOW}",
        "left": -SIDE,
        "right": geometry.WIDTH + SIDE,
        "top": -ABOVE,
        "width": geometry.WIDTH,
        "middle": number(geometry.HEIGHT / 2),
        "shore": shore(),
        "regions": regions(),
        "coast": "".join(geometry.line_path(line) for line in geometry.coast_lines()),
        "points": [
            named(point, geometry.point_place(point)) | {"coast": point in BOARD_FILE.coast}
            for point in BOARD_FILE.points
        ],
        "spaces": [named(space, geometry.space_place(space)) for space in SPACE_NAMES],
        "wall": {"name": WALL, "path": geometry.line_path(WALL), **words(wall_place(), WORDS_RIGHT)},
        "space": {
            "name": SPACE,
            "path": geometry.space_path(SPACE),
            **words(geometry.space_place(SPACE), -WORDS_LEFT),
        },
    }


def named(name: str, place: Place) -> dict[str, Any]:
    """A name and where it is written."""
    x, y = place
    return {"name": name, "x": number(x), "y": number(y)}


def wall_place() -> Place:
    """Where the wall is pointed at."""
    (x1, y1), (x2, y2) = (geometry.point_place(end) for end in BOARD_FILE.lines[WALL])
    return x1 + ALONG * (x2 - x1), y1 + ALONG * (y2 - y1)


def words(place: Place, apart: int) -> dict[str, str]:
    """Above the board: the words that point to a place."""
    x, y = place
    return {"x": number(x), "y": number(y), "words_x": number(x + apart)}


def shore() -> dict[str, str]:
    """Between which heights there is land."""
    heights = [geometry.point_place(point)[1] for point in BOARD_FILE.coast]
    return {"top": number(min(heights)), "height": number(max(heights) - min(heights))}


def regions() -> list[dict[str, Any]]:
    """The ground of each region, and the bar with its name below the board."""
    places = [region_place(code) for code in REGION_CODES]
    ends = [geometry.MARGIN, *((one + other) / 2 for one, other in pairwise(places))]
    ends.append(geometry.WIDTH - geometry.MARGIN)
    return [
        {
            "code": code,
            "name": REGIONS[code],
            "path": "".join(geometry.space_path(space) for space in spaces_of(code)),
            "x": number(start),
            "width": number(end - start),
            "emblem": number(start + EMBLEM_LEFT),
            "middle": number((start + end) / 2 + EMBLEM / 2),
        }
        for code, start, end in zip(REGION_CODES, ends[:-1], ends[1:], strict=True)
    ]


def spaces_of(code: str) -> list[str]:
    return [space for space in SPACE_NAMES if BOARD_FILE.regions[space] == code]


def region_place(code: str) -> float:
    """How far to the north the middle of a region lies."""
    spaces = spaces_of(code)
    return sum(geometry.space_place(space)[0] for space in spaces) / len(spaces)
