"""What the template of Masques draws: plain lists of places, cards and counters, with the move on its way."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.core.presenter import Composition
from games.core.text import SeatName, Text, _, ngettext
from games.titles.masques.page import ring
from games.titles.masques.page.elements import element, hall_id, palace_id, seat_id
from games.titles.masques.page.preview import preview
from games.titles.masques.rules.codes import guest_number
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS

AGENT: Final = "agent"
GUEST: Final = "guest"


def table(view: MasquesView, composition: Composition | None) -> dict[str, Any]:
    """Everything on the table. Drawn things that stand for an offered part carry its word."""
    chosen = composition.words if composition else ()
    offered = {element(chosen, word): word for word in composition.offered} if composition else {}
    shown, marked = preview(view, chosen)
    size = len(view["tokens"])
    return {
        "size": size,
        "band": ring.BAND,
        "inner": ring.side(size) - 2 * ring.BAND,
        "width": ring.side(size) + 24,
        "height": ring.side(size) + 32,
        "click_label": click_label(view, chosen),
        "palace": [palace_card(shown, place, offered, marked) for place in range(size)],
        "halls": [hallway(shown, hall, offered, marked) for hall in range(size)],
        "piles": piles(shown, offered, marked),
        "bank": shown["bank"],
        "supply": supply(view),
        "ring": [{"place": place_line(shown, place), "hall": hall_line(shown, place)} for place in range(size)],
        "cards": own_cards(shown, offered, marked),
        "cards_title": own_title(view),
        "kept": [kept_card(shown, at, marked) for at in range(len(shown["kept"]))],
        "seats": [seat_row(shown, seat) for seat in range(view["seats"])],
        "round": moment(view),
        "left_out": names.FAMILY_BY_CODE[view["left_out"]] if view["left_out"] else "",
        "set_aside": view["set_aside"],
    }


def moment(view: MasquesView) -> Text:
    """Which round it is."""
    return _("Round %(round)s", round=view["round"]) if view["round"] else _("Setting up")


def click_label(view: MasquesView, chosen: Sequence[str]) -> dict[str, Text]:
    """What a click on an offered guest, pile or place does."""
    if len(chosen) < 2 or chosen[0] not in AGENTS:
        keep = view["phase"] == "draft"
        return {"guest": _("Keep") if keep else _("Play"), "pile": _("Hire"), "place": _("Place it here")}
    agent = AGENTS[chosen[0]]
    click = agent.second_click if len(chosen) > 2 and agent.second_click is not None else agent.first_click
    return {"guest": click, "pile": _("Hire"), "place": click}


# The palace.


def setting(view: MasquesView) -> dict[str, Any]:
    """The palace without anything on it: floors, turned so that windows look outwards and arcades to the court."""
    size = len(view["tokens"])
    rooms = []
    for number in range(size):
        corner = number % (size // 4) == 0
        turn = number * 4 // size * 90
        room, hall = ring.palace_box(size, number), ring.hall_box(size, number)
        rooms.append(
            {
                "floor": "mq-corner-floor" if corner else "mq-room-floor",
                "inlay": True,
                "door": number == 0,
                "x": room.cx,
                "y": room.cy,
                "turn": turn,
            }
        )
        rooms.append(
            {"floor": "mq-hall-floor", "inlay": False, "door": False, "x": hall.cx, "y": hall.cy, "turn": turn}
        )
    whole = ring.side(size)
    return {
        "side": whole,
        "outer": whole + 20,
        "band": ring.BAND,
        "inner": whole - 2 * ring.BAND,
        "gondola": len(view["piles"]) == 5,
        "rooms": rooms,
    }


def placed(box: ring.Box) -> dict[str, str]:
    """A box for the template: its middle, its corner as seen from there, and its outline. As texts, since a template
    takes long to write a number in the reader's way."""
    left, top = -box.w // 2, -box.h // 2
    outline = f"M{left} {top}h{box.w}v{box.h}h{-box.w}Z"
    return {"at": f"{box.cx} {box.cy}", "left": str(left), "top": str(top), "outline": outline}


def palace_card(view: MasquesView, place: int, offered: dict[str, str], marked: set[str]) -> dict[str, Any]:
    """A palace card with its icon and token."""
    ident = palace_id(place)
    token = view["tokens"][place]
    label = _("Palace card %(place)s: %(token)s", place=place, token=names.token(token))
    return {
        "id": ident,
        "number": str(place),
        "bare": "purse" if place % 2 else "star",
        "card": token["token"] if token else "purse" if place % 2 else "star",
        "token": token["token"] if token else "",
        "down": bool(token and token["down"]),
        "text": names.token(token),
        "label": label,
        "word": offered.get(ident, ""),
        "marked": ident in marked,
        **placed(ring.palace_box(len(view["tokens"]), place)),
    }


def hallway(view: MasquesView, hall: int, offered: dict[str, str], marked: set[str]) -> dict[str, Any]:
    """A hallway and who stands there."""
    ident = hall_id(hall)
    card = view["hallways"][hall]
    name = card["card"] if card else ""
    kind = AGENT if name in AGENTS else GUEST if name else ""
    return {
        "id": ident,
        "number": str(hall),
        "kind": kind,
        "name": name,
        "card": name if kind == AGENT else name[:1] or "hall",
        "down": bool(card and card["down"]),
        "text": names.card(card),
        "label": _("Hallway %(hall)s: %(card)s", hall=hall, card=names.card(card)),
        "word": offered.get(ident, ""),
        "marked": ident in marked,
        **placed(ring.hall_box(len(view["hallways"]), hall)),
    }


def piles(view: MasquesView, offered: dict[str, str], marked: set[str]) -> list[dict[str, Any]]:
    """The agent piles in two rows of three, in the units of the middle's own drawing."""
    drawn = []
    for at, pile in enumerate(view["piles"]):
        name, prices = pile["agent"], pile["prices"]
        ident = f"mq-agent-{name}"
        agent = AGENTS[name].name
        left = ngettext("%(n)s card left", "%(n)s cards left", len(prices))
        price: Text | str = names.ducats(prices[0]) if prices else _("sold out")
        drawn.append(
            {
                "id": ident,
                "agent": name,
                "name": agent,
                "price": str(prices[0]) if prices else "",
                "price_text": price,
                "left": len(prices),
                "label": _("%(agent)s: %(price)s, %(left)s", agent=agent, price=price, left=left),
                "word": offered.get(ident, ""),
                "marked": ident in marked,
                "at": f"{at % 3 * 113 + 14} {at // 3 * 124 + 16}",
            }
        )
    return drawn


def supply(view: MasquesView) -> list[dict[str, Any]]:
    """Favour tokens that are not on the palace."""
    return [
        {
            "guild": code,
            "name": name,
            "count": view["supply"][code],
            "label": _("%(guild)s, favours in the supply: %(n)s", guild=name, n=view["supply"][code]),
            "x": str(95 + 55 * at),
        }
        for at, (code, name) in enumerate(names.GUILD_BY_CODE.items())
    ]


def place_line(view: MasquesView, place: int) -> Text:
    """A palace card in the table of words."""
    return _("%(number)s: %(what)s", number=place, what=names.token(view["tokens"][place]))


def hall_line(view: MasquesView, hall: int) -> Text:
    """A hallway in the table of words."""
    return _("%(number)s: %(what)s", number=hall, what=names.card(view["hallways"][hall]))


# The own cards and the seats.


def guest_card(name: str, ident: str) -> dict[str, Any]:
    """A guest card as it lies before its owner."""
    return {
        "id": ident,
        "name": name,
        "card": name[0],
        "label": names.guest(guest_number(name)),
        "word": "",
        "marked": False,
    }


def kept_card(view: MasquesView, at: int, marked: set[str]) -> dict[str, Any]:
    """A guest that its owner has kept in the draft."""
    ident = f"mq-kept-{at}"
    return {**guest_card(view["kept"][at], ident), "marked": ident in marked}


def own_cards(view: MasquesView, offered: dict[str, str], marked: set[str]) -> list[dict[str, Any]]:
    """The packet in the draft, else the hand. Of twins the first one is clickable."""
    copies: Counter[str] = Counter()
    drawn = []
    for name in view["packet"] or view["hand"]:
        ident = f"mq-guest-{name}-{copies[name]}"
        copies[name] += 1
        drawn.append({**guest_card(name, ident), "word": offered.get(ident, ""), "marked": ident in marked})
    return drawn


def own_title(view: MasquesView) -> Text:
    """What the own cards are."""
    if view["packet"]:
        return _("Your packet, pick %(pick)s of 4", pick=view["drafted"] + 1)
    return _("Your hand")


def seat_row(view: MasquesView, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat."""
    letters = view["families"][seat]
    return {
        "id": seat_id(seat),
        "name": SeatName(seat),
        "families": [{"letter": letter, "name": names.FAMILY_BY_CODE[letter]} for letter in letters],
        "ducats": view["ducats"][seat],
        "ducats_text": names.ducats(view["ducats"][seat]),
        "hand": view["hand_sizes"][seat],
        "hand_text": ngettext("%(n)s guest in hand", "%(n)s guests in hand", view["hand_sizes"][seat]),
        "first": view["first"] == seat,
        "due": seat in view["deciders"],
        "viewer": view["viewer"] == seat,
        "winner": view["winner"] == seat,
        "favour": [
            {"guild": code, "name": name, "count": count}
            for (code, name), count in zip(names.GUILD_BY_CODE.items(), view["favour"][seat], strict=True)
        ],
    }
