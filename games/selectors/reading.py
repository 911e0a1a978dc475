"""The only access to a match's log and earlier positions, for pages, files and lists.

While a match runs, entries are redacted for their viewer, and what has faded from the viewer's memory (`Game.memory`)
is taken out of them and out of the views of earlier positions. Once it is over, nothing fades. No other module passes
replayed entries or an earlier position to a page; tests/project/test_doors_of_logs.py checks that.
"""

from collections.abc import Sequence
from functools import cached_property, partial

from games.core.engine.events import Entry, EventKind, Memory
from games.core.engine.events import Event as CoreEvent
from games.core.engine.view import View
from games.models import Match, Status
from games.selectors import matches


class Reader:
    """The parts that `viewer` (a seat; None: a spectator) may read of `match` after `events`, its whole log so far.

    `seat` is the own seat of a player with a spectator's view, who remembers no more than at that seat.
    """

    def __init__(self, match: Match, events: Sequence[CoreEvent], viewer: int | None, seat: int | None = None) -> None:
        self.match = match
        self.events = events
        self.viewer = viewer
        self.seat = seat

    @cached_property
    def entries(self) -> list[Entry]:
        """The entries of the log as the viewer may read them now; raises `BrokenLog`."""
        return faded(self._redacted, self.memory)

    @cached_property
    def memory(self) -> Memory:
        """How far back the viewer remembers; raises `BrokenLog`. It is computed from what the viewer may
        read anyway, so it reveals nothing more."""
        if self.match.status == Status.FINISHED:
            return Memory()
        ask = partial(self.match.game.memory, self.match.settings, self._redacted)
        memory = ask(self.viewer)
        if self.seat is None:
            return memory
        own = ask(self.seat)
        return Memory(
            max(memory.entries_from, own.entries_from),
            max(memory.positions_from, own.positions_from),
        )

    @cached_property
    def _redacted(self) -> list[Entry]:
        return matches.redacted_after(self.match, self.events, self.viewer)

    def view_at(self, ply: int) -> View:
        """Return what the viewer saw after the first `ply` events, without what has faded; raises `BrokenLog`."""
        view = matches.position_after(self.match, self.events[:ply]).state.view(self.viewer)
        return self.match.game.faded(view) if ply < self.memory.positions_from else view

    def faded_moves(self) -> dict[int, str]:
        """Return, by ply, the moves of which something has faded, as their own player may still read them; raises
        `BrokenLog`."""
        if self.memory.entries_from == 0:
            return {}
        whole = matches.entries_after(self.match, self.events)
        moves = [entry for entry in whole if entry.kind == EventKind.MOVE and entry.ply < self.memory.entries_from]
        own = [read for entry in moves if (read := entry.redact(entry.seat)) is not None]
        return {entry.ply: left.text for entry in own if (left := entry.fade()) is not entry}


def read_all(match: Match, events: Sequence[CoreEvent]) -> list[Entry]:
    """Return all entries of a match that is over; raises `PermissionError` if it is not, and `BrokenLog`."""
    if match.status != Status.FINISHED:
        raise PermissionError(f"the log of match {match.pk} is not open: it is {match.status}")
    return matches.entries_after(match, events)


def faded(entries: Sequence[Entry], memory: Memory) -> list[Entry]:
    """Return redacted entries without what has faded."""
    forgotten = memory.entries_from
    return [entry.fade() if entry.ply < forgotten else entry for entry in entries] if forgotten else list(entries)
