"""Deciding from what one seat knows: the information set, the seat's own log, and who draws conclusions from it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TypeVar

from games.core.events import Entry
from games.core.state import State


class Observer(ABC):
    """Conclusions that a bot draws from the log of its seat, entry by entry: a belief, a model of opponents.

    It is made with the seat whose log it reads and the number of seats, and sees redacted entries only.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats

    @abstractmethod
    def observe(self, entry: Entry) -> None:
        """Take in the next entry of the log."""


AnyObserver = TypeVar("AnyObserver", bound=Observer)


class SeatLog:
    """The log of a match as one seat may read it, and the observers that have read it so far.

    An observer reads each entry once: whoever keeps a `SeatLog` from decision to decision pays for the new entries
    only.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.entries: list[Entry] = []
        self._observers: dict[type[Observer], Observer] = {}
        self._read: dict[type[Observer], int] = {}

    def extend(self, entries: Iterable[Entry]) -> None:
        """Append entries of the whole log, redacted for the seat."""
        self.entries += [seen for entry in entries if (seen := entry.redact(self.seat)) is not None]

    def observer(self, kind: type[AnyObserver]) -> AnyObserver:
        """The observer of this class, after all entries."""
        found = self._observers.get(kind)
        if not isinstance(found, kind):
            found = self._observers[kind] = kind(self.seat, self.seats)
        for entry in self.entries[self._read.get(kind, 0) :]:
            found.observe(entry)
        self._read[kind] = len(self.entries)
        return found


class InformationSet:
    """All positions that `seat` cannot tell apart at its decision, and the log that it has read.

    It holds one re-dealt world, never the true position, and deals further worlds from that one: `State.redeal` gives
    the same world for the same seed from every position of the set.
    """

    def __init__(self, state: State, seat: int, log: SeatLog) -> None:
        """Of the position `state`, which is not kept."""
        self.seat = seat
        self.log = log
        self._world = state.redeal(seat, 0)

    def deal(self, seed: int) -> State:
        """A fresh world from a 32-bit seed, the caller's own."""
        return self._world.redeal(self.seat, seed)


class Thinker(ABC):
    """A way to decide: the same seed, with the same knowledge, gives the same move."""

    __slots__ = ()

    @abstractmethod
    def think(self, known: InformationSet, seed: int) -> list[int]:
        """All parts of a whole, legal move for `known.seat`, which owes a decision and has chosen no part."""

    @abstractmethod
    def times(self, factor: float) -> "Thinker":
        """The same thinker with `factor` times the effort, or nearly so: with more it must not play worse."""

    @abstractmethod
    def effort(self) -> str:
        """How much it thinks, in a few words for a table: “2,000 iterations”."""
