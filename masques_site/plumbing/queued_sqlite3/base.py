"""The backend: a transaction that will write takes its turn before it begins, and gives it back at its end.

A moment that is none is read as NULL: SQLite stores any text, and an error there would take every row with it that the
same statement reads.
"""

import sqlite3
import weakref
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError
from django.utils.dateparse import parse_datetime

from masques_site.plumbing.queued_sqlite3.turns import Turns, turns_of

TIMEOUT = 5.0  # seconds, where the settings say nothing, as SQLite's own


def _moment(stored: bytes) -> datetime | None:
    try:
        return parse_datetime(stored.decode())
    except ValueError:  # as for the 99th day of a month; for other words Django says None
        return None


sqlite3.register_converter("datetime", _moment)


class DatabaseWrapper(base.DatabaseWrapper):  # the stubs know only its public half: hence the ignored types
    """A connection. What it writes outside of transactions takes no turn: SQLite keeps that apart by itself."""

    turn: "Turn | None" = None

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction; raises OperationalError, as without a queue, if its turn does not come in time."""
        if self.transaction_mode not in ("IMMEDIATE", "EXCLUSIVE") or self.is_in_memory_db():  # type: ignore[attr-defined]
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        timeout = float(self.settings_dict["OPTIONS"].get("timeout", TIMEOUT))
        self.turn = Turn(self, turns_of(Path(self.settings_dict["NAME"]).resolve()), timeout)
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> Any:
        answer = super()._commit()  # type: ignore[misc]
        self._end_turn()  # a commit that failed is rolled back
        return answer

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self.turn = self.turn, None
        if turn is not None:
            turn.end()


class Turn:
    """One turn of a connection. It ends with its connection if a thread dies and leaves that open."""

    def __init__(self, connection: DatabaseWrapper, turns: Turns, timeout: float) -> None:
        if not turns.take(timeout):
            raise OperationalError("database is locked")
        self.turns = turns
        self.forgotten = weakref.finalize(connection, turns.abandon)
        self.forgotten.atexit = False

    def end(self) -> None:
        """Give it back."""
        if self.forgotten.detach() is not None:
            self.turns.give_back()
