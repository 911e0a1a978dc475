"""Draws the examples of the rules page, and its table of cards: plain lists for its templates."""

from typing import Any, Final

from games.titles.masons.page import examples, geometry
from games.titles.masons.page.drawing import setting
from games.titles.masons.page.examples import Figure, Step
from games.titles.masons.page.geometry import number
from games.titles.masons.page.hand import face
from games.titles.masons.page.land import space, tower
from games.titles.masons.rules.components import FACE_CODES
from games.titles.masons.rules.names import BOARD_FILE, SPACE_NAMES

BORDER: Final = 14  # around a section


def drawings() -> dict[str, Any]:
    """All drawn examples by name, the cards, and the scenery and symbols that both draw."""
    return {
        **{name: figure(example) for name, example in examples.ALL.items()},
        "cards": [face(card) for card in FACE_CODES],
        "setting": setting(None),
    }


def figure(example: Figure) -> dict[str, Any]:
    """The steps of an example on its section of the board."""
    section = example.spaces.split()
    return {
        "caption": example.caption,
        "box": box(section),
        "ground": [{"code": BOARD_FILE.regions[name], "path": geometry.space_path(name)} for name in section],
        "steps": [step(each, example.steps[at - 1] if at else None) for at, each in enumerate(example.steps)],
    }


def box(section: list[str]) -> str:
    """The view of a section: left, top, width and height."""
    corners = [geometry.point_place(corner) for name in section for corner in BOARD_FILE.corners[name]]
    left, top = min(x for x, _y in corners) - BORDER, min(y for _x, y in corners) - BORDER
    width, height = max(x for x, _y in corners) + BORDER - left, max(y for _x, y in corners) + BORDER - top
    return " ".join(number(each) for each in (left, top, width, height))


def step(drawn: Step, before: Step | None) -> dict[str, Any]:
    """What stands there; a wall that was not there a step before is marked."""
    walls, earlier = drawn.walls.split(), before.walls.split() if before else drawn.walls.split()
    return {
        "title": drawn.title,
        "towns": ["".join(geometry.space_path(name) for name in spaces.split()) for spaces in drawn.towns.values()],
        "walls": [{"path": geometry.line_path(line), "new": line not in earlier} for line in walls],
        "towers": [standing_tower(word) for word in drawn.towers.split()],
        "buildings": buildings(drawn),
    }


def buildings(drawn: Step) -> list[dict[str, Any]]:
    """Palaces and houses by space."""
    on: dict[str, list[tuple[str, str, bool]]] = {}
    for kind, words in (("palace", drawn.palaces), ("house", drawn.houses)):
        for word in words.split():
            name, colours = word.split("=")
            on.setdefault(name, []).extend((kind, colour, False) for colour in colours.split(","))
    return [space(name, on[name]) for name in SPACE_NAMES if name in on]


def standing_tower(word: str) -> dict[str, Any]:
    """A tower: ``a2=W``."""
    point, _sign, tone = word.partition("=")
    return tower(point, tone, chosen=False)
