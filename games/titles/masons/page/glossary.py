"""Explanations of everything on the board. Drawn things refer to it by key."""

from typing import Final

from games.core.text import _
from games.core.title.presenter import Word
from games.titles.masons.rules.components import FACE_CODES
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.names import CARDS, HOUSES, MEANINGS, PALACES, TOWERS

PLACES: Final = (
    Word(
        "line",
        _("A line without a wall"),
        _("A wall may be placed here. It need not touch another wall. Only lines inside a town are out of reach."),
    ),
    Word(
        "wall",
        _("Wall"),
        _("Walls belong to nobody. A ring of walls makes the spaces inside a town; the edge of the board is no wall."),
    ),
    Word(
        "town",
        _("Town"),
        _("Everything on its spaces, and the walls and towers around it, belongs to it. No wall is placed inside."),
    ),
    Word(
        "dice",
        _("Dice"),
        _(
            "The first die gives the tone of a tower, the other two the colours of the houses; the joker is any. "
            "They are rolled after the wall is placed."
        ),
    ),
    Word(
        "supply",
        _("Supply"),
        _("When the last wall, tower, house or palace is taken, the match ends with that turn."),
    ),
    Word(
        "pile",
        _("Draw pile and discard pile"),
        _("The number of cards to draw, and of cards discarded. An empty draw pile is made anew from the discards."),
    ),
)
_TOWER: Final = _("A tower stands at each end of a wall. One between two towns belongs to both.")
_HOUSE: Final = _("A house stands on each side of a wall. Two of a colour in one town become a palace.")
_PALACE: Final = _(
    "Two houses of a colour in one town become a palace, as long as there are any. For the guild of its colour it "
    "counts as three."
)
GLOSSARY: Final = [
    *PLACES,
    *(Word(f"tower-{code}", name, _TOWER) for code, name in TOWERS.items()),
    *(Word(f"house-{code}", name, _HOUSE) for code, name in HOUSES.items()),
    *(Word(f"palace-{code}", name, _PALACE) for code, name in PALACES.items()),
    *(Word(code, CARDS[code], MEANINGS[code]) for code in FACE_CODES),
]


def glossary(view: MasonsView) -> list[Word]:
    """Return all entries: they are the same in every match."""
    return GLOSSARY
