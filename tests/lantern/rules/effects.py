"""Log entries of Lantern, typed: moves, and what follows from them."""

from dataclasses import dataclass, replace

from games.core.events import Effect
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
