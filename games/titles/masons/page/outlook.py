"""The value of the cards after a choice, and in a scoring. Everything relevant is public, so a board of the rules is
set up from a view and knows no more than that."""

from typing import Final

from games.core.title.presenter import Composition
from games.titles.masons.rules import towns
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import (
    COLOUR_CODES,
    COLOURS,
    FACE_CODES,
    NONE,
    PALACES_EACH,
    TONE_CODES,
)
from games.titles.masons.rules.names import LINE_NUMBERS, POINT_NUMBERS, SPACE_NUMBERS
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.values import card_values
from games.titles.masons.rules.view import MasonsView

CHANGES_THE_BOARD: Final = ("wall", "build", "merge")


def values_after(view: MasonsView, composition: Composition | None) -> dict[str, int]:
    """Return the points of every card once the parts chosen so far are on the board; empty if they change nothing
    there. A wall that closes a town counts as if the town were complete: what the dice bring is not known."""
    if composition is None or not composition.words or view["phase"] not in CHANGES_THE_BOARD:
        return {}
    board = board_of(view)
    if view["phase"] == "merge":
        board.new_town = town_number(view["new_town"])
        if composition.words[0] != "-":
            towns.merge(board, town_number(composition.words[0]))
    else:
        for word in composition.words:
            _put(board, word)
        towns.complete(board)
    return _values(board, board.new_town)


def values_for(view: MasonsView, town: str) -> dict[str, int]:
    """Return the points of every card while this town of the view is scored; ``0`` for none."""
    return _values(board_of(view), town_number(town))


def town_number(town: str | None) -> int:
    """Return the number of a town by its word: 3 of ``T3``, 0 of ``0`` or of none."""
    return int(town.removeprefix("T")) if town else 0


def board_of(view: MasonsView) -> MasonsState:
    """Return the board of a view, and what is left to build: the seats have nothing, and no seat decides."""
    board = MasonsState(None, view["seats"])
    for line in view["walls"]:
        _put(board, line)
    for point, tone in view["towers"].items():
        _put(board, f"{point}={tone}")
    for house in view["houses"]:
        for _each in range(house["count"]):
            _put(board, f"{house['space']}={house['colour']}")
    for palace in view["palaces"]:
        _put_palace(board, palace["space"], COLOUR_CODES.index(palace["colour"]))
    for town in view["towns"]:
        for space in town["spaces"]:
            board.town[SPACE_NUMBERS[space]] = town_number(town["id"])
        board.last_town = max(board.last_town, town_number(town["id"]))
    if view["line"]:
        board.line = LINE_NUMBERS[view["line"]]
    return board


def _put(board: MasonsState, word: str) -> None:
    """Put down what a part of a move names: a wall, ``a2=W`` or ``A3=r``."""
    place, sign, code = word.partition("=")
    if word in LINE_NUMBERS:
        line = LINE_NUMBERS[word]
        board.wall[line] = 1
        board.walls_at[BOARD.end_a[line]] += 1
        board.walls_at[BOARD.end_b[line]] += 1
        board.walls_left -= 1
        board.line = line
    elif sign and place in POINT_NUMBERS:
        board.tower[POINT_NUMBERS[place]] = TONE_CODES.index(code)
        board.tower_left[TONE_CODES.index(code)] -= 1
    elif sign:
        board.house[SPACE_NUMBERS[place] * COLOURS + COLOUR_CODES.index(code)] += 1
        board.house_left[COLOUR_CODES.index(code)] -= 1


def _put_palace(board: MasonsState, space: str, colour: int) -> None:
    number = colour * PALACES_EACH
    while board.palace[number] != NONE:
        number += 1
    board.palace[number] = SPACE_NUMBERS[space]
    board.palace_left[colour] -= 1


def _values(board: MasonsState, town: int) -> dict[str, int]:
    return {code: int(points) for code, points in zip(FACE_CODES, card_values(board, town), strict=True)}
