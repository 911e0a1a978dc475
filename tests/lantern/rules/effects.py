"""Log entries of Lantern, typed: moves, and what follows from them.

A brightness that its reader may not know, or not know any more, is 0 and written ``?``.
"""

from dataclasses import dataclass, replace

from games.core.events import Effect
from tests.lantern.rules.components import BRIDGE_CODES


@dataclass(frozen=True, slots=True)
class PublicEffect(Effect):
    """What everybody may read."""

    def redact(self, viewer: int | None) -> "PublicEffect":
        return self


def digit(card: int) -> str:
    """A brightness as it is written."""
    return str(card) if card else "?"


@dataclass(frozen=True, slots=True)
class Hung(PublicEffect):
    """``3a``: a lantern is hung on a bridge."""

    seat: int
    card: int
    bridge: int

    def format(self) -> str:
        return f"{digit(self.card)}{BRIDGE_CODES[self.bridge]}"

    def fade(self) -> "Hung":
        """How bright it was is forgotten."""
        return replace(self, card=0)


@dataclass(frozen=True, slots=True)
class Answered(PublicEffect):
    """``let`` or ``blow``."""

    seat: int
    blow: bool

    def format(self) -> str:
        return "blow" if self.blow else "let"


@dataclass(frozen=True, slots=True)
class SetUp(PublicEffect):
    """``setup wind=calm first=1``, ``setup wind=calm memory=fades first=1``."""

    storm: bool
    first: int
    fades: bool = False

    def format(self) -> str:
        memory = "memory=fades " if self.fades else ""
        return f"setup wind={'storm' if self.storm else 'calm'} {memory}first={self.first}"


@dataclass(frozen=True, slots=True)
class Dealt(Effect):
    """``deal 0=114 1=???``: the brightnesses in each hand, ascending."""

    hands: tuple[tuple[int, ...], ...]

    def format(self) -> str:
        hands = ("".join(map(digit, hand)) for hand in self.hands)
        return "deal " + " ".join(f"{seat}={hand}" for seat, hand in enumerate(hands))

    def redact(self, viewer: int | None) -> "Dealt":
        """Each seat reads its own cards."""
        hands = (hand if seat == viewer else (0,) * len(hand) for seat, hand in enumerate(self.hands))
        return replace(self, hands=tuple(hands))

    def fade(self) -> "Dealt":
        """What was in the hands is forgotten, the reader's own included: what is left of that lies before them."""
        return replace(self, hands=tuple((0,) * len(hand) for hand in self.hands))


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
        return f"out {self.seat} {digit(self.card)}{BRIDGE_CODES[self.bridge]}"

    def fade(self) -> "WentOut":
        """How bright it was is forgotten."""
        return replace(self, card=0)


@dataclass(frozen=True, slots=True)
class NightEnded(PublicEffect):
    """``end 0=3 1=6``: the points of all seats."""

    points: tuple[int, ...]

    def format(self) -> str:
        return "end " + " ".join(f"{seat}={points}" for seat, points in enumerate(self.points))
