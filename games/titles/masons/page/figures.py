"""Draws the pictures of the rules page, and its table of cards: plain lists for its templates."""

from typing import Any, Final

from games.core.text import Text, _, ngettext
from games.titles.masons.page import examples, geometry, legend, numbered
from games.titles.masons.page.drawing import setting
from games.titles.masons.page.examples import Claim, Figure, Step, Term
from games.titles.masons.page.geometry import number
from games.titles.masons.page.hand import face
from games.titles.masons.page.land import TOWER_SIZE
from games.titles.masons.rules.components import FACE_CODES
from games.titles.masons.rules.names import BOARD_FILE, LINE_NUMBERS, POINT_NUMBERS, SPACE_NAMES, SPACE_NUMBERS

BORDER: Final = 16  # around a section: half a tower, and the ring of one that is counted
SCALE: Final = 1.5  # of a section on the page, where there is room
TOWER_RING: Final = 3  # from a tower to its ring
BUILDING_RING: Final = 2.5  # from a building to its ring
ROOM: Final = (0, 2, 1, 3)  # buildings on a space, from where the name of a town has most room next to them
NAME_LIFT: Final = 13  # from the middle of a space to the name of its town next to buildings


def drawings() -> dict[str, Any]:
    """Return all pictures: the examples by name, what they score, the numbered board, the pieces and dice; the cards;
    and the scenery and symbols that all draw."""
    return {
        **{name: figure(example) for name, example in examples.ALL.items()},
        "scored": [scored(name, example) for name, example in examples.ALL.items() if example.claims],
        "board": numbered.board(),
        "pieces": legend.pieces(),
        "dice": legend.dice(),
        "cards": [face(card) for card in FACE_CODES],
        "setting": setting(None),
    }


def figure(example: Figure) -> dict[str, Any]:
    """Return the steps of an example on its section of the board. Towns bear their names where there are several."""
    befores = (None, *example.steps)
    steps = [step(each, before) for each, before in zip(example.steps, befores, strict=False)]
    if len({name for each in example.steps for name in each.towns}) > 1:
        for drawn, each in zip(steps, example.steps, strict=True):
            drawn["names"] = [town_name(name, each) for name in each.towns]
    return {"caption": example.caption, **section(example), "steps": steps}


def section(example: Figure) -> dict[str, Any]:
    """Return the ground of an example: its frame and its spaces."""
    names = example.spaces.split()
    left, top, width, height = box(names)
    return {
        "box": " ".join(number(each) for each in (left, top, width, height)),
        "width": number(width * SCALE),
        "ground": [{"code": BOARD_FILE.regions[name], "path": geometry.space_path(name)} for name in names],
    }


def box(names: list[str]) -> tuple[float, float, float, float]:
    """Return the frame of a section: left, top, width and height."""
    corners = [geometry.point_place(corner) for name in names for corner in BOARD_FILE.corners[name]]
    left, top = min(x for x, _y in corners) - BORDER, min(y for _x, y in corners) - BORDER
    return left, top, max(x for x, _y in corners) + BORDER - left, max(y for _x, y in corners) + BORDER - top


def step(drawn: Step, before: Step | None) -> dict[str, Any]:
    """Return the pieces on the land and the dice thrown; a wall that was not there a step before is new."""
    walls, earlier = drawn.walls.split(), before.walls.split() if before else drawn.walls.split()
    return {
        "title": drawn.title,
        "dice": rolled(drawn.played),
        "towns": [town(name, drawn) for name in drawn.towns],
        "walls": [geometry.line_path(line) for line in walls if line in earlier],
        "new_walls": [geometry.line_path(line) for line in walls if line not in earlier],
        "towers": [tower(word) for word in drawn.towers.split()],
        "buildings": [each for space in SPACE_NAMES if built(drawn, space) for each in buildings(drawn, space)],
    }


def rolled(played: str) -> list[str]:
    """Return the symbols of the dice that fell in these tokens: ``D:W/r?``."""
    dice = next((token[2:] for token in played.split() if token.startswith("D:")), "")
    tone, _sign, houses = dice.partition("/")
    return [f"tower-{tone}" for _die in tone] + [legend.house_face(code) for code in houses]


def town(name: str, drawn: Step) -> dict[str, Any]:
    """Return the spaces of a town, as one shape."""
    return {"path": town_path(name, drawn), "new": name == drawn.new}


def town_path(name: str, drawn: Step) -> str:
    return "".join(geometry.space_path(space) for space in drawn.towns[name].split())


def town_name(name: str, drawn: Step) -> dict[str, str]:
    """Return where the name of a town fits: on an empty space, or next to what is built on one."""
    space = min(drawn.towns[name].split(), key=lambda each: ROOM.index(min(len(built(drawn, each)), ROOM[-1])))
    x, y = geometry.space_place(space)
    if built(drawn, space):
        y += -NAME_LIFT if points_up(space) else NAME_LIFT
    return {"name": name, "x": number(x), "y": number(y)}


def points_up(space: str) -> bool:
    """Return whether one corner of a space lies above its middle, and two below."""
    _x, middle = geometry.space_place(space)
    return sum(geometry.point_place(corner)[1] < middle for corner in BOARD_FILE.corners[space]) == 1


def tower(word: str) -> dict[str, str]:
    """Return a tower: ``a2=W``."""
    point, _sign, tone = word.partition("=")
    x, y = geometry.point_place(point)
    return {
        "tone": tone,
        "x": number(x - TOWER_SIZE / 2),
        "y": number(y - TOWER_SIZE / 2),
        "size": number(TOWER_SIZE),
    }


def built(drawn: Step, space: str) -> list[tuple[str, str]]:
    """Return kind and colour of everything on a space, palaces first."""
    words = [("palace", word) for word in drawn.palaces.split()] + [("house", word) for word in drawn.houses.split()]
    return [
        (kind, colour)
        for kind, word in words
        if word.partition("=")[0] == space
        for colour in word.partition("=")[2].split(",")
    ]


def buildings(drawn: Step, space: str) -> list[dict[str, str]]:
    """Return what is built on a space; empty if nothing is."""
    found = built(drawn, space)
    size, places = geometry.slots(space, len(found))
    return [
        {
            "symbol": f"{kind}-{colour}",
            "x": number(x - size / 2),
            "y": number(y - size / 2),
            "size": number(size),
        }
        for (kind, colour), (x, y) in zip(found, places, strict=True)
    ]


def scored(name: str, example: Figure) -> dict[str, Any]:
    """Return the last step of an example, and cards with what they count there."""
    last = example.steps[-1]
    return {
        "name": name,
        "caption": example.scored,
        **section(example),
        "step": step(last, None),
        "claims": [claim(each, last) for each in example.claims],
    }


def claim(counted: Claim, drawn: Step) -> dict[str, Any]:
    """Return a card, the marks around what it counts, and its sum."""
    words = [word for term in counted.terms for word in term.places.split()]
    return {
        "card": face(counted.card),
        "sum": total(counted),
        "rings": [ring(word, drawn) for word in words if word in POINT_NUMBERS or "=" in word],
        "outlines": [outline(word, drawn) for word in words if word not in POINT_NUMBERS and "=" not in word],
    }


def ring(word: str, drawn: Step) -> dict[str, str]:
    """Return the ring around the tower of a point, or around a building: ``A3=r``."""
    space, sign, colour = word.partition("=")
    if not sign:
        x, y = geometry.point_place(word)
        return {"x": number(x), "y": number(y), "r": number(TOWER_SIZE / 2 + TOWER_RING)}
    found = built(drawn, space)
    size, places = geometry.slots(space, len(found))
    x, y = places[[each for _kind, each in found].index(colour)]
    return {"x": number(x), "y": number(y), "r": number(size / 2 + BUILDING_RING)}


def outline(word: str, drawn: Step) -> str:
    """Return the outline of a wall, a space or a town."""
    if word in LINE_NUMBERS:
        return geometry.line_path(word)
    return geometry.space_path(word) if word in SPACE_NUMBERS else town_path(word, drawn)


def total(counted: Claim) -> Text:
    """Return “2 towers × 2 = 4” or “1 space: 6 points”."""
    points = ngettext("%(n)s point", "%(n)s points", counted.points)
    if not counted.terms[0].each:
        return _("%(counted)s: %(points)s", counted=number_of(counted.terms[0]), points=points)
    sums = [_("%(counted)s × %(each)s", counted=number_of(term), each=term.each) for term in counted.terms]
    added = sums[0]
    for more in sums[1:]:
        added = _("%(one)s + %(other)s", one=added, other=more)
    return _("%(sum)s = %(points)s", sum=added, points=counted.points)


def number_of(term: Term) -> Text:
    """Return “2 towers”."""
    return term.name(len(term.places.split()))
