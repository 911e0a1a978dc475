"""Names of the things of Masques, as translatable texts."""

from collections.abc import Iterable
from typing import Final

from games.core.text import Param, SeatName, Text, TextList, _, ngettext
from games.titles.masques.rules.codes import FAMILY_CODES, GUILD_CODES, TOKEN_CODES, guest_number
from games.titles.masques.rules.view import CardView, MasquesView, TokenView
from games.titles.masques.text.agents import AGENTS, agent_name

FAMILIES: Final = ("Contarini", "Dandolo", "Morosini", "Venier", "Foscari")
GUILDS: Final = (_("Clergy"), _("Vintners"), _("Merchants"), _("Military"), _("Scribes"))
TOKENS: Final = (
    _("favour of the clergy"),
    _("favour of the vintners"),
    _("favour of the merchants"),
    _("favour of the military"),
    _("favour of the scribes"),
    _("ducat"),
)
FAMILY_BY_CODE: Final = dict(zip(FAMILY_CODES, FAMILIES, strict=True))
GUILD_BY_CODE: Final = dict(zip(GUILD_CODES, GUILDS, strict=True))
TOKEN_BY_CODE: Final = dict(zip(TOKEN_CODES, TOKENS, strict=True))
REASONS: Final = {
    "guild": _("four favours of one guild"),
    "all5": _("a favour of each of the five guilds"),
    "stop": _("round 60 ended without a winner"),
}


def guest(number: int) -> Text:
    """Return “Contarini 4”."""
    return _("%(family)s %(influence)s", family=FAMILIES[number // 3], influence=str(number % 3 + 2))


def guests(numbers: Iterable[int]) -> TextList:
    """Return several guests, joined with commas."""
    return TextList(tuple(guest(number) for number in numbers))


def card(shown: CardView | None) -> Text:
    """Return the occupant of a hallway, by its entry in a view."""
    if shown is None:
        return _("no one yet")
    if shown["card"] in AGENTS:
        return agent_name(shown["card"])
    name = guest(guest_number(shown["card"]))
    return _("%(guest)s, facedown", guest=name) if shown["down"] else name


def token(shown: TokenView | None) -> Text:
    """Return the token on a palace card, by its entry in a view."""
    if shown is None:
        return _("no token")
    name = TOKEN_BY_CODE[shown["token"]]
    return _("%(token)s, facedown", token=name) if shown["down"] else name


def ducats(number: int) -> Text:
    """Return a sum of money."""
    return ngettext("%(n)s ducat", "%(n)s ducats", number)


def seats(numbers: Iterable[int]) -> Param:
    """Return several seats, joined with commas."""
    return TextList(tuple(SeatName(number) for number in numbers))


def allegiance(view: MasquesView, family: str) -> Text:
    """Return who plays a family's guests, for the viewer."""
    if family == "F":
        return _("Foscari is neutral: if it wins, the token stays.")
    owner = next((seat for seat, families in enumerate(view["families"]) if family in families), None)
    if owner is None:
        return _("This family belongs to no one.")
    if owner == view["viewer"]:
        return _("A guest of your own family.")
    return _("A guest of %(seat)s’s family.", seat=SeatName(owner))
