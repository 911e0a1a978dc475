"""What things of Masques are called, as texts to translate."""

import re
from typing import Any, Final

from games.core.text import Param, SeatName, Text, TextList, _, ngettext

FAMILIES: Final = {"C": "Contarini", "D": "Dandolo", "M": "Morosini", "V": "Venier", "F": "Foscari"}

AGENTS: Final = {
    "AS": _("Assassin"),
    "CO": _("Courtesan"),
    "GO": _("Gondolier"),
    "GU": _("Guard"),
    "TH": _("Thief"),
    "TR": _("Trader"),
}
ABILITIES: Final = {
    "AS": _("May turn a face-up guest in a neighbouring hallway facedown: no influence, no family."),
    "CO": _("May call a guest from any hand into a vacant neighbouring hallway; whoever holds it must place it."),
    "GO": _("May exchange a guest in a neighbouring hallway with any other guest in the palace."),
    "GU": _("May send a guest in a neighbouring hallway to any vacant hallway."),
    "TH": _("May turn a face-up token beside it facedown: nobody collects it this round."),
    "TR": _("May exchange a token beside it with any other token in the palace."),
}
DEEDS: Final = {  # what a click on the first and on the second target of an ability does
    "AS": (_("Turn facedown"), _("Turn facedown")),
    "CO": (_("Call a guest here"), _("Call")),
    "GO": (_("Exchange this guest"), _("Exchange with this guest")),
    "GU": (_("Send this guest away"), _("Send it here")),
    "TH": (_("Turn facedown"), _("Turn facedown")),
    "TR": (_("Exchange this token"), _("Exchange with this token")),
}
GUILDS: Final = {
    "CL": _("Clergy"),
    "VI": _("Vintners"),
    "ME": _("Merchants"),
    "MI": _("Military"),
    "SC": _("Scribes"),
}
TOKENS: Final = {
    "CL": _("favour of the clergy"),
    "VI": _("favour of the vintners"),
    "ME": _("favour of the merchants"),
    "MI": _("favour of the military"),
    "SC": _("favour of the scribes"),
    "du": _("ducat"),
}
REASONS: Final = {
    "guild": _("four favours of one guild"),
    "all5": _("a favour of each of the five guilds"),
    "stop": _("round 60 ended without a winner"),
}

GUEST: Final = re.compile(r"[CDMVF][234]")


def guest(name: str) -> Text:
    """``C4`` as “Contarini 4”."""
    return _("%(family)s %(influence)s", family=FAMILIES[name[0]], influence=name[1])


def guests(names: list[str]) -> TextList:
    """Several guests, joined with commas."""
    return TextList(tuple(guest(name) for name in names))


def card(shown: dict[str, Any] | None) -> Text:
    """What stands in a hallway, by its entry in a view."""
    if shown is None:
        return _("nobody yet")
    if shown["card"] in AGENTS:
        return AGENTS[shown["card"]]
    if shown["down"]:
        return _("%(guest)s, facedown", guest=guest(shown["card"]))
    return guest(shown["card"])


def token(shown: dict[str, Any] | None) -> Text:
    """What lies on a palace card, by its entry in a view."""
    if shown is None:
        return _("no token")
    if shown["down"]:
        return _("%(token)s, facedown", token=TOKENS[shown["token"]])
    return TOKENS[shown["token"]]


def ducats(number: int) -> Text:
    """A sum of money."""
    return ngettext("%(n)s ducat", "%(n)s ducats", number)


def seats(numbers: list[int]) -> Param:
    """Several seats, joined with commas."""
    return TextList(tuple(SeatName(number) for number in numbers))


def allegiance(view: dict[str, Any], name: str) -> Text:
    """Whose guest `name` is, for the viewer."""
    if name[0] == "F":
        return _("Foscari is neutral: where it wins, the token stays.")
    owner = next((seat for seat, letters in enumerate(view["families"]) if name[0] in letters), None)
    if owner is None:
        return _("This family belongs to nobody.")
    if owner == view["viewer"]:
        return _("A guest of your own family.")
    return _("A guest of %(seat)s's family.", seat=SeatName(owner))
