"""Names of pieces, places and cards."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.core.text import Text, TextList, _, text_of
from games.titles.masons.rules.components import CARD_ROWS, FACE_CODES

TONES: Final[Mapping[str, Text]] = {"W": _("white"), "G": _("grey"), "K": _("black")}
"""By code: the tone of a tower."""
TOWERS: Final[Mapping[str, Text]] = {"W": _("white tower"), "G": _("grey tower"), "K": _("black tower")}
COLOURS: Final[Mapping[str, Text]] = {
    "b": _("blue"),
    "g": _("green"),
    "y": _("yellow"),
    "r": _("red"),
    "p": _("pink"),
}
"""By code: the colour of houses and palaces."""
HOUSES: Final[Mapping[str, Text]] = {
    "b": _("blue house"),
    "g": _("green house"),
    "y": _("yellow house"),
    "r": _("red house"),
    "p": _("pink house"),
}
PALACES: Final[Mapping[str, Text]] = {
    "b": _("blue palace"),
    "g": _("green palace"),
    "y": _("yellow palace"),
    "r": _("red palace"),
    "p": _("pink palace"),
}
REGIONS: Final[Mapping[str, Text]] = {"S": _("Lion (south)"), "M": _("Rose (middle)"), "N": _("Eagle (north)")}
"""By code."""
JOKER: Final = _("joker")

CARDS: Final[Mapping[str, Text]] = {card.code: text_of(card.name) for card in CARD_ROWS}
"""By code."""
MEANINGS: Final[Mapping[str, Text]] = {card.code: text_of(card.meaning) for card in CARD_ROWS}
"""By code: when a card scores how many points."""


def in_order(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of their faces."""
    return sorted(cards, key=FACE_CODES.index)


def card_list(cards: Iterable[str]) -> TextList:
    """Return “Hamlet, Rangers”."""
    return TextList(tuple(CARDS[card] for card in cards))
