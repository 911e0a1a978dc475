"""The board of the match as rows of numbers, made from its file (board_file.py) when this module is loaded."""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.masons.rules.components import NONE, REGION_CODES

BOARD_NAME: Final = "masons-strip-42"
CORNERS: Final = 3
MOST_SPACES_AROUND: Final = 6  # of a point, in a grid of triangles


class Board:
    """The adjacency of points, lines and spaces. Nothing of it ever changes."""

    __slots__ = (
        "around",
        "coast",
        "corner",
        "end_a",
        "end_b",
        "lines",
        "points",
        "region",
        "side",
        "space_a",
        "space_b",
        "spaces",
    )

    def __init__(self, points: Int, lines: Int, spaces: Int) -> None:
        self.points: Int = points
        self.lines: Int = lines
        self.spaces: Int = spaces
        self.end_a: Row = vec[Int]([NONE] * lines)  # by line: its points, ascending
        self.end_b: Row = vec[Int]([NONE] * lines)
        self.space_a: Row = vec[Int]([NONE] * lines)  # by line: the spaces next to it, ascending
        self.space_b: Row = vec[Int]([NONE] * lines)  # NONE at the edge of the board
        self.corner: Row = vec[Int]([NONE] * (spaces * CORNERS))  # by space * CORNERS + 0..2: its points
        self.side: Row = vec[Int]([NONE] * (spaces * CORNERS))  # by space * CORNERS + 0..2: its lines
        self.around: Row = vec[Int]([NONE] * (points * MOST_SPACES_AROUND))  # by point: the spaces at it, then NONE
        self.coast: Row = vec[Int]([0] * points)
        self.region: Row = vec[Int]([NONE] * spaces)

    def across(self, line: Int, space: Int) -> Int:
        """Return the space on the other side of a line; NONE at the edge of the board."""
        return self.space_b[line] if self.space_a[line] == space else self.space_a[line]


def load_board(name: str) -> Board:
    """Return the board of this name; raises `BrokenBoard`."""
    from games.titles.masons.rules.board_file import read_board  # JSON and dicts are not compiled

    file = read_board(name)
    points, lines, spaces = list(file.points), list(file.lines), list(file.corners)
    board = Board(len(points), len(lines), len(spaces))
    for line, name in enumerate(lines):
        one, other = file.lines[name]
        board.end_a[line], board.end_b[line] = points.index(one), points.index(other)
    for point, name in enumerate(points):
        board.coast[point] = 1 if name in file.coast else 0
    taken = [0] * len(points)
    for space, name in enumerate(spaces):
        board.region[space] = REGION_CODES.index(file.regions[name])
        for at, corner in enumerate(file.corners[name]):
            point = points.index(corner)
            board.corner[space * CORNERS + at] = point
            board.around[point * MOST_SPACES_AROUND + taken[point]] = space
            taken[point] += 1
        for at, side in enumerate(file.sides[name]):
            line = lines.index(side)
            board.side[space * CORNERS + at] = line
            if board.space_a[line] == NONE:
                board.space_a[line] = space
            else:
                board.space_b[line] = space
    return board


BOARD: Final = load_board(BOARD_NAME)
