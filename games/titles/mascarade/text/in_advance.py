"""Answers in advance (rules page, #challenge): for one mask or for all."""

from typing import Final

from games.core.errors import Illegal
from games.core.text import _
from games.titles.mascarade.rules.components import ANSWERS, LETTERS
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState

ALL: Final = "*"
"""The key of the answer for every mask that has none of its own."""


def keys(state: MascaradeState) -> tuple[str, ...]:
    """Return the keys that fit the open window: the announced mask, then all."""
    return (CODES[state.announced], ALL) if state.phase == ANSWERS else ()


def answers(seats: int) -> tuple[str, ...]:
    """Return all possible answers in advance: ``N``, and ``C`` or one ``C@L`` for each own slot."""
    return ("N", *(f"C@{letter}" for letter in LETTERS[seats])) if seats in LETTERS else ("N", "C")


def parse(state: MascaradeState, key: str, text: str) -> str:
    """Return the canonical form of an answer in advance; raises `Illegal`."""
    if key != ALL and key not in {CODES[mask] for mask in state.kinds}:
        raise Illegal(_("Answers in advance must be for a mask in this match, or for all of them."))
    allowed = answers(int(state.seats))
    if text not in allowed:
        raise Illegal.in_advance(allowed)
    return text
