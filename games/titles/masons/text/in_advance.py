"""Answers in advance (rules page, #scoring): while a town is scored, what a seat will play, and that it exchanges
nothing."""

from itertools import combinations
from typing import Final

from games.core.errors import Illegal
from games.core.text import _
from games.titles.masons.rules.components import EXCHANGE, FACE_CODES, FACES, SCORE
from games.titles.masons.rules.state import MasonsState

PLAY: Final = "S"
"""The key of what is played or discarded when the open town is scored."""
KEEP: Final = "E"
"""The key of the exchange after it."""
NO_EXCHANGE: Final = "E:-"


def keys(state: MasonsState) -> tuple[str, ...]:
    """Return the keys that fit the open decision."""
    if state.phase == SCORE:
        return (PLAY,)
    return (KEEP,) if state.phase == EXCHANGE else ()


def answers(hand: list[str]) -> tuple[str, ...]:
    """Return what may be answered with a hand: one card, two, or one that is discarded."""
    faces = [code for code in FACE_CODES if code in hand]
    pairs = set(combinations(sorted(hand, key=FACE_CODES.index), 2))
    ordered = sorted(pairs, key=lambda pair: tuple(FACE_CODES.index(code) for code in pair))
    return (
        *(f"S:{code}" for code in faces),
        *(f"S:{one}+{other}" for one, other in ordered),
        *(f"X:{code}" for code in faces),
    )


def parse(state: MasonsState, seat: int, key: str, text: str) -> str:
    """Return the canonical form of an answer in advance; raises `Illegal`."""
    if key == KEEP:
        if text != NO_EXCHANGE:
            raise Illegal(_("The only answer you can give in advance here is that you won’t swap cards."))
        return text
    if key != PLAY:
        raise Illegal(_("You can only answer in advance for the scoring and the swap after it."))
    if state.phase != SCORE:
        raise Illegal(_("You can only choose what to play in advance while a town is being scored."))
    hand = [FACE_CODES[face] for face in range(FACES) for _copy in range(state.hand[seat * FACES + face])]
    if text not in answers(hand):
        raise Illegal(_("Answer in advance by playing one or two of your cards, or discarding one."))
    return text
