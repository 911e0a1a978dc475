"""Names of points, lines and spaces of the board, in the notation, on pages and in views."""

from typing import Final

from games.titles.masons.rules.board import BOARD_NAME
from games.titles.masons.rules.board_file import read_board

BOARD_FILE: Final = read_board(BOARD_NAME)
POINT_NAMES: Final = tuple(BOARD_FILE.points)
LINE_NAMES: Final = tuple(BOARD_FILE.lines)
SPACE_NAMES: Final = tuple(BOARD_FILE.corners)
POINT_NUMBERS: Final = {name: number for number, name in enumerate(POINT_NAMES)}
LINE_NUMBERS: Final = {name: number for number, name in enumerate(LINE_NAMES)}
SPACE_NUMBERS: Final = {name: number for number, name in enumerate(SPACE_NAMES)}


def town_word(town: int) -> str:
    """Return the word of a town, ``T3``; ``0`` for no town."""
    return f"T{town}" if town else "0"
