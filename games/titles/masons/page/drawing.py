"""The context of Masons' templates: the land, its surroundings, the own cards and the seats."""

from collections import Counter
from typing import Any

from games.core.text import SeatName, Text, _, ngettext
from games.core.title.presenter import Composition
from games.titles.masons.page import hand, land, prompts, sheet
from games.titles.masons.page.elements import piece_id
from games.titles.masons.rules.components import COLOUR_CODES, FACE_CODES, TONE_CODES
from games.titles.masons.rules.names import BOARD_FILE
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.log_text import REASONS, piece
from games.titles.masons.text.names import HOUSES, REGIONS, TOWERS

NEARLY_OUT = 3
"""A supply with this many pieces or fewer is marked: the last one ends the match."""


def table(view: MasonsView, composition: Composition | None) -> dict[str, Any]:
    """Return everything on the table."""
    return {
        "phase": view["phase"],
        "land": land.land(view, composition),
        "supply": supply(view, composition),
        "pile": view["pile"],
        "discards": view["discards"],
        "ending": REASONS[view["ending"]] if view["ending"] and not view["over"] else "",
        "pieces": pieces(composition),
        "confirming": bool(composition and composition.text),
        "hand": hand.hand(view, composition),
        "hand_size": hand.size_of(len(hand.own_cards(view))),
        "sheet": sheet.last_sheet(view),
        "seats": [seat(view, index) for index in range(view["seats"])],
        "facts": facts(view),
    }


def supply(view: MasonsView, composition: Composition | None) -> list[dict[str, Any]]:
    """Return what is left to build, in four groups, without the unfinished move. The match ends when one runs out."""
    left = view["supply"]
    words = composition.words if composition else ()
    planned = Counter(word.partition("=")[2] for word in words if "=" in word)
    walls = left["walls"] - (1 if view["phase"] == "wall" and words else 0)
    groups = (
        (_("Walls"), {"wall": walls}),
        (_("Towers"), {f"tower-{tone}": left["towers"][tone] - planned[tone] for tone in TONE_CODES}),
        (_("Houses"), {f"house-{colour}": left["houses"][colour] - planned[colour] for colour in COLOUR_CODES}),
        (_("Palaces"), {f"palace-{colour}": left["palaces"][colour] for colour in COLOUR_CODES}),
    )
    return [
        {
            "name": name,
            "total": sum(counts.values()),
            "low": sum(counts.values()) <= NEARLY_OUT,
            "pieces": [{"symbol": symbol, "count": count} for symbol, count in counts.items()],
        }
        for name, counts in groups
    ]


def pieces(composition: Composition | None) -> list[dict[str, Any]]:
    """Return the pieces that may be built next, for the tray."""
    if composition is None:
        return []
    found = []
    words = [word for word in composition.offered if "=" in word]
    has_one_place = len({word.partition("=")[0] for word in words}) == 1  # which the prompt has named
    for word in words:
        code = word.partition("=")[2]
        symbol = f"tower-{code}" if code in TONE_CODES else f"house-{code}"
        told = {**TOWERS, **HOUSES}[code] if has_one_place else piece(word)
        found.append({"id": piece_id(word), "word": word, "symbol": symbol, "label": piece(word), "told": told})
    return found


def seat(view: MasonsView, index: int) -> dict[str, Any]:
    """Return what everyone sees of a seat, and its hand once all hands are open."""
    cards = view["hands"][index] if view["over"] else None
    last = view["sheet"][index]
    return {
        "seat": index,
        "points": view["scores"][index],
        "cards": view["hand_sizes"][index],
        "text": ngettext("%(n)s card in hand", "%(n)s cards in hand", view["hand_sizes"][index]),
        "gained": last["points"] if last["done"] == "played" else 0,
        "hand": [hand.face(card) for card in cards] if cards else [],
        "active": view["active"] == index and not view["over"],
        "winner": view["places"] is not None and view["places"][index] == 1,
    }


def moment(view: MasonsView) -> Text:
    """Return the state of the match."""
    if not view["turn"]:
        return _("Setting up")
    if view["ending"] and not view["over"]:
        return _("Last turn")
    return _("Turn %(turn)s", turn=view["turn"])


def facts(view: MasonsView) -> dict[str, Any]:
    """Return the table in words."""
    buildings = {each["id"][2:]: each["label"] for each in land.buildings(view, ())}  # by the name of their space
    return {
        "towns": [
            {
                "label": land.town_label(town),
                "spaces": ", ".join(town["spaces"]),
                "buildings": [label for space, label in buildings.items() if space in town["spaces"]],
            }
            for town in view["towns"]
        ],
        "regions": [{"name": REGIONS[code], **region(view, code, buildings)} for code in REGIONS],
        "seats": [{"name": SeatName(index), "text": prompts.seats_text(view, index)} for index in range(view["seats"])],
    }


def region(view: MasonsView, code: str, buildings: dict[str, Text]) -> dict[str, Any]:
    """Return walls, towers and buildings of a region; pieces on a border appear in both regions."""
    spaces = {space for space, place in BOARD_FILE.regions.items() if place == code}
    corners = {corner for space in spaces for corner in BOARD_FILE.corners[space]}
    walls = [line for line in view["walls"] if not spaces.isdisjoint(BOARD_FILE.beside[line])]
    return {
        "walls": ", ".join(walls),
        "towers": towers(view, corners),
        "buildings": [label for space, label in buildings.items() if space in spaces],
    }


def towers(view: MasonsView, corners: set[str]) -> list[Text]:
    """Return “black tower: b3, c1” for each tone present on these points."""
    by_tone = {
        tone: [point for point, other in view["towers"].items() if other == tone and point in corners]
        for tone in TOWERS
    }
    return [
        _("%(tower)s: %(points)s", tower=TOWERS[tone], points=", ".join(points))
        for tone, points in by_tone.items()
        if points
    ]


def setting(viewer: int | None) -> dict[str, Any]:
    """Return what a page holds once: the scenery, the emblems of all cards and, for players, the tap area of each
    line."""
    return {
        **land.scenery(),
        "cards": [hand.emblem(card) for card in FACE_CODES],
        "reaches": [] if viewer is None else land.reaches(),
    }
