"""The board is data: what it holds, and that a file which describes no board is refused with a sentence."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.titles.masons.rules.board import BOARD, BOARD_NAME
from games.titles.masons.rules.board_file import FOLDER, BrokenBoard, parse_board, read_board
from games.titles.masons.rules.components import NONE

FACTS: dict[str, Any] = json.loads((FOLDER / f"{BOARD_NAME}.json").read_text(encoding="utf-8"))
FILE = read_board(BOARD_NAME)


def test_points_lines_and_spaces() -> None:
    assert (len(FILE.points), len(FILE.lines), len(FILE.corners)) == (42, 101, 60)
    assert len(FILE.points) - len(FILE.lines) + len(FILE.corners) == 1


def test_edge_lines_have_one_space_and_inner_lines_two() -> None:
    assert Counter(len(FILE.beside[line]) for line in FILE.lines) == {1: 22, 2: 79}


def test_three_regions_of_twenty_spaces() -> None:
    assert Counter(FILE.regions.values()) == {"S": 20, "M": 20, "N": 20}


def test_regions_meet_at_zigzags() -> None:
    border = {line for line in FILE.lines if len({FILE.regions[space] for space in FILE.beside[line]}) == 2}
    assert border == {"a3b4", "b4c3", "c3d4", "d4e3", "a6b6", "b6c6", "c6d6", "d6e6"}


def test_sixteen_points_lie_at_the_coast() -> None:
    assert FILE.coast == {f"{column}{number}" for column in "ae" for number in range(1, 9)}


def test_rows_of_the_rules_say_what_the_file_says() -> None:
    assert (BOARD.points, BOARD.lines, BOARD.spaces) == (42, 101, 60)
    spaces, points, lines = list(FILE.corners), list(FILE.points), list(FILE.lines)
    for number, line in enumerate(lines):
        beside = [space for space in (BOARD.space_a[number], BOARD.space_b[number]) if space != NONE]
        assert [spaces[space] for space in beside] == list(FILE.beside[line])
        assert (points[BOARD.end_a[number]], points[BOARD.end_b[number]]) == FILE.lines[line]
    for number, space in enumerate(spaces):
        assert [points[BOARD.corner[number * 3 + at]] for at in range(3)] == list(FILE.corners[space])
        assert {lines[BOARD.side[number * 3 + at]] for at in range(3)} == set(FILE.sides[space])
    for number, point in enumerate(points):
        around = {BOARD.around[number * 6 + at] for at in range(6)} - {NONE}
        assert {spaces[space] for space in around} == {
            name for name, corners in FILE.corners.items() if point in corners
        }


def change(facts: dict[str, Any], *path: str, value: object) -> None:
    """Set an item of nested dicts; None removes it."""
    for key in path[:-1]:
        facts = facts[key]
    if value is None:
        del facts[path[-1]]
    else:
        facts[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("points", "Z"), {"x": 0, "y": 0, "coast": False}, "Z is no name of a point"),
        (("spaces", "a1"), {"corners": ["a1", "a2", "b2"], "region": "S"}, "a1 is no name of a space"),
        (("lines", "a1a9"), ["a1", "a9"], "line a1a9 joins two points of the board"),
        (("lines", "b1a1"), ["b1", "a1"], "line b1a1 is called by its ends in order"),
        (("lines", "a1c1"), ["a1", "c1"], "the lines are sorted by their ends"),
        (("lines", "a1b1"), None, "space A1 has no side a1b1"),
        (("spaces", "A1"), None, "line a1b1 borders one space or two"),
        (("spaces", "A1", "corners"), ["a1", "b1", "b1"], "space A1 has three corners"),
        (("spaces", "A1", "corners"), ["b1", "a1", "b2"], "the corners of A1 are in order"),
        (("spaces", "A1", "region"), "X", "the regions are S, M, N"),
        (("spaces", "A1", "region"), "N", "region N is one piece"),
        (("points", "b5", "coast"), True, "coast points lie at the edge of the board"),
    ],
)
def test_a_file_that_describes_no_board_is_refused(path: tuple[str, ...], value: object, fault: str) -> None:
    facts = copy.deepcopy(FACTS)
    change(facts, *path, value=value)
    with pytest.raises(BrokenBoard) as found:
        parse_board(facts)
    assert fault in str(found.value)


@pytest.mark.parametrize(
    ("keep", "fault"),
    [
        (lambda point: False, "there is a coast"),
        (lambda point: True, "coast points lie at the edge"),
    ],
)
def test_a_coast_is_a_part_of_the_edge(keep: Callable[[str], bool], fault: str) -> None:
    facts = copy.deepcopy(FACTS)
    for name, point in facts["points"].items():
        point["coast"] = keep(name)
    with pytest.raises(BrokenBoard, match=fault):
        parse_board(facts)


def test_another_board_is_read_as_well() -> None:
    """Two triangles side by side, and one more: nothing in the reader knows the strip."""
    facts = {
        "name": "three",
        "points": {
            "a1": {"x": 0, "y": 1, "coast": True},
            "a2": {"x": 0, "y": 3, "coast": True},
            "b1": {"x": 1, "y": 0, "coast": False},
            "b2": {"x": 1, "y": 2, "coast": False},
            "b3": {"x": 1, "y": 4, "coast": False},
        },
        "lines": {name: [name[:2], name[2:]] for name in ("a1a2", "a1b1", "a1b2", "a2b2", "a2b3", "b1b2", "b2b3")},
        "spaces": {
            "A1": {"corners": ["a1", "b1", "b2"], "region": "S"},
            "A2": {"corners": ["a1", "a2", "b2"], "region": "M"},
            "A3": {"corners": ["a2", "b2", "b3"], "region": "N"},
        },
    }
    board = parse_board(facts)
    assert [line for line in board.lines if len(board.beside[line]) == 2] == ["a1b2", "a2b2"]
