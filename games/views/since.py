"""Events since the reader's own last decision, and the board at each step."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from games.core.engine.events import Entry, Event, EventKind
from games.core.title.game import Game
from games.core.title.presenter import Stop
from games.views.log_text import Line, stop_of

ROOM = 56  # letters of sentences that fit into two lines beneath the prompt of a phone; the others are counted


@dataclass(frozen=True, slots=True)
class Since:
    """The sentences since the reader's own last decision, oldest first.

    `ply` is the position right after that decision, 0 if there was none. `stop` is the ply of the last end of a round
    among them, None if there is none.
    """

    ply: int
    lines: list[Line]
    stop: int | None

    @property
    def steps(self) -> list[int]:
        """The positions that the sentences led to, each once."""
        return sorted({line.ply for line in self.lines})

    @property
    def short(self) -> str:
        """Return what the others did last, or if they did nothing, what happened: as many sentences as fit; "" if none
        does."""
        return " ".join(self._told())

    @property
    def more(self) -> str:
        """How many sentences `short` leaves out, in words; "" if it leaves none out, or has none."""
        told = len(self._told())
        left_out = len(self.lines) - told
        return ngettext("(%(n)s more)", "(%(n)s more)", left_out) % {"n": left_out} if told and left_out else ""

    @property
    def count(self) -> str:
        """How many steps lead from the reader's own last decision to the table, in words."""
        steps = len(self.steps)
        return ngettext("%(n)s step", "%(n)s steps", steps) % {"n": steps}

    def _told(self) -> list[str]:
        moves = [line for line in self.lines if line.kind == EventKind.MOVE] or self.lines
        told: list[str] = []
        for line in reversed(moves):
            if sum(map(len, told)) + len(line.text) > ROOM:
                break
            told.insert(0, line.text)
        return told


def after_own_decision(events: Sequence[Event], seat: int | None) -> int:
    """Return the ply right after the last decision of `seat` in `events`; 0 if it has made none."""
    for index in range(len(events) - 1, -1, -1):
        if events[index].kind == EventKind.MOVE and events[index].seat == seat:
            return index + 1
    return 0


def last_stop(game: Game, entries: Sequence[Entry]) -> int | None:
    """Return the position after the last effect that ends a round; None if there is none."""
    return next((entry.ply + 1 for entry in reversed(entries) if stop_of(game, entry) is not None), None)


def stop_at(game: Game, entries: Sequence[Entry], ply: int) -> Stop | None:
    """Return the end of a round that led to `ply`; None if that was something else."""
    for entry in reversed(entries):
        if entry.ply + 1 < ply:
            return None
        stop = stop_of(game, entry) if entry.ply + 1 == ply else None
        if stop is not None:
            return stop
    return None


def settling(game: Game, past: Sequence[Entry], ply: int) -> Sequence[Entry]:
    """Return `past` if it ends at `ply` with the end of a round, which is then drawn over the board; else nothing."""
    return () if stop_at(game, past, ply) is None else past
