"""Logs that have been replayed once need not be replayed again from their beginning.

`log.replay` and `log.read_log` are functions of a log alone, so their results may be cached for any time. A
`ReplayCache` keeps those of the matches used last; it compares the whole log every time, so an altered event is met
by the rules as if nothing had been cached. Dropping a cache costs time and nothing else.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from games.core.events import Entry, Event, EventKind
from games.core.game import Game
from games.core.log import Position, apply_event, replay


class Replay:
    """One log as far as it was read."""

    def __init__(self, game: Game, seats: int, settings: Mapping[str, str]) -> None:
        self.beginning = (game, seats, dict(settings))
        self.lock = threading.Lock()
        self.broken = False  # the rules refused an event in the middle
        self.events: list[Event] = []
        self.decision = 0
        self.state = game.initial_state(seats, settings)
        self.annotator = game.annotator(seats, settings)
        self.entries: list[Entry] = []
        self.ends: list[int] = []  # how many entries there are after each event that the scribe has read

    def fits(self, events: Sequence[Event]) -> bool:
        """Whether this and `events` are the same as far as both go."""
        both = min(len(self.events), len(events))
        return not self.broken and self.events[:both] == events[:both]

    def read_on(self, events: Sequence[Event]) -> None:
        """Play what `events`, which must fit, hold beyond this; raises `BrokenLog`."""
        game = self.beginning[0]
        self.broken = True
        for event in events[len(self.events) :]:
            if event.kind != EventKind.SITE:
                apply_event(game, self.state, event)
                self.decision = len(self.events) + 1
            self.events.append(event)
        self.broken = False

    def write_up(self, count: int) -> list[Entry]:
        """The entries of the first `count` events; raises `BrokenLog`."""
        self.broken = True
        while len(self.ends) < count:
            self.entries += self.annotator.read(self.events[len(self.ends)])
            self.ends.append(len(self.entries))
        self.broken = False
        return self.entries[: self.ends[count - 1] if count else 0]


class ReplayCache:
    """The readings of the last `most` logs, by names that the caller gives them. Threads may share it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = threading.Lock()
        self.readings: OrderedDict[str, Replay] = OrderedDict()

    def position(
        self, name: str, game: Game, seats: int, settings: Mapping[str, str], events: Sequence[Event]
    ) -> Position:
        """As `log.replay`: a position of the caller's own; raises `BrokenLog`."""
        reading = self.take(name, game, seats, settings)
        with reading.lock:
            if reading.fits(events):
                if len(events) < len(reading.events):  # somebody looks back: what is kept stays
                    return replay(game, seats, settings, events)
                reading.read_on(events)
                return Position(reading.state.copy(), reading.decision)
        self.drop(name, reading)
        return self.position(name, game, seats, settings, events)

    def entries(
        self, name: str, game: Game, seats: int, settings: Mapping[str, str], events: Sequence[Event]
    ) -> list[Entry]:
        """As `log.read_log`: all entries, unredacted; raises `BrokenLog`."""
        reading = self.take(name, game, seats, settings)
        with reading.lock:
            if reading.fits(events):
                reading.read_on(events)
                return reading.write_up(len(events))
        self.drop(name, reading)
        return self.entries(name, game, seats, settings, events)

    def take(self, name: str, game: Game, seats: int, settings: Mapping[str, str]) -> Replay:
        """The reading of that name and beginning, now the one used last; a new one if there is none."""
        with self.lock:
            reading = self.readings.get(name)
            if reading is None or reading.beginning != (game, seats, dict(settings)):
                reading = self.readings[name] = Replay(game, seats, settings)
            self.readings.move_to_end(name)
            while len(self.readings) > self.most:
                self.readings.popitem(last=False)
            return reading

    def drop(self, name: str, reading: Replay) -> None:
        """Forget a reading."""
        with self.lock:
            if self.readings.get(name) is reading:
                del self.readings[name]
