"""The palace as the template draws it: palace cards, hallways, and who leads where."""

from collections.abc import Mapping, Set
from typing import Any, Final

from games.core.text import Text, _
from games.titles.masques.page import ring
from games.titles.masques.page.elements import hall_id, palace_id
from games.titles.masques.page.leads import lead_at
from games.titles.masques.rules.view import CardView, MasquesView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS

NOTHING: Final[Mapping[str, str]] = {}
NO_IDS: Final[Set[str]] = frozenset()


def palace_card(
    view: MasquesView, place: int, offered: Mapping[str, str] = NOTHING, marked: Set[str] = NO_IDS
) -> dict[str, Any]:
    """A palace card with its icon, its token and who leads for it. `offered` are words of parts by element id,
    `marked` the ids of what has been chosen."""
    ident = palace_id(place)
    token = view["tokens"][place]
    lead = lead_at(view, place)
    label = place_label(view, place)
    if lead is not None:
        label = _("%(what)s (%(lead)s)", what=label, lead=lead.text)
    cell = ring.palace_cell(len(view["tokens"]), place)
    bare = "purse" if place % 2 else "star"
    return {
        "id": ident,
        "cell": cell.classes,
        "floor": "corner" if cell.is_corner else "room",
        "is_door": place == 0,
        "number": str(place),
        "bare": bare,
        "card": token["token"] if token else bare,
        "token": token["token"] if token else "",
        "down": bool(token and token["down"]),
        "lead": "" if lead is None else lead.family,
        "label": label,
        "word": offered.get(ident, ""),
        "marked": ident in marked,
    }


def place_label(view: MasquesView, place: int) -> Text:
    """A palace card and what lies on it, in words."""
    return _("Palace card %(place)s: %(token)s", place=place, token=names.token(view["tokens"][place]))


def hallway(
    view: MasquesView, hall: int, offered: Mapping[str, str] = NOTHING, marked: Set[str] = NO_IDS
) -> dict[str, Any]:
    """A hallway and who stands there; `offered` and `marked` as for a palace card."""
    ident = hall_id(hall)
    card = view["hallways"][hall]
    return {
        **hall_card(card),
        "id": ident,
        "cell": ring.hall_cell(len(view["hallways"]), hall).classes,
        "number": str(hall),
        "label": _("Hallway %(hall)s: %(card)s", hall=hall, card=names.card(card)),
        "word": offered.get(ident, ""),
        "marked": ident in marked,
    }


def hall_card(card: CardView | None) -> dict[str, Any]:
    """The card in a hallway: its code, the family or figure that is drawn, and the key of its explanation."""
    name = card["card"] if card else ""
    return {**face(name), "card": name if name in AGENTS else name[:1] or "hall", "down": bool(card and card["down"])}


def face(name: str) -> dict[str, str]:
    """What is drawn on a card: of a guest its family and influence, of an agent its figure."""
    if not name:
        return {"name": ""}
    if name in AGENTS:
        return {"name": name, "figure": name}
    return {"name": name, "family": name[0], "influence": name[1]}


def place_line(view: MasquesView, place: int) -> Text:
    """A palace card in the table of words."""
    line = _("%(number)s: %(what)s", number=place, what=names.token(view["tokens"][place]))
    lead = lead_at(view, place)
    return line if lead is None else _("%(what)s (%(lead)s)", what=line, lead=lead.text)


def hall_line(view: MasquesView, hall: int) -> Text:
    """A hallway in the table of words."""
    return _("%(number)s: %(what)s", number=hall, what=names.card(view["hallways"][hall]))
