"""Entries from their text: the inverse of `Effect.format`."""

import re
from collections.abc import Callable
from typing import Final

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from games.titles.masons.rules.components import ENDINGS, FACE_CODES
from games.titles.masons.rules.effects import (
    HIDDEN_CARD,
    Built,
    CardDiscarded,
    Cards,
    CardsDrawn,
    CardsExchanged,
    CardsPlayed,
    Dealt,
    Ended,
    EndNears,
    FinalPlayed,
    MergeChosen,
    PalacesBuilt,
    PiecesReturned,
    PileShuffled,
    Rolled,
    SeatSkipped,
    TownCompleted,
    TownScored,
    TownsJoined,
    TurnBegun,
    WallPlaced,
)

_SEAT: Final = r"([0-3])"
_NUMBER: Final = r"([0-9]{1,4})"
_TOWN: Final = r"(T[1-9][0-9]{0,2})"
_FACE: Final = f"(?:{'|'.join(FACE_CODES)})"
_CARDS: Final = rf"((?:{_FACE}|\?)(?:,(?:{_FACE}|\?))*|-)"
_PLAYED: Final = rf"({_FACE}(?:\+{_FACE})?)"
_LINE: Final = r"[a-z][0-9]{1,2}[a-z][0-9]{1,2}"
_TOWER: Final = r"[a-z][0-9]{1,2}=[WGK]"
_HOUSE: Final = r"[A-Z][0-9]{1,2}=[bgyrp]"
_REASON: Final = f"({'|'.join(ENDINGS)})"


def _several(item: str) -> str:
    """A group of items, joined with commas."""
    return f"({item}(?:,{item})*)"


_MOVES: Final[tuple[tuple[re.Pattern[str], Callable[..., Effect]], ...]] = (
    (re.compile(f"W:({_LINE})"), WallPlaced),
    (
        re.compile(f"B:{_several(_TOWER)}?;{_several(_HOUSE)}?"),
        lambda seat, towers, houses: Built(seat, _items(towers), _items(houses)),
    ),
    (re.compile(f"M:(?:-|{_TOWN})"), MergeChosen),
    (re.compile(f"S:{_PLAYED}"), lambda seat, cards: CardsPlayed(seat, tuple(cards.split("+")))),
    (
        re.compile(rf"X:({_FACE}|\?)"),
        lambda seat, card: CardDiscarded(seat, None if card == HIDDEN_CARD else card),
    ),
    (re.compile(r"E:([1-9][0-9]?)"), lambda seat, count: CardsExchanged(seat, (None,) * int(count))),
    (re.compile(f"E:(-|{_several(_FACE)})"), lambda seat, cards, _more: CardsExchanged(seat, _cards(cards))),
    (re.compile(r"F:-"), lambda seat: FinalPlayed(seat, "0", ())),
    (
        re.compile(f"F:(0|{_TOWN}):{_PLAYED}"),
        lambda seat, town, _id, cards: FinalPlayed(seat, town, tuple(cards.split("+"))),
    ),
)
_NOTES: Final[tuple[tuple[re.Pattern[str], Callable[..., Effect]], ...]] = (
    (
        re.compile(rf"deal ((?:[0-3]={_CARDS} )+)first={_SEAT}"),
        lambda hands, *rest: Dealt(tuple(_cards(hand.partition("=")[2]) for hand in hands.split()), int(rest[-1])),
    ),
    (
        re.compile(r"D:([WGK])/([bgyrp?])([bgyrp?])"),
        lambda tone, one, other: Rolled(tone, (one, other)),
    ),
    (
        re.compile(rf"{_SEAT} (re)?draws {_CARDS}"),
        lambda seat, again, cards: CardsDrawn(int(seat), _cards(cards), again is not None),
    ),
    (re.compile(rf"turn {_NUMBER} seat {_SEAT}"), lambda number, seat: TurnBegun(int(number), int(seat))),
    (
        re.compile(rf"town {_TOWN} {_several('[A-Z][0-9]{1,2}')}"),
        lambda town, spaces: TownCompleted(town, _items(spaces)),
    ),
    (re.compile(rf"joined {_TOWN} {_TOWN}"), TownsJoined),
    (
        re.compile(rf"back {_several(f'(?:{_TOWER}|{_LINE})')}"),
        lambda pieces: PiecesReturned(
            tuple(piece for piece in _items(pieces) if "=" not in piece),
            tuple(piece for piece in _items(pieces) if "=" in piece),
        ),
    ),
    (re.compile(rf"palaces {_several(_HOUSE)}"), lambda places: PalacesBuilt(_items(places))),
    (re.compile(rf"skip {_SEAT} ([SEF])"), lambda seat, step: SeatSkipped(int(seat), step)),
    (re.compile(rf"shuffle {_NUMBER}"), lambda cards: PileShuffled(int(cards))),
    (re.compile(rf"last turn {_REASON}"), EndNears),
    (
        re.compile(rf"scored (0|T[0-9]{{1,3}}) size {_NUMBER}((?: [0-3]:[0-9]+:(?:0|T[0-9]+):[^ :]+)*)"),
        lambda town, size, plays: TownScored(town, int(size), tuple(_play(play) for play in plays.split())),
    ),
    (
        re.compile(rf"end {_REASON} case ([12])((?: [0-3]=[0-9]+/[0-9]+/[0-9]+)+)"),
        lambda reason, case, standing: Ended(
            reason, case == "1", tuple(_standing(each.partition("=")[2]) for each in standing.split())
        ),
    ),
)


def _items(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _cards(text: str) -> Cards:
    """``OW,?`` as cards."""
    if text == "-":
        return ()
    return tuple(None if card == HIDDEN_CARD else card for card in text.split(","))


def _play(text: str) -> tuple[int, int, str, tuple[str, ...]]:
    """``1:9:T1:TS1+OW``: a seat, its points, its town and its cards."""
    seat, points, town, cards = text.split(":")
    return int(seat), int(points), town, tuple(cards.split("+"))


def _standing(text: str) -> tuple[int, int, int]:
    place, points, cards = text.split("/")
    return int(place), int(points), int(cards)


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The inverse of `format`, of whole and redacted effects; raises `Unreadable`."""
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
