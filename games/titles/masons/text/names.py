"""What pieces, places and cards are called."""

from collections.abc import Iterable, Mapping
from typing import Final

from games.core.text import Text, TextList, _
from games.titles.masons.rules.components import FACE_CODES

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

CARDS: Final[Mapping[str, Text]] = {
    "TS1": _("Hamlet"),
    "TS2": _("Village"),
    "TS3": _("Borough"),
    "TS7": _("Metropolis"),
    "TCOL": _("Painters"),
    "TTW": _("White watch"),
    "TTG": _("Grey watch"),
    "TTK": _("Black watch"),
    "TTA": _("Town watch"),
    "TP": _("Courtiers"),
    "THb": _("Blue guild"),
    "THg": _("Green guild"),
    "THy": _("Yellow guild"),
    "THr": _("Red guild"),
    "THp": _("Pink guild"),
    "OHb": _("Blue farmers"),
    "OHg": _("Green farmers"),
    "OHy": _("Yellow farmers"),
    "OHr": _("Red farmers"),
    "OHp": _("Pink farmers"),
    "ORS": _("People of the Lion"),
    "ORM": _("People of the Rose"),
    "ORN": _("People of the Eagle"),
    "OTA": _("Rangers"),
    "OTW": _("White rangers"),
    "OTG": _("Grey rangers"),
    "OTK": _("Black rangers"),
    "OTC": _("Coast guard"),
    "OW": _("Wallers"),
    "NT": _("Surveyors"),
}
"""By code. The names are ours: the printed cards have pictures only."""

MEANINGS: Final[Mapping[str, Text]] = {
    "TS1": _("6 points if the town has exactly 1 space."),
    "TS2": _("7 points if the town has exactly 2 spaces."),
    "TS3": _("8 points if the town has exactly 3 spaces."),
    "TS7": _("9 points if the town has 7 spaces or more."),
    "TCOL": _("4 points if the town has houses or palaces in 2 or 3 colours, 7 points in 4 or 5."),
    "TTW": _("2 points for each white tower of the town."),
    "TTG": _("2 points for each grey tower of the town."),
    "TTK": _("2 points for each black tower of the town."),
    "TTA": _("1 point for each tower of the town."),
    "TP": _("1 point for each palace of the town, of any colour."),
    "THb": _("In the town, 3 points for each blue palace and 1 for each blue house."),
    "THg": _("In the town, 3 points for each green palace and 1 for each green house."),
    "THy": _("In the town, 3 points for each yellow palace and 1 for each yellow house."),
    "THr": _("In the town, 3 points for each red palace and 1 for each red house."),
    "THp": _("In the town, 3 points for each pink palace and 1 for each pink house."),
    "OHb": _("1 point for each blue house outside of towns."),
    "OHg": _("1 point for each green house outside of towns."),
    "OHy": _("1 point for each yellow house outside of towns."),
    "OHr": _("1 point for each red house outside of towns."),
    "OHp": _("1 point for each pink house outside of towns."),
    "ORS": _("1 point for each house outside of towns in the region of the Lion (south)."),
    "ORM": _("1 point for each house outside of towns in the region of the Rose (middle)."),
    "ORN": _("1 point for each house outside of towns in the region of the Eagle (north)."),
    "OTA": _("1 point for each tower that belongs to no town."),
    "OTW": _("2 points for each white tower that belongs to no town."),
    "OTG": _("2 points for each grey tower that belongs to no town."),
    "OTK": _("2 points for each black tower that belongs to no town."),
    "OTC": _("2 points for each tower on the coast that belongs to no town."),
    "OW": _("1 point for each wall that belongs to no town."),
    "NT": _("1 point for each town on the board, the new one included."),
}
"""By code: when a card scores how many points."""


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards in the order of their faces."""
    return sorted(cards, key=FACE_CODES.index)


def card_list(cards: Iterable[str]) -> TextList:
    """“Hamlet, Rangers”."""
    return TextList(tuple(CARDS[card] for card in cards))
