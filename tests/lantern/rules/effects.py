"""Log entries of Lantern, typed: moves, and what follows from them."""

import re
from dataclasses import dataclass, replace

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from tests.lantern.rules.components import BRIDGE_CODES


@dataclass(frozen=True, slots=True)
class PublicEffect(Effect):
    """What everybody may read."""

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


@dataclass(frozen=True, slots=True)
class Hung(PublicEffect):
    """``3a``: a lantern is hung on a bridge."""

    seat: int
    card: int
    bridge: int

    def format(self) -> str:
        return f"{self.card}{BRIDGE_CODES[self.bridge]}"


@dataclass(frozen=True, slots=True)
class Answered(PublicEffect):
    """``let`` or ``blow``."""

    seat: int
    blow: bool

    def format(self) -> str:
        return "blow" if self.blow else "let"


@dataclass(frozen=True, slots=True)
class SetUp(PublicEffect):
    """``setup wind=calm first=1``."""

    storm: bool
    first: int

    def format(self) -> str:
        return f"setup wind={'storm' if self.storm else 'calm'} first={self.first}"


@dataclass(frozen=True, slots=True)
class Dealt(Effect):
    """``deal 0=114 1=???``: the brightnesses in each hand, ascending. A hidden card is 0."""

    hands: tuple[tuple[int, ...], ...]

    def format(self) -> str:
        hands = ("".join(str(card) if card else "?" for card in hand) for hand in self.hands)
        return "deal " + " ".join(f"{seat}={hand}" for seat, hand in enumerate(hands))

    def redact(self, viewer: int | None) -> "Dealt":
        """Each seat reads its own cards."""
        hands = (hand if seat == viewer else (0,) * len(hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hands))


@dataclass(frozen=True, slots=True)
class WindBlew(PublicEffect):
    """``wind 5``: the face of the wind die."""

    face: int

    def format(self) -> str:
        return f"wind {self.face}"


@dataclass(frozen=True, slots=True)
class WentOut(PublicEffect):
    """``out 1 3a``: a lantern is lost."""

    seat: int
    card: int
    bridge: int

    def format(self) -> str:
        return f"out {self.seat} {self.card}{BRIDGE_CODES[self.bridge]}"


@dataclass(frozen=True, slots=True)
class NightEnded(PublicEffect):
    """``end 0=3 1=6``: the points of all seats."""

    points: tuple[int, ...]

    def format(self) -> str:
        return "end " + " ".join(f"{seat}={points}" for seat, points in enumerate(self.points))


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The inverse of `format`; raises `Unreadable`."""
    if kind == EventKind.MOVE and seat is not None:
        return _parse_move(seat, text)
    word, _space, rest = text.partition(" ")
    values = [item.partition("=")[2] for item in rest.split()]
    if found := re.fullmatch(r"wind=(calm|storm) first=(\d)", rest):
        return SetUp(found[1] == "storm", int(found[2]))
    if word == "deal":
        return Dealt(tuple(tuple(0 if card == "?" else int(card) for card in hand) for hand in values))
    if word == "wind":
        return WindBlew(int(rest))
    if found := re.fullmatch(r"out (\d) (\d)([abc])", text):
        return WentOut(int(found[1]), int(found[2]), BRIDGE_CODES.index(found[3]))
    if word == "end":
        return NightEnded(tuple(int(points) for points in values))
    raise Unreadable(_("“%(text)s” is no entry of this title.", text=text[:40]))


def _parse_move(seat: int, text: str) -> Effect:
    if text in ("let", "blow"):
        return Answered(seat, text == "blow")
    if found := re.fullmatch(r"([1-4])([abc])", text):
        return Hung(seat, int(found[1]), BRIDGE_CODES.index(found[2]))
    raise Unreadable.move(text)
