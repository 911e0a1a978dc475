"""The palace as the template draws it: palace cards, hallways, and who leads where."""

from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any, Final

from games.core.text import Text, _
from games.core.title.presenter import Kept
from games.titles.masques.page import ring
from games.titles.masques.page.elements import hall_id, palace_id
from games.titles.masques.page.leads import Lead, lead_at
from games.titles.masques.rules.view import CardView, MasquesView, TokenView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS

NOTHING: Final[Mapping[str, str]] = {}
NO_IDS: Final[Set[str]] = frozenset()


def palace_card(
    view: MasquesView, place: int, offered: Mapping[str, str] = NOTHING, marked: Set[str] = NO_IDS
) -> dict[str, Any]:
    """Return a palace card with its icon, its token and who leads for it. `offered` are words of parts by element id,
    `marked` the ids of what has been chosen."""
    ident = palace_id(place)
    size, token, lead = len(view["tokens"]), view["tokens"][place], lead_at(view, place)
    return _palace_card(size, place, *_shown(token), lead, offered.get(ident, ""), ident in marked)


@lru_cache(maxsize=8192)
def _palace_card(size: int, place: int, token: str, down: bool, lead: Lead | None, word: str, marked: bool) -> Kept:
    label = _place_label(place, token, down)
    cell = ring.palace_cell(size, place)
    bare = "purse" if place % 2 else "star"
    return Kept(
        id=palace_id(place),
        cell=cell.classes,
        floor="corner" if cell.is_corner else "room",
        is_door=place == 0,
        number=str(place),
        bare=bare,
        card=token or bare,
        token=token,
        down=down,
        lead="" if lead is None else lead.family,
        label=label if lead is None else _("%(what)s (%(lead)s)", what=label, lead=lead.text),
        word=word,
        marked=marked,
    )


def _shown(token: TokenView | None) -> tuple[str, bool]:
    """Return the code of a token, "" for none, and whether it lies facedown."""
    return (token["token"], token["down"]) if token else ("", False)


def _token(code: str, down: bool) -> Text:
    return names.token({"token": code, "down": down} if code else None)


def place_label(view: MasquesView, place: int) -> Text:
    """Return a palace card and what lies on it, in words."""
    return _place_label(place, *_shown(view["tokens"][place]))


def _place_label(place: int, token: str, down: bool) -> Text:
    return _("Palace card %(place)s: %(token)s", place=place, token=_token(token, down))


def hallway(
    view: MasquesView, hall: int, offered: Mapping[str, str] = NOTHING, marked: Set[str] = NO_IDS
) -> dict[str, Any]:
    """Return a hallway and its occupant; `offered` and `marked` as for a palace card."""
    ident = hall_id(hall)
    card = view["hallways"][hall]
    code, down = (card["card"], card["down"]) if card else ("", False)
    return _hallway(len(view["hallways"]), hall, code, down, offered.get(ident, ""), ident in marked)


@lru_cache(maxsize=8192)
def _hallway(size: int, hall: int, code: str, down: bool, word: str, marked: bool) -> Kept:
    card: CardView | None = {"card": code, "down": down} if code else None
    return Kept(
        **hall_card(card),
        id=hall_id(hall),
        cell=ring.hall_cell(size, hall).classes,
        number=str(hall),
        label=_("Hallway %(hall)s: %(card)s", hall=hall, card=names.card(card)),
        word=word,
        marked=marked,
    )


def hall_card(card: CardView | None) -> dict[str, Any]:
    """Return the card in a hallway: its code, the family or figure that is drawn, and the key of its explanation."""
    name = card["card"] if card else ""
    return {**face(name), "card": name if name in AGENTS else name[:1] or "hall", "down": bool(card and card["down"])}


def face(name: str) -> dict[str, str]:
    """Return what is drawn on a card: of a guest its family and influence, of an agent its figure."""
    if not name:
        return {"name": ""}
    if name in AGENTS:
        return {"name": name, "figure": name}
    return {"name": name, "family": name[0], "influence": name[1]}


def lines(view: MasquesView, at: int) -> dict[str, Any]:
    """Return a palace card and the hallway after it in the table of words."""
    card = view["hallways"][at]
    code, down = (card["card"], card["down"]) if card else ("", False)
    return _lines(at, *_shown(view["tokens"][at]), lead_at(view, at), code, down)


@lru_cache(maxsize=8192)
def _lines(at: int, token: str, lies_down: bool, lead: Lead | None, code: str, down: bool) -> Kept:
    place = _("%(number)s: %(what)s", number=at, what=_token(token, lies_down))
    return Kept(
        place=place if lead is None else _("%(what)s (%(lead)s)", what=place, lead=lead.text),
        hall=_("%(number)s: %(what)s", number=at, what=names.card({"card": code, "down": down} if code else None)),
    )
