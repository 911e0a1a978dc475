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
"""The wall and the space that the picture points out: the space is next to the wall."""
ALONG: Final = 0.3  # of the wall, from its first end to where the words point: they cross no name there
WORDS_LEFT: Final = 44  # of the space that they point to
WORDS_RIGHT: Final = 32  # of the wall
EMBLEM_LEFT: Final = 8  # of the bar of a region to its emblem
EMBLEM: Final = 16
BAR: Final = 22  # the height of such a bar
PLACES: Final = tuple(geometry.point_place(point) for point in BOARD_FILE.points)
LEFT: Final = min(x for x, _y in PLACES)
RIGHT: Final = max(x for x, _y in PLACES)
TOP: Final = min(y for _x, y in PLACES)
BOTTOM: Final = max(y for _x, y in PLACES)
BESIDE: Final = 32  # the land in the south and north, for the words along its edges
ABOVE: Final = 48  # the sea in the west, for the words that point into the board
BELOW: Final = 64  # the one in the east, for its name and those of the regions


def board() -> dict[str, Any]:
    """Return the board, and one wall and one space that are pointed out."""
    return {
        "box": " ".join(
            map(number, (LEFT - BESIDE, TOP - ABOVE, RIGHT - LEFT + 2 * BESIDE, BOTTOM - TOP + ABOVE + BELOW))
        ),
        "shore": {"top": number(TOP), "height": number(BOTTOM - TOP)},
        "coast": "".join(geometry.line_path(line) for line, ends in BOARD_FILE.lines.items() if is_coast(ends)),
        "regions": regions(),
        "points": [
            named(point, geometry.point_place(point)) | {"coast": point in BOARD_FILE.coast}
            for point in BOARD_FILE.points
        ],
        "spaces": [named(space, geometry.space_place(space)) for space in SPACE_NAMES],
        "wall": {"name": WALL, "path": geometry.line_path(WALL), "pointer": pointer(wall_place(), WORDS_RIGHT)},
        "space": {"name": SPACE, "path": geometry.space_path(SPACE), "pointer": pointer(space_top(), -WORDS_LEFT)},
        "words": words(),
    }


def is_coast(ends: tuple[str, ...]) -> bool:
    """Return whether a line lies along the water."""
    return set(ends) <= BOARD_FILE.coast


def named(name: str, place: Place) -> dict[str, Any]:
    """Return a name and where it is written."""
    x, y = place
    return {"name": name, "x": number(x), "y": number(y)}


def wall_place() -> Place:
    """Return where to point at the wall."""
    (x1, y1), (x2, y2) = (geometry.point_place(end) for end in BOARD_FILE.lines[WALL])
    return x1 + ALONG * (x2 - x1), y1 + ALONG * (y2 - y1)


def space_top() -> Place:
    """Return where to point at the space: above its name."""
    x, y = geometry.space_place(SPACE)
    return x, y - 9


def pointer(place: Place, apart: int) -> dict[str, str]:
    """Return words above the board, and the line from there to a place."""
    x, y = place
    return {
        "x": number(x + apart),
        "y": number(TOP - 34),
        "path": f"M{number(x + apart)} {number(TOP - 26)}L{number(x)} {number(y)}",
    }


def words() -> dict[str, str]:
    """Return where coasts, edges and regions are named."""
    return {
        "west": f"{number((LEFT + 2 * RIGHT) / 3)} {number(TOP - 34)}",
        "east": f"{number((LEFT + RIGHT) / 2)} {number(BOTTOM + 21)}",
        "south": f"{number(LEFT - 21)} {number((TOP + BOTTOM) / 2)}",
        "north": f"{number(RIGHT + 21)} {number((TOP + BOTTOM) / 2)}",
    }


def regions() -> list[dict[str, Any]]:
    """Return the ground of each region, and the bar with its emblem and its name below the board."""
    places = [region_place(code) for code in REGION_CODES]
    ends = [LEFT, *((one + other) / 2 for one, other in pairwise(places)), RIGHT]
    top = BOTTOM + 34
    return [
        {
            "code": code,
            "name": REGIONS[code],
            "path": "".join(geometry.space_path(space) for space in spaces_of(code)),
            "x": number(start),
            "y": number(top),
            "width": number(end - start),
            "height": number(BAR),
            "emblem_x": number(start + EMBLEM_LEFT),
            "emblem_y": number(top + (BAR - EMBLEM) / 2),
            "name_x": number((start + end + EMBLEM) / 2),
            "name_y": number(top + BAR / 2),
        }
        for code, (start, end) in zip(REGION_CODES, pairwise(ends), strict=True)
    ]


def spaces_of(code: str) -> list[str]:
    return [space for space in SPACE_NAMES if BOARD_FILE.regions[space] == code]


def region_place(code: str) -> float:
    """Return how far to the north the middle of a region lies."""
    spaces = spaces_of(code)
    return sum(geometry.space_place(space)[0] for space in spaces) / len(spaces)
