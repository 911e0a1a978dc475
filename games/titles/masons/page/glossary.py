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
        _("You can place a wall here. It doesn’t have to touch another wall. Only lines inside a town are off limits."),
    ),
    Word(
        "wall",
        _("Wall"),
        _(
            "Walls belong to no one. A ring of walls turns the spaces inside into a town; the edge of the "
            "board isn’t a wall."
        ),
    ),
    Word(
        "town",
        _("Town"),
        _(
            "Everything on its spaces belongs to it, and so do the walls and towers around it. You can’t place "
            "walls inside."
        ),
    ),
    Word(
        "dice",
        _("Dice"),
        _(
            "The first die gives the tone of a tower, the other two the colours of the houses; the joker is "
            "any colour. They’re rolled after the wall is placed."
        ),
    ),
    Word(
        "supply",
        _("Supply"),
        _("When the last wall, tower, house or palace is taken, the match ends after that turn."),
    ),
    Word(
        "pile",
        _("Draw pile and discard pile"),
        _(
            "The number of cards left to draw, and the number of discards. When the draw pile is empty, the "
            "discards are shuffled into a new one."
        ),
    ),
)
_TOWER: Final = _("There’s a tower at each end of a wall. A tower between two towns belongs to both.")
_HOUSE: Final = _("There’s a house on each side of a wall. Two of the same colour in a town become a palace.")
_PALACE: Final = _(
    "Two houses of the same colour in a town become a palace, as long as there are any left. It counts "
    "as three for the guild of its colour."
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
