"""Answers in advance (rules page, ruling K10): to let the other's cards pass, always or while none can win."""

from typing import Final

from games.core.errors import Illegal
from games.titles.maskera.rules.components import ANSWER, FOUR, MASKS
from games.titles.maskera.rules.counts import distinct
from games.titles.maskera.rules.state import MaskeraState

ANY: Final = "*"
"""The only key: every card that the other seat plays."""
PASS: Final = "ok"
PASS_HARMLESS: Final = "ok-unless-it-can-win"
"""Lets a card pass if no mask could win there; the seat is asked about every other one."""
ANSWERS: Final = (PASS, PASS_HARMLESS)


def keys(state: MaskeraState) -> tuple[str, ...]:
    """Return the keys that fit a card on trial."""
    return (ANY,) if state.phase == ANSWER else ()


def parse(key: str, text: str) -> str:
    """Return the canonical form of an answer in advance; raises `Illegal`."""
    if key != ANY or text not in ANSWERS:
        raise Illegal.in_advance(ANSWERS)
    return text


def move(state: MaskeraState, text: str) -> str | None:
    """Return the move that an answer in advance makes for the card on trial; None if the seat is asked. It depends on
    public facts alone: the area of the seat that plays."""
    return PASS if text == PASS or not can_win(state) else None


def can_win(state: MaskeraState) -> bool:
    """Return whether there is a mask that would win for the active seat if it passed: a fourth alike, or the fifth
    kind."""
    first = state.active * MASKS
    return max(state.area[first : first + MASKS]) == FOUR - 1 or distinct(state.area, first) == MASKS - 1
