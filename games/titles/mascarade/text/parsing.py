"""Entries from their text: the inverse of `Effect.format`."""

import re
from collections.abc import Callable
from typing import Final

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from games.titles.mascarade.rules.components import ENDINGS
from games.titles.mascarade.rules.effects import (
    HIDDEN_MASK,
    Announced,
    Answered,
    Applied,
    Dealt,
    Ended,
    Exchanged,
    Fined,
    FortunesExchanged,
    Gained,
    Guessed,
    JusticeTaken,
    Looked,
    Memorised,
    Paid,
    PowerUsed,
    Revealed,
    ShownToOthers,
    SlotMask,
    SpySwapped,
    Tested,
    TurnBegun,
    Viewed,
)
from games.titles.mascarade.rules.masks import CODES

_SEAT: Final = r"([1-9][0-9]?)"
_COINS: Final = r"([0-9]{1,3})"
_OWN: Final = r"(?:@([LMR]))?"
_SLOT: Final = r"((?:[1-9][0-9]?[LMR]?)|C[12])"
_CODE: Final = f"({'|'.join(CODES)})"
_LYING: Final = rf"(?:(?:[1-9][0-9]?[LMR]?)|C[12])=(?:{'|'.join(CODES)}|\?\?)"
_NUMBERS: Final = r"([1-9][0-9]?(?:,[1-9][0-9]?)*)"

_MOVES: Final[tuple[tuple[re.Pattern[str], Callable[..., Effect]], ...]] = (
    (re.compile(r"M"), Memorised),
    (
        re.compile(rf"X{_OWN}>{_SLOT}([+?-])"),
        lambda seat, letter, slot, bit: Exchanged(seat, letter or "", slot, bit),
    ),
    (re.compile(rf"V{_OWN}(?:={_CODE})?"), lambda seat, letter, mask: Viewed(seat, letter or "", mask)),
    (re.compile(rf"A:{_CODE}{_OWN}"), lambda seat, mask, letter: Announced(seat, mask, letter or "")),
    (re.compile(r"N"), lambda seat: Answered(seat, False, "")),
    (re.compile(rf"C{_OWN}"), lambda seat, letter: Answered(seat, True, letter or "")),
    (re.compile(r"P"), PowerUsed),
    (re.compile(r"P-"), lambda seat: PowerUsed(seat, declined=True)),
    (
        re.compile(rf"P>{_SLOT}(?:,{_SLOT})?([+?-])?"),
        lambda seat, one, two, bit: PowerUsed(seat, (one, two) if two else (one,), bit or ""),
    ),
    (re.compile(rf"G={_CODE}"), Guessed),
    (re.compile(r"B([+?-])"), SpySwapped),
)
_NOTES: Final[tuple[tuple[re.Pattern[str], Callable[..., Effect]], ...]] = (
    (
        re.compile(
            rf"deal ({_LYING}(?: {_LYING})*) first={_SEAT} script=([a-z]+) drawn=(yes|no) masks=((?:[A-Z]{{2}},?)*)"
            r"((?: [a-z_]+=[a-z_0-9]+)*)"
        ),
        lambda masks, first, script, drawn, kinds, options: Dealt(
            _masks(masks),
            _seat(first),
            script,
            drawn == "yes",
            tuple(kinds.split(",")) if kinds else (),
            tuple((name, value) for name, _sign, value in (each.partition("=") for each in options.split())),
        ),
    ),
    (re.compile(rf"turn ([1-9][0-9]*) seat {_SEAT}"), lambda number, seat: TurnBegun(int(number), _seat(seat))),
    (re.compile(rf"({_LYING}(?: {_LYING})+)"), lambda masks: Revealed(_masks(masks))),
    (
        re.compile(rf"applied (?:{_SEAT}|nobody) ([A-Z]{{2}}|\?\?) (un)?challenged"),
        lambda seat, mask, nobody: Applied(_seat(seat) if seat else None, _mask(mask), nobody is None),
    ),
    (re.compile(rf"look {_SEAT}: ({_LYING} {_LYING})"), lambda seat, masks: Looked(_seat(seat), _masks(masks))),
    (re.compile(rf"test ({_LYING})"), lambda lying: Tested(*_masks(lying)[0])),
    (re.compile(rf"show ({_LYING})"), lambda lying: ShownToOthers(*_masks(lying)[0])),
    (re.compile(rf"{_SEAT} \+{_COINS}"), lambda seat, coins: Gained(_seat(seat), int(coins))),
    (re.compile(rf"{_SEAT}→{_SEAT} {_COINS}"), lambda one, other, coins: Paid(_seat(one), _seat(other), int(coins))),
    (re.compile(rf"J→{_SEAT} {_COINS}"), lambda seat, coins: JusticeTaken(_seat(seat), int(coins))),
    (re.compile(rf"{_SEAT}↔{_SEAT}"), lambda one, other: FortunesExchanged(_seat(one), _seat(other))),
    (re.compile(rf"fines {_NUMBERS}"), lambda seats: Fined(_seats(seats))),
    (
        re.compile(rf"end ({'|'.join(ENDINGS)}) {_NUMBERS}; places {_NUMBERS}"),
        lambda reason, winners, places: Ended(reason, _seats(winners), tuple(map(int, places.split(",")))),
    ),
)


def _seat(number: str) -> int:
    """A seat from its number, which counts from 1."""
    return int(number) - 1


def _seats(numbers: str) -> tuple[int, ...]:
    return tuple(_seat(each) for each in numbers.split(","))


def _masks(text: str) -> tuple[SlotMask, ...]:
    """``3=TH 4=??`` as slots with masks."""
    pairs = [each.split("=") for each in text.split()]
    return tuple((slot, _mask(mask)) for slot, mask in pairs)


def _mask(word: str) -> str | None:
    """The inverse of `mask_word`."""
    return None if word == HIDDEN_MASK else word


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The inverse of `format`, of whole, redacted and faded effects; raises `Unreadable`."""
    if kind == EventKind.MOVE and seat is not None:
        return parse_move(seat, text)
    for pattern, make in _NOTES:
        if found := pattern.fullmatch(text):
            return make(*found.groups())
    raise Unreadable(_("“%(text)s” is no entry of this title.", text=text[:40]))


def parse_move(seat: int, text: str) -> Effect:
    """The effect of a move of `seat`; raises `Unreadable`."""
    for pattern, make in _MOVES:
        if found := pattern.fullmatch(text):
            return make(seat, *found.groups())
    raise Unreadable.move(text)
