"""A cache of replayed logs, so that a log need not be replayed from its first event every time.

`log.replay` and `Game.read_log` are functions of a log alone, so their results may be cached without expiry. A
`ReplayCache` is an LRU cache of replays. It compares the whole log on every call, so an altered event is checked by
the rules as if nothing were cached.
"""

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from operator import itemgetter

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import Position, apply_event, check_site_event, reading_log
from games.core.engine.state import State
from games.core.title.game import Game

MOST_MARKS = 16
FIRST_STRIDE = 16


class Marks:
    """Some earlier positions of one log, so that another one is reached by a few events. Never more than `MOST_MARKS`:
    in a longer log they are farther apart."""

    def __init__(self, beginning: State) -> None:
        self.stride = FIRST_STRIDE
        self.marks = [(0, Position(beginning, 0))]  # ascending: the number of events, and the position after them

    def position(self, game: Game, events: Sequence[Event], count: int) -> Position:
        """Return the position after the first `count` events, the caller's own."""
        at, mark = self.marks[bisect_right(self.marks, count, key=itemgetter(0)) - 1]
        position = Position(mark.state.copy(), mark.decision)
        for ply in range(at, count):
            apply(game, position, events[ply], ply)
            if ply + 1 == self.marks[-1][0] + self.stride:
                self.keep(ply + 1, Position(position.state.copy(), position.decision))
        return position

    def keep(self, count: int, position: Position) -> None:
        """Mark the position after `count` events."""
        self.marks.append((count, position))
        if len(self.marks) > MOST_MARKS:
            self.marks = self.marks[::2]
            self.stride *= 2


def apply(game: Game, position: Position, event: Event, ply: int) -> None:
    """Apply the event at `ply`, which has been checked, to `position`."""
    if event.kind != EventKind.SITE:
        apply_event(game, position.state, event)
        position.decision = ply + 1


class Redacted:
    """The entries of a log that one viewer may read, out of its first `count`, while the match is running."""

    def __init__(self) -> None:
        self.count = 0
        self.entries: list[Entry] = []


class Replay:
    """The replay of one log, as far as it has been read."""

    def __init__(self, game: Game, seats: int, settings: Mapping[str, str]) -> None:
        self.setup = (game, seats, dict(settings))
        self.lock = threading.Lock()
        self.broken = False  # the rules refused an event while the replay advanced
        self.events: list[Event] = []
        with reading_log():
            self.position = Position(game.initial_state(seats, settings), 0)
            self.annotator = game.annotator(seats, settings)
            self.marks = Marks(self.position.state.copy())
        self.entries: list[Entry] = []
        self.entry_counts: list[int] = []  # the number of entries after each event that the annotator has read
        self.redacted: dict[int | None, Redacted] = {}  # by viewer

    def agrees_with(self, events: Sequence[Event]) -> bool:
        """Return whether one of this replay's events and `events` is a prefix of the other."""
        common = min(len(self.events), len(events))
        return not self.broken and self.events[:common] == list(events[:common])

    def advance(self, events: Sequence[Event]) -> None:
        """Apply those of `events` that are new; the others must agree. Raises `BrokenLog`."""
        game = self.setup[0]
        self.broken = True
        with reading_log():
            for event in events[len(self.events) :]:
                if event.kind == EventKind.SITE:
                    check_site_event(event, self.setup[1])
                apply(game, self.position, event, len(self.events))
                self.events.append(event)
        self.broken = False

    def position_after(self, count: int) -> Position:
        """Return the position after the first `count` events, the caller's own."""
        if count < len(self.events):
            with reading_log():
                return self.marks.position(self.setup[0], self.events, count)
        return Position(self.position.state.copy(), self.position.decision)

    def entries_up_to(self, count: int) -> list[Entry]:
        """Return the entries of the first `count` events; raises `BrokenLog`."""
        self.broken = True
        with reading_log():
            while len(self.entry_counts) < count:
                self.entries += self.annotator.read(self.events[len(self.entry_counts)])
                self.entry_counts.append(len(self.entries))
        self.broken = False
        return self.entries[: self.entry_counts[count - 1] if count else 0]

    def redacted_up_to(self, count: int, viewer: int | None) -> list[Entry]:
        """Return what `viewer` may read of the entries of the first `count` events; raises `BrokenLog`."""
        entries = self.entries_up_to(count)
        known = self.redacted.setdefault(viewer, Redacted())
        for entry in entries[known.count :]:
            shown = entry.redact(viewer)
            if shown is not None:
                known.entries.append(shown)
            known.count += 1
        whole = len(entries) == known.count
        return list(known.entries) if whole else [entry for entry in known.entries if entry.ply < count]


class ReplayCache:
    """The replays of the `max_size` most recently used logs, by a key that the caller chooses. Thread-safe."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self.lock = threading.Lock()
        self.replays: OrderedDict[str, Replay] = OrderedDict()

    def position(
        self, key: str, game: Game, seats: int, settings: Mapping[str, str], events: Sequence[Event]
    ) -> Position:
        """Return the position as `log.replay` does: a copy that the caller may change. Raises `BrokenLog`."""
        cached = self.get_or_create(key, game, seats, settings)
        with cached.lock:
            if cached.agrees_with(events):
                cached.advance(events)
                return cached.position_after(len(events))
        self.discard(key, cached)
        return self.position(key, game, seats, settings, events)

    def entries(
        self, key: str, game: Game, seats: int, settings: Mapping[str, str], events: Sequence[Event]
    ) -> list[Entry]:
        """Return all entries as `Game.read_log` does, unredacted. Raises `BrokenLog`."""
        cached = self.get_or_create(key, game, seats, settings)
        with cached.lock:
            if cached.agrees_with(events):
                cached.advance(events)
                return cached.entries_up_to(len(events))
        self.discard(key, cached)
        return self.entries(key, game, seats, settings, events)

    def redacted(
        self,
        key: str,
        game: Game,
        seats: int,
        settings: Mapping[str, str],
        events: Sequence[Event],
        viewer: int | None,
    ) -> list[Entry]:
        """Return what `viewer` (None: a spectator) may read of the entries while the match is running; each entry is
        redacted once for a viewer. Raises `BrokenLog`."""
        cached = self.get_or_create(key, game, seats, settings)
        with cached.lock:
            if cached.agrees_with(events):
                cached.advance(events)
                return cached.redacted_up_to(len(events), viewer)
        self.discard(key, cached)
        return self.redacted(key, game, seats, settings, events, viewer)

    def get_or_create(self, key: str, game: Game, seats: int, settings: Mapping[str, str]) -> Replay:
        """Return the cached replay for this key and setup, marked as most recently used; a new one if there is none."""
        with self.lock:
            cached = self.replays.get(key)
            if cached is None or cached.setup != (game, seats, dict(settings)):
                cached = self.replays[key] = Replay(game, seats, settings)
            self.replays.move_to_end(key)
            while len(self.replays) > self.max_size:
                self.replays.popitem(last=False)
            return cached

    def discard(self, key: str, cached: Replay) -> None:
        """Remove a replay from the cache."""
        with self.lock:
            if self.replays.get(key) is cached:
                del self.replays[key]
