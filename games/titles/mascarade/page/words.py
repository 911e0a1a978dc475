"""Coins, players and own masks in words, as the page says them."""

from collections.abc import Sequence
from typing import Final

from games.core.text import SeatName, Text, TextList, _, ngettext
from games.titles.mascarade.rules.components import LETTERS
from games.titles.mascarade.rules.view import MascaradeView, SlotView
from games.titles.mascarade.text.names import name_of

SHORT: Final = {"L": _("left"), "M": _("middle"), "R": _("right")}
OWN: Final = {"": _("your mask"), "L": _("your left mask"), "M": _("your middle mask"), "R": _("your right mask")}


def mask_names(codes: Sequence[str]) -> TextList:
    """Return several masks, joined by commas."""
    return TextList(tuple(name_of(code) for code in codes))


def seat_list(seats: Sequence[int]) -> TextList:
    """Return several players, joined by commas."""
    return TextList(tuple(SeatName(seat) for seat in seats))


def letter_of(view: MascaradeView, slot: SlotView) -> str:
    """Return which of its player's masks it is: L, M or R; "" if the player has one, or if it lies in the centre."""
    return slot["slot"][-1] if view["seats"] in LETTERS else ""


def coins(count: int) -> Text:
    """Return this many coins in words."""
    return ngettext("%(n)s coin", "%(n)s coins", count)
