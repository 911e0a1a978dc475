"""The backend: a transaction that will write takes its turn before it begins, and gives it back at its end.

A stored text that is not a moment is read as NULL: SQLite stores any text, and an error here would fail the whole
statement and all its rows.
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

TIMEOUT = 5.0  # seconds, the same as SQLite's own, unless the settings have another


def _moment(stored: bytes) -> datetime | None:
    try:
        return parse_datetime(stored.decode())
    except ValueError:  # as for the 99th day of a month; for other words Django says None
        return None


sqlite3.register_converter("datetime", _moment)


class DatabaseWrapper(base.DatabaseWrapper):  # the stubs know only its public half: hence the ignored types
    """A connection. Writes outside of transactions take no turn: SQLite itself serialises them."""

    turn: "Turn | None" = None

    def _start_transaction_under_autocommit(self) -> None:
        """Wait for a turn if the transaction will write, and begin it. Raises OperationalError, as SQLite does without
        a queue, if the turn does not come in time."""
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
        """Give the turn back."""
        if self.forgotten.detach() is not None:
            self.turns.give_back()
