"""Entries from their text: the inverse of `Effect.format`."""

import re
from collections.abc import Callable
from typing import Final

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from games.titles.maskera.rules.components import LETTERS
from games.titles.maskera.rules.effects import (
    HIDDEN,
    Announced,
    Cards,
    CardsDrawn,
    ChoseToDraw,
    CounterHit,
    CounterMissed,
    Dealt,
    Discarded,
    HandSeen,
    Kept,
    Masks,
    Passed,
    Played,
    RandomlyDiscarded,
    Rejected,
    Removed,
    Reshuffled,
    Revealed,
    Skipped,
    Stopped,
    Won,
)


def _mask(text: str) -> int:
    """The mask that a letter stands for."""
    return LETTERS.index(text)


def _masks(text: str) -> Masks:
    """The inverse of `letters` for cards that are not hidden."""
    return tuple([LETTERS.index(each) for each in text])


def _cards(text: str) -> Cards:
    """The inverse of `letters`."""
    return tuple([None if each == HIDDEN else LETTERS.index(each) for each in text])


_VERBS: Final = {"pl": Played, "ct": Announced, "di": Discarded, "ke": Kept, "as": Removed}
_PLAIN_MOVES: Final[dict[str, Callable[[int], Effect]]] = {"dr": ChoseToDraw, "ok": Passed, "skip": Skipped}
_CARD_MOVES: Final[dict[str, tuple[Callable[..., Effect], int | None]]] = {
    **{f"{verb}={name}": (make, _mask(name)) for verb, make in _VERBS.items() for name in LETTERS},
    f"pl={HIDDEN}": (Played, None),
    f"ke={HIDDEN}": (Kept, None),
}
_DEAL: Final = re.compile(r"deal 0=([PRSBA?]{5}) 1=([PRSBA?]{5}) area0=([PRSBA]{2}) area1=([PRSBA]{2}) first=([01])")
_NOTES: Final[tuple[tuple[re.Pattern[str], Callable[..., Effect]], ...]] = (
    (re.compile(r"draw ([01]) ([PRSBA]+|\?+)"), lambda seat, cards: CardsDrawn(int(seat), _cards(cards))),
    (re.compile(r"rev ([01]) ([PRSBA])"), lambda seat, mask: Revealed(int(seat), _mask(mask))),
    (re.compile(r"hit"), CounterHit),
    (re.compile(r"miss"), CounterMissed),
    (re.compile(r"rej ([01]) ([PRSBA]+)"), lambda seat, cards: Rejected(int(seat), _masks(cards))),
    (re.compile(r"rand ([01]) ([PRSBA])"), lambda seat, mask: RandomlyDiscarded(int(seat), _mask(mask))),
    (re.compile(r"peek ([01]) ([PRSBA]+|\?+)"), lambda seat, cards: HandSeen(int(seat), _cards(cards))),
    (re.compile(r"shuffle ([1-9]\d?)"), lambda cards: Reshuffled(int(cards))),
    (re.compile(r"win ([01]) ([PRSBA])4"), lambda seat, mask: Won(int(seat), _mask(mask))),
    (re.compile(r"win ([01]) all5"), lambda seat: Won(int(seat), None)),
    (re.compile(r"stop ([1-9]\d*)"), lambda turns: Stopped(int(turns))),
    (
        _DEAL,
        lambda hand0, hand1, area0, area1, first: Dealt(
            (_cards(hand0), _cards(hand1)), (_masks(area0), _masks(area1)), int(first)
        ),
    ),
)


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The inverse of `format`, of whole and of redacted effects; raises `Unreadable`."""
    if kind == EventKind.MOVE and seat is not None:
        return parse_move(seat, text)
    for pattern, make in _NOTES:
        if found := pattern.fullmatch(text):
            return make(*found.groups())
    raise Unreadable(_("“%(text)s” is no entry of this title.", text=text[:40]))


def parse_move(seat: int, text: str) -> Effect:
    """The effect of a move of `seat`; raises `Unreadable`."""
    if text in _CARD_MOVES:
        make, mask = _CARD_MOVES[text]
        return make(seat, mask)
    if text in _PLAIN_MOVES:
        return _PLAIN_MOVES[text](seat)
    raise Unreadable.move(text)
