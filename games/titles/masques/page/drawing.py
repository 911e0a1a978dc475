"""The context of Masques' template: plain lists of places, cards and counters, with the move in progress."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from games.core.text import SeatName, Text, _, ngettext, text_of
from games.core.title.presenter import Composition, Kept
from games.titles.masques.page import palace
from games.titles.masques.page.elements import element, seat_id
from games.titles.masques.page.preview import preview
from games.titles.masques.rules.codes import GUEST_CODES, guest_number
from games.titles.masques.rules.view import MasquesView
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS, agent_name


def table(view: MasquesView, composition: Composition | None) -> dict[str, Any]:
    """Return everything on the table. Drawn things that represent an offered part carry its word."""
    chosen = composition.words if composition else ()
    offered = {element(chosen, word): word for word in composition.offered} if composition else {}
    shown, marked = preview(view, chosen)
    size = len(view["tokens"])
    return {
        "size": size,
        "click_label": click_label(view, chosen),
        "palace": [palace.palace_card(shown, place, offered, marked) for place in range(size)],
        "halls": [palace.hallway(shown, hall, offered, marked) for hall in range(size)],
        "piles": piles(shown, offered, marked),
        "bank": shown["bank"],
        "supply": supply(view),
        "ring": [palace.lines(shown, at) for at in range(size)],
        "cards": own_cards(shown, offered, marked),
        "cards_title": own_title(view),
        "calls": calls(composition, offered),
        "tinctures": {seat: letters[0] for seat, letters in enumerate(view["families"]) if letters},
        "kept": [kept_card(shown, at, marked) for at in range(len(shown["kept"]))],
        "seats": [seat_row(shown, seat) for seat in range(view["seats"])],
        "round": moment(view),
        "left_out": names.FAMILY_BY_CODE[view["left_out"]] if view["left_out"] else "",
        "set_aside": view["set_aside"],
    }


def moment(view: MasquesView) -> Text:
    """Return the current round."""
    return _("Round %(round)s", round=view["round"]) if view["round"] else _("Setting up")


def click_label(view: MasquesView, chosen: Sequence[str]) -> dict[str, Text]:
    """Return what a click on an offered guest, pile or place does."""
    if len(chosen) < 2 or chosen[0] not in AGENTS:
        keep = view["phase"] == "draft"
        return {"guest": _("Keep") if keep else _("Play"), "pile": _("Hire"), "place": _("Place here")}
    agent = AGENTS[chosen[0]]
    click = text_of(agent.second_click if len(chosen) > 2 and agent.second_click else agent.first_click)
    return {"guest": click, "pile": _("Hire"), "place": click}


# The court.


def piles(view: MasquesView, offered: dict[str, str], marked: set[str]) -> list[Kept]:
    """Return the agents for hire, each with its price and how many are left."""
    drawn = []
    for pile in view["piles"]:
        name, ident = pile["agent"], f"mq-agent-{pile['agent']}"
        drawn.append(_pile(name, ident, tuple(pile["prices"]), offered.get(ident, ""), ident in marked))
    return drawn


@lru_cache(maxsize=4096)
def _pile(code: str, ident: str, prices: tuple[int, ...], word: str, marked: bool) -> Kept:
    name = agent_name(code)
    left = ngettext("%(n)s card left", "%(n)s cards left", len(prices))
    price: Text | str = names.ducats(prices[0]) if prices else _("sold out")
    return Kept(
        id=ident,
        agent=code,
        name=name,
        price=str(prices[0]) if prices else "",
        price_text=price,
        left=len(prices),
        label=_("%(agent)s: %(price)s, %(left)s", agent=name, price=price, left=left),
        word=word,
        marked=marked,
    )


def supply(view: MasquesView) -> list[Kept]:
    """Return favour tokens that are not on the palace."""
    return [_supplied(code, view["supply"][code]) for code in names.GUILD_BY_CODE]


@cache
def _supplied(code: str, count: int) -> Kept:
    name = names.GUILD_BY_CODE[code]
    label = _("%(guild)s, favours in the supply: %(n)s", guild=name, n=count)
    return Kept(guild=code, name=name, count=count, label=label)


# The own cards and the seats.


def guest_card(name: str, ident: str) -> dict[str, Any]:
    """Return a guest card as it lies before its owner."""
    return {
        **palace.face(name),
        "id": ident,
        "card": name[0],
        "label": names.guest(guest_number(name)),
        "surname": names.FAMILY_BY_CODE[name[0]],
        "word": "",
        "marked": False,
    }


def kept_card(view: MasquesView, at: int, marked: set[str]) -> dict[str, Any]:
    """Return a guest that its owner has kept in the draft."""
    ident = f"mq-kept-{at}"
    return {**guest_card(view["kept"][at], ident), "marked": ident in marked}


def own_cards(view: MasquesView, offered: dict[str, str], marked: set[str]) -> list[dict[str, Any]]:
    """Return the packet in the draft, else the hand. Of twins the first one is clickable."""
    copies: Counter[str] = Counter()
    drawn = []
    for name in view["packet"] or view["hand"]:
        ident = f"mq-guest-{name}-{copies[name]}"
        copies[name] += 1
        drawn.append({**guest_card(name, ident), "word": offered.get(ident, ""), "marked": ident in marked})
    return drawn


def calls(composition: Composition | None, offered: dict[str, str]) -> list[dict[str, Any]]:
    """Return the guests that a courtesan may call now, in any hand; empty in any other step of a move."""
    if composition is None or len(composition.words) < 3:
        return []
    called = {ident: word for ident, word in offered.items() if word in GUEST_CODES}
    return [{**guest_card(word, ident), "word": word} for ident, word in called.items()]


def own_title(view: MasquesView) -> Text:
    """Return the title above the own cards."""
    if view["packet"]:
        return _("Your packet, pick %(pick)s of 4", pick=view["drafted"] + 1)
    return _("Your hand")


def seat_row(view: MasquesView, seat: int) -> dict[str, Any]:
    """Return what everyone sees of a seat."""
    return _seat_row(
        seat,
        tuple(view["families"][seat]),
        view["ducats"][seat],
        view["hand_sizes"][seat],
        view["first"] == seat,
        view["winner"] == seat,
        tuple(view["favour"][seat]),
    )


@lru_cache(maxsize=4096)
def _seat_row(
    seat: int, letters: tuple[str, ...], ducats: int, hand: int, first: bool, winner: bool, favour: tuple[int, ...]
) -> Kept:
    return Kept(
        id=seat_id(seat),
        name=SeatName(seat),
        families=[{"letter": letter, "name": names.FAMILY_BY_CODE[letter]} for letter in letters],
        ducats=ducats,
        ducats_text=names.ducats(ducats),
        hand=hand,
        hand_text=ngettext("%(n)s guest in hand", "%(n)s guests in hand", hand),
        first=first,
        winner=winner,
        favour=[
            {"guild": code, "name": name, "count": count}
            for (code, name), count in zip(names.GUILD_BY_CODE.items(), favour, strict=True)
        ],
    )
