"""The strip of land: towns, walls, towers and buildings, with the unfinished move, and the lines that may be walled."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from games.core.text import Text, TextList, _, ngettext
from games.core.title.presenter import Composition
from games.titles.masons.page import geometry
from games.titles.masons.page.closing import enclosed
from games.titles.masons.page.elements import line_id, point_id, space_id, town_id
from games.titles.masons.page.geometry import number
from games.titles.masons.rules.components import COLOUR_CODES
from games.titles.masons.rules.names import BOARD_FILE, LINE_NUMBERS, SPACE_NAMES
from games.titles.masons.rules.view import MasonsView, TownView
from games.titles.masons.text.names import COLOURS, HOUSES, JOKER, PALACES, TONES, TOWERS

TOWER_SIZE: Final = 20
NARROW: Final = 30  # from the middle of a space to a name next to buildings
EMBLEM: Final = 110  # of a region
DIE: Final = 26  # the side of one
DIE_GAP: Final = 4
DICE_EDGE: Final = 2  # from the edge of the drawing
SOUTHERN_TREES: Final = ((-24, 60), (-58, 96), (-22, 150), (-66, 200), (-26, 232), (-48, 290))
"""The places of trees south of the strip, visible where a screen is wider than the strip."""
NORTHERN_PEAKS: Final = ((428, 62), (462, 120), (430, 168), (470, 232), (432, 286))


def land(view: MasonsView, composition: Composition | None) -> dict[str, Any]:
    """Return everything on the board. Drawn things that represent an offered part carry its word."""
    chosen = composition.words if composition else ()
    offered = composition.offered if composition else ()
    planned = [word for word in chosen if "=" in word]
    wall = chosen[0] if view["phase"] == "wall" and chosen else None
    return {
        "box": f"0 {number((geometry.HEIGHT - geometry.WIDTH) / 2)} {geometry.WIDTH} {geometry.WIDTH}",
        "towns": [town(view, each, chosen, offered) for each in view["towns"]],
        "lines": lines(view, offered),
        "walls": [drawn_wall(line) for line in view["walls"]],
        "planned_wall": geometry.line_path(wall) if wall else "",
        "towers": towers(view, planned),
        "buildings": buildings(view, planned),
        "next": next_places(offered),
        "dice": dice(view),
        "thrown": not chosen,
    }


def lines(view: MasonsView, offered: Sequence[str]) -> list[dict[str, Any]]:
    """Return the lines that may get a wall; `closes` marks those where it would complete a town."""
    walls = set(view["walls"])
    return [
        {"word": word, "label": wall_name(word), "closes": bool(enclosed(walls, word))}
        for word in offered
        if word in LINE_NUMBERS
    ]


def dice(view: MasonsView) -> list[dict[str, Any]]:
    """Return the three dice, in the western water level with the new wall, until what they show is built; empty
    otherwise. The supply may lie over the eastern water."""
    if view["phase"] != "build" or view["dice"] is None or view["line"] is None:
        return []
    at_x, _at_y = geometry.line_middle(view["line"])
    left = min(max(at_x, DIE + DIE_GAP + geometry.AT_THE_ENDS), geometry.WIDTH - DIE - DIE_GAP - geometry.AT_THE_ENDS)
    tone, *houses = view["dice"]
    faces: list[tuple[str, Text]] = [(f"tower-{tone}", TONES[tone])]
    faces += [(f"house-{side}", COLOURS[side]) if side in COLOURS else ("joker", JOKER) for side in houses]
    return [
        {
            "symbol": symbol,
            "name": name,
            "x": round(left - 1.5 * DIE - DIE_GAP + at * (DIE + DIE_GAP)),
            "y": DICE_EDGE,
        }
        for at, (symbol, name) in enumerate(faces)
    ]


def town(view: MasonsView, each: TownView, chosen: Sequence[str], offered: Sequence[str]) -> dict[str, Any]:
    """Return a completed town: one shape, and its id in its first space that has room."""
    built = {house["space"] for house in view["houses"]} | {palace["space"] for palace in view["palaces"]}
    free = [space for space in each["spaces"] if space not in built]
    home = (free or each["spaces"])[0]
    x, y = geometry.space_place(home)
    return {
        "id": town_id(each["id"]),
        "name": each["id"],
        "path": "".join(geometry.space_path(space) for space in each["spaces"]),
        "x": number(x),
        "y": number(y if free else y - NARROW * geometry.widens(home)),
        "small": not free,
        "new": each["id"] == view["new_town"],
        "word": each["id"] if each["id"] in offered else "",
        "chosen": each["id"] in chosen,
        "label": town_label(each),
    }


def town_label(each: TownView) -> Text:
    """Return “Town T3: 2 spaces”."""
    return ngettext("Town %(town)s: %(n)s space", "Town %(town)s: %(n)s spaces", len(each["spaces"]), town=each["id"])


@cache
def wall_name(line: str) -> Text:
    """Return “Wall a2b3”."""
    return _("Wall %(line)s", line=line)


def reaches() -> list[dict[str, str]]:
    """Return every line with its tap area, for players who may place walls."""
    return [{"line": line, "path": geometry.line_reach(line)} for line in BOARD_FILE.lines]


def drawn_wall(line: str) -> dict[str, str]:
    return {"id": line_id(line), "path": geometry.line_path(line)}


def towers(view: MasonsView, planned: Sequence[str]) -> list[dict[str, Any]]:
    """Return all towers, those of the unfinished move among them."""
    found = [tower(point, tone, chosen=False) for point, tone in view["towers"].items()]
    for word in planned:
        place, _sign, code = word.partition("=")
        if code in TOWERS:
            found.append(tower(place, code, chosen=True))
    return found


@cache
def tower(point: str, tone: str, *, chosen: bool) -> dict[str, Any]:
    """Return a tower. Cached, as few change in a move: do not alter it."""
    x, y = geometry.point_place(point)
    return {
        "id": point_id(point),
        "tone": tone,
        "x": number(x - TOWER_SIZE / 2),
        "y": number(y - TOWER_SIZE / 2),
        "mark_x": number(x),
        "mark_y": number(y),
        "chosen": chosen,
        "label": _("%(tower)s at %(point)s", tower=TOWERS[tone], point=point),
    }


def buildings(view: MasonsView, planned: Sequence[str]) -> list[dict[str, Any]]:
    """Return the spaces with houses and palaces, including those of the unfinished move."""
    on: dict[str, list[tuple[str, str, bool]]] = {}
    for palace in view["palaces"]:
        on.setdefault(palace["space"], []).append(("palace", palace["colour"], False))
    for house in view["houses"]:
        on.setdefault(house["space"], []).extend([("house", house["colour"], False)] * house["count"])
    for word in planned:
        place, _sign, code = word.partition("=")
        if code in HOUSES:
            on.setdefault(place, []).append(("house", code, True))
    return [space(name, tuple(on[name])) for name in SPACE_NAMES if name in on]


@lru_cache(maxsize=4096)
def space(name: str, built: tuple[tuple[str, str, bool], ...]) -> dict[str, Any]:
    """Return a space with everything on it, palaces first. Cached, as few change in a move: do not alter it."""
    size, places = geometry.slots(name, len(built))
    middle_x, middle_y = (sum(each) / len(built) for each in zip(*places, strict=True))
    words: list[Text] = [(PALACES if kind == "palace" else HOUSES)[colour] for kind, colour, _chosen in built]
    return {
        "id": space_id(name),
        "x": number(middle_x),
        "y": number(middle_y),
        "size": number(size),
        "label": _("%(space)s: %(buildings)s", space=name, buildings=TextList(tuple(words))),
        "card": f"{built[0][0]}-{built[0][1]}",
        "built": [
            {
                "symbol": f"{kind}-{colour}",
                "x": number(at_x - size / 2),
                "y": number(at_y - size / 2),
                "chosen": chosen,
            }
            for (kind, colour, chosen), (at_x, at_y) in zip(built, places, strict=True)
        ],
    }


def next_places(offered: Sequence[str]) -> list[dict[str, str]]:
    """Return the points or spaces that the next piece may be built at, each once, with the names that the prompt
    uses."""
    found = []
    for place in dict.fromkeys(word.partition("=")[0] for word in offered if "=" in word):
        x, y = geometry.space_place(place) if place[0].isupper() else geometry.point_place(place)
        found.append({"name": place, "x": number(x), "y": number(y)})
    return found


def scenery() -> dict[str, Any]:
    """Return what never changes: the ground of the regions, the grid, the coasts, the names of points."""
    return {
        "shore": geometry.shore_path(),
        "regions": [region(code) for code in dict.fromkeys(BOARD_FILE.regions.values())],
        "grid": "".join(geometry.line_path(line) for line in BOARD_FILE.lines),
        "points": [point_name(point) for point in BOARD_FILE.points],
        "colours": list(COLOUR_CODES),
        "trees": SOUTHERN_TREES,
        "peaks": NORTHERN_PEAKS,
    }


def region(code: str) -> dict[str, str]:
    """Return the ground of a region, and where its emblem lies."""
    spaces = [name for name in SPACE_NAMES if BOARD_FILE.regions[name] == code]
    places = [geometry.space_place(name) for name in spaces]
    return {
        "code": code,
        "path": "".join(geometry.space_path(name) for name in spaces),
        "x": number(sum(x for x, _y in places) / len(places) - EMBLEM / 2),
        "y": number(sum(y for _x, y in places) / len(places) - EMBLEM / 2),
    }


def point_name(point: str) -> dict[str, str]:
    """Return a point's name, where there is no tower yet; at the eastern coast it is in front of the water."""
    x, y = geometry.point_place(point)
    lift = geometry.BEACH if y > geometry.HEIGHT - 2 * geometry.AT_THE_COASTS else 0
    return {"name": point, "x": number(x), "y": number(y - lift)}
