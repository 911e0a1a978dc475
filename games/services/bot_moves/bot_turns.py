"""The rows of decisions that bots owe, kept in step with the seats of a locked match.

The decisions that bots owe follow from the seats alone: the rows to open and to close are the difference between what
the seats owed when they were read and what they owe when they are written. Rows that are changed are read before, for
their seals.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from games.core.clocks.bot_turn import Progress, TurnState, first_moment
from games.models import BotTurn, Match, Seat
from games.plumbing import bulk_sql
from games.plumbing.prepared import Prepared
from games.selectors.stored import reading_row
from games.services.bot_moves.publish_time import pause_of

Key = tuple[int, int]  # a decision and a seat

SCHEDULE_COLUMNS = ("level", "publish_at", "macs")
REOPENING_COLUMNS = ("level", "publish_at", "state", "attempts", "holder", "leased_until", "closed_at", "macs")
CLOSING_COLUMNS = ("state", "holder", "leased_until", "text", "seal", "closed_at", "macs")
# Locked, because a worker that thinks may put off their publish time without the match's lock.
OPEN_ROWS = Prepared(lambda match: BotTurn.objects.select_for_update().filter(match=match, closed_at=None), "a match")


def open_turns(match: Match) -> list[BotTurn]:
    """Return the rows of what bots owe in a running match now, in seat order."""
    return list(match.bot_turns.filter(decision=match.decision, closed_at=None).order_by("seat"))


def levels_owing(seats: Sequence[Seat]) -> dict[Key, str]:
    """Return the level of the bot that owes each decision; IN_ADVANCE where an answer in advance is due."""
    return {(s.due_decision, s.index): s.level_owing for s in seats if s.due_decision is not None and s.level_owing}


class BotTurns:
    """The open rows of a locked match: `save` writes what has changed since the seats were read, or saved before."""

    def __init__(self, match: Match, seats: Sequence[Seat]) -> None:
        self._match = match
        self._seats = seats
        self._stored = levels_owing(seats)
        self._decided: set[Key] = set()

    def decide(self, seat: Seat) -> None:
        """Mark what `seat` owes as decided: if a bot did it for the seat, `save` closes its row as published."""
        if seat.due_decision is not None and seat.level_owing:
            self._decided.add((seat.due_decision, seat.index))

    def save(self, moment: datetime, key: bytes, *, log_grew: bool, superseded: Collection[int] = ()) -> bool:
        """Open and close rows at `moment`, sealed by the match's `key`; return whether bots owe anything now.

        A bot becomes due only where the log grew, and then the pause restarts: the moves of all open rows, old ones
        too, are published a pause after `moment`. For the seats `superseded`, a row of the open decision may have been
        closed before: it is opened again.
        """
        owing = levels_owing(self._seats)
        rows = self._read() if self._stored else {}
        self._close([row for place, row in rows.items() if place not in owing], moment, key)
        if owing and log_grew:
            publish_at = first_moment(moment, pause_of(owing.values(), self._match.game))
            self._reschedule({row: owing[place] for place, row in rows.items() if place in owing}, publish_at, key)
            opening = {place: level for place, level in owing.items() if place not in self._stored}
            for place in self._reopen([place for place in opening if place[1] in superseded], opening, publish_at, key):
                del opening[place]
            self._open(opening, publish_at, key)
        self._stored, self._decided = owing, set()
        return bool(owing)

    def _read(self) -> dict[Key, BotTurn]:
        """Return the open rows of what bots owed; one that is missing is left to the audit. Raises `BrokenRow`."""
        with reading_row(self._match.pk):
            rows = {(row.decision, row.seat): row for row in OPEN_ROWS.all(self._match.pk)}
        return {place: rows[place] for place in self._stored if place in rows}

    def _close(self, rows: Sequence[BotTurn], moment: datetime, key: bytes) -> None:
        progress = Progress()  # not the row's own: whatever it says, the decision is made or no longer owed
        for row in rows:
            decided = (row.decision, row.seat) in self._decided
            row.progress = progress.publish() if decided else progress.supersede()
            row.text, row.seal, row.closed_at = "", b"", moment
            row.renew_seals(key)
        bulk_sql.update(rows, CLOSING_COLUMNS)

    def _reschedule(self, levels: Mapping[BotTurn, str], publish_at: datetime, key: bytes) -> None:
        for row, level in levels.items():
            row.level, row.publish_at = level, publish_at
            row.renew_seals(key)
        bulk_sql.update(list(levels), SCHEDULE_COLUMNS)

    def _reopen(self, places: Sequence[Key], levels: Mapping[Key, str], publish_at: datetime, key: bytes) -> list[Key]:
        """Open the closed rows of `places` again; return the places that had one."""
        found = []
        for decision, seat in places:
            with reading_row(self._match.pk):
                row = self._match.bot_turns.select_for_update().filter(decision=decision, seat=seat).first()
            if row is None:
                continue
            row.progress = Progress(TurnState.SUPERSEDED).reopen()
            row.level, row.publish_at, row.closed_at = levels[decision, seat], publish_at, None
            row.renew_seals(key)
            bulk_sql.update([row], REOPENING_COLUMNS)
            found.append((decision, seat))
        return found

    def _open(self, levels: Mapping[Key, str], publish_at: datetime, key: bytes) -> None:
        rows = [
            BotTurn(match=self._match, decision=decision, seat=seat, level=level, publish_at=publish_at)
            for (decision, seat), level in levels.items()
        ]
        for row in rows:
            row.seal_fields(key)
        bulk_sql.insert(rows)
