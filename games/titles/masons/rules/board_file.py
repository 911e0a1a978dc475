"""Reads a board from its file and checks it: any valid board can be played on."""

import json
import re
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from games.titles.masons.rules.components import MOST_LINES, REGION_CODES

FOLDER = Path(__file__).parent.parent / "boards"
_POINT = re.compile(r"[a-z][1-9]\d?")
_SPACE = re.compile(r"[A-Z][1-9]\d?")


class BrokenBoard(ValueError):
    """The file describes no board; the message says why."""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board as its file describes it. Points and spaces are sorted by strip and number, lines by their ends; they are
    numbered in that order."""

    name: str
    points: dict[str, tuple[int, int]]
    """By name: x and y, in half steps of the triangular grid."""
    coast: frozenset[str]
    lines: dict[str, tuple[str, str]]
    corners: dict[str, tuple[str, ...]]
    """By space: its three points."""
    sides: dict[str, tuple[str, ...]]
    """By space: the lines around it."""
    beside: dict[str, tuple[str, ...]]
    """By line: the spaces on both sides of it; one at the edge of the board."""
    regions: dict[str, str]
    """By space: its region."""


def read_board(name: str) -> BoardFile:
    """Return the board of this name; raises `BrokenBoard`."""
    return parse_board(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def parse_board(facts: dict[str, Any]) -> BoardFile:
    """Return the board with these facts; raises `BrokenBoard`."""
    corners = {name: tuple(space["corners"]) for name, space in facts["spaces"].items()}
    sides = {name: tuple(one + other for one, other in combinations(its, 2)) for name, its in corners.items()}
    found = BoardFile(
        name=facts["name"],
        points={name: (point["x"], point["y"]) for name, point in facts["points"].items()},
        coast=frozenset(name for name, point in facts["points"].items() if point["coast"]),
        lines={name: (ends[0], ends[1]) for name, ends in facts["lines"].items()},
        corners=corners,
        sides=sides,
        beside={line: tuple(space for space, its in sides.items() if line in its) for line in facts["lines"]},
        regions={name: space["region"] for name, space in facts["spaces"].items()},
    )
    _check_names(found)
    _check_shape(found)
    _check_regions(found)
    _check_coast(found)
    return found


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise BrokenBoard(fault)


def order(name: str) -> tuple[str, int]:
    """Return a sort key for points and spaces: A2 before A10."""
    return name[0], int(name[1:])


def _check_names(board: BoardFile) -> None:
    """Check that names are well formed and in order."""
    for kind, names, form in (("point", list(board.points), _POINT), ("space", list(board.corners), _SPACE)):
        for name in names:
            _require(form.fullmatch(name) is not None, f"{name} is no name of a {kind}")
        _require(names == sorted(names, key=order), f"the {kind}s are sorted by letter and number")
    for line, (one, other) in board.lines.items():
        _require(one in board.points and other in board.points, f"line {line} joins two points of the board")
        _require(order(one) < order(other) and line == one + other, f"line {line} is called by its ends in order")
    _require(len(board.lines) <= MOST_LINES, f"a board has at most {MOST_LINES} lines")
    lines = [(order(one), order(other)) for one, other in board.lines.values()]
    _require(lines == sorted(lines), "the lines are sorted by their ends")


def _check_shape(board: BoardFile) -> None:
    """Check that the triangles cover one piece of land: each line borders one space or two, and points, lines and
    spaces satisfy Euler's formula (V - E + F = 1, without the outside)."""
    for space, corners in board.corners.items():
        _require(len(set(corners)) == 3, f"space {space} has three corners")
        _require(list(corners) == sorted(corners, key=order), f"the corners of {space} are in order")
        for line in board.sides[space]:
            _require(line in board.lines, f"space {space} has no side {line}")
    for line in board.lines:
        _require(len(board.beside[line]) in (1, 2), f"line {line} borders one space or two")
    points = {corner for corners in board.corners.values() for corner in corners}
    _require(points == set(board.points), "every point is the corner of a space")
    euler = len(board.points) - len(board.lines) + len(board.corners)
    _require(euler == 1, f"points - lines + spaces is {euler}, not 1")
    _require(_connected(board, set(board.corners)), "the land is one piece")


def _check_regions(board: BoardFile) -> None:
    _require(set(board.regions.values()) == set(REGION_CODES), f"the regions are {', '.join(REGION_CODES)}")
    for region in REGION_CODES:
        spaces = {space for space, place in board.regions.items() if place == region}
        _require(_connected(board, spaces), f"region {region} is one piece")


def _check_coast(board: BoardFile) -> None:
    """Check that coast points lie at the edge, and that some land has no coast."""
    edge = {end for line, ends in board.lines.items() if len(board.beside[line]) == 1 for end in ends}
    _require(bool(board.coast), "there is a coast")
    _require(board.coast <= edge, "coast points lie at the edge of the board")
    _require(board.coast < set(board.points), "not every point lies at the coast")


def _connected(board: BoardFile, spaces: set[str]) -> bool:
    """Return whether one can walk from each of `spaces` to each other, across lines, without leaving them."""
    reached: set[str] = set()
    fresh = {min(spaces)}
    while fresh:
        reached |= fresh
        across = {other for space in fresh for line in board.sides[space] for other in board.beside[line]}
        fresh = across & spaces - reached
    return reached == spaces
