"""Decisions from one seat's knowledge: its information set, its redacted log, and observers of that log."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import deepcopy
from typing import TypeVar

from games.core.engine.events import Entry
from games.core.engine.state import State


class Observer(ABC):
    """A belief or an opponent model that a bot updates from the log of its seat, entry by entry.

    It is constructed with the seat whose log it reads and the number of seats, and sees redacted entries only.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats

    @abstractmethod
    def observe(self, entry: Entry) -> None:
        """Update from the next entry of the log."""


ObserverType = TypeVar("ObserverType", bound=Observer)


class SeatLog:
    """The log of a match as one seat may read it, with the observers of that log.

    An observer reads each entry once: a `SeatLog` that is reused from decision to decision costs the new entries only.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.entries: list[Entry] = []
        self._observers: dict[type[Observer], Observer] = {}
        self._read_counts: dict[type[Observer], int] = {}

    def extend(self, entries: Iterable[Entry]) -> None:
        """Append unredacted entries, redacted for the seat."""
        self.entries += [seen for entry in entries if (seen := entry.redact(self.seat)) is not None]

    def copy(self) -> "SeatLog":
        """Return an independent copy: its observers are copies too, in the same state."""
        twin = SeatLog(self.seat, self.seats)
        twin.entries = self.entries[:]
        twin._observers = deepcopy(self._observers)
        twin._read_counts = dict(self._read_counts)
        return twin

    def observer(self, observer_class: type[ObserverType]) -> ObserverType:
        """Return the observer of this class, updated with all entries."""
        found = self._observers.get(observer_class)
        if not isinstance(found, observer_class):
            found = self._observers[observer_class] = observer_class(self.seat, self.seats)
        for entry in self.entries[self._read_counts.get(observer_class, 0) :]:
            found.observe(entry)
        self._read_counts[observer_class] = len(self.entries)
        return found


class InformationSet:
    """All positions that `seat` cannot distinguish at its decision, and the log that it has read.

    It holds one re-dealt world, never the true position, and deals further worlds from that one: for the same seed,
    `State.redeal` returns the same world from every position of the set.
    """

    def __init__(self, state: State, seat: int, log: SeatLog) -> None:
        """Initialise the information set of the position `state`, which is not stored."""
        self.seat = seat
        self.log = log
        self._world = state.redeal(seat, 0)

    def deal(self, seed: int) -> State:
        """Return a new world from a 32-bit seed, which the caller may change."""
        return self._world.redeal(self.seat, seed)


class Thinker(ABC):
    """A decision procedure: the same seed and the same knowledge give the same move."""

    __slots__ = ()

    @abstractmethod
    def think(self, known: InformationSet, seed: int) -> list[int]:
        """Return all parts of a whole, legal move for `known.seat`, which owes a decision and has chosen no part."""

    @abstractmethod
    def times(self, factor: float) -> "Thinker":
        """Return the same thinker with about `factor` times the effort; more effort must not make it weaker."""

    @abstractmethod
    def effort(self) -> str:
        """Return the effort of a decision in a few words, for a table: “2,000 iterations”."""
