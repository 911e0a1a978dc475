"""The rows of decisions that bots owe, kept in step with the seats of a locked match.

What bots owe follows from the seats alone, so nothing is read: the rows to open and to close are the difference
between what the seats owed when they were read and what they owe when they are written.
"""

from collections.abc import Sequence
from datetime import datetime

from games.core.bot_turn import Progress, first_moment
from games.models import BotTurn, Match, Seat
from games.services import bulk_sql
from games.services.publish_time import pause_of

Key = tuple[int, int]  # a decision and a seat

KEY_COLUMNS = ("match", "decision", "seat")
SCHEDULE_COLUMNS = ("level", "publish_at")
CLOSING_COLUMNS = ("state", "holder", "leased_until", "text", "seal", "closed_at")


def open_turns(match: Match) -> list[BotTurn]:
    """The rows of what bots owe in a running match now, in seat order."""
    return list(match.bot_turns.filter(decision=match.decision, closed_at=None).order_by("seat"))


def levels_owing(seats: Sequence[Seat]) -> dict[Key, str]:
    """The level of the bot that owes each decision."""
    return {(s.due_decision, s.index): s.bot_level for s in seats if s.due_decision is not None and s.bot_level}


class BotTurns:
    """The open rows of a locked match: `save` writes what has changed since the seats were read, or saved before."""

    def __init__(self, match: Match, seats: Sequence[Seat]) -> None:
        self._match = match
        self._seats = seats
        self._stored = levels_owing(seats)
        self._decided: set[Key] = set()

    def decide(self, seat: Seat) -> None:
        """`seat` decides what it owes: if a bot does this for it, the row is closed as published."""
        if seat.due_decision is not None and seat.bot_level:
            self._decided.add((seat.due_decision, seat.index))

    def save(self, moment: datetime, *, log_grew: bool) -> bool:
        """Open and close rows at `moment`; whether bots owe anything now.

        A bot becomes due only where the log grew, and then the pause begins anew: the moves of all open rows, old
        ones too, are published a pause after `moment`.
        """
        stored, owing = self._stored, levels_owing(self._seats)
        closed = [self._closed(key, moment) for key in stored if key not in owing]
        bulk_sql.update(closed, CLOSING_COLUMNS, KEY_COLUMNS)
        if owing and log_grew:
            publish_at = first_moment(moment, pause_of(owing.values()))
            rows = {key: self._row(key, level=level, publish_at=publish_at) for key, level in owing.items()}
            bulk_sql.update([row for key, row in rows.items() if key in stored], SCHEDULE_COLUMNS, KEY_COLUMNS)
            bulk_sql.insert([row for key, row in rows.items() if key not in stored])
        self._stored, self._decided = owing, set()
        return bool(owing)

    def _closed(self, key: Key, moment: datetime) -> BotTurn:
        row, progress = self._row(key, closed_at=moment), Progress()
        row.progress = progress.publish() if key in self._decided else progress.supersede()
        return row

    def _row(self, key: Key, **columns: object) -> BotTurn:
        decision, seat = key
        return BotTurn(match=self._match, decision=decision, seat=seat, **columns)
