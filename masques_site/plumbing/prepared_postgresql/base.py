"""The backend: Django writes values into the text of a statement, so that the server parses and plans it each time, and
takes a connection from the pool, and asks the server whether it still answers, for every request.

A moment that Python does not know, `infinity` or one before the year 1, is read as NULL: an error there would take
every row with it that the same statement reads.
"""

import select
import time
from datetime import UTC, datetime
from typing import Any, cast

from django.db import OperationalError
from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as PlainOperations
from django.db.backends.postgresql.psycopg_any import BaseTzLoader
from psycopg import DataError
from psycopg.adapt import AdaptersMap


class MomentLoader(BaseTzLoader):
    """A loader of moments in UTC."""

    timezone = UTC

    def load(self, data: Any) -> datetime | None:
        """Return the moment; None for one that Python does not know."""
        try:
            return cast(datetime, super().load(data))
        except DataError:
            return None


class DatabaseOperations(PlainOperations):
    """Django's own operations, which can show the values of kept statements."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """Return the statement with its values, for debugging: of a kept one psycopg knows only the text."""
        if isinstance(cursor, base.ServerBindingCursor):
            return self.compose_sql(sql, params)
        return super().last_executed_query(cursor, sql, params)


AWAY = 1.0  # seconds after a failed connection in which the next ones fail immediately


class _Away:
    """The time until which this process takes the database to be away: a page asks more than once, and each would
    wait."""

    until = 0.0


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection. The ORM's statements are executed as by Django's own backend."""

    ops_class = DatabaseOperations
    prepares = False  # whether the cursor that is being made is a `prepared_cursor`
    health_check_done: bool  # of this request
    kept_for: float | None = None  # seconds; None: the connection goes back to the pool with each request

    def get_connection_params(self) -> dict[str, Any]:
        """Return Django's own parameters, with `MomentLoader`."""
        parameters: dict[str, Any] = super().get_connection_params()
        parameters["context"] = AdaptersMap(parameters["context"])
        parameters["context"].register_loader("timestamptz", MomentLoader)
        return parameters

    def keep(self, seconds: float) -> None:
        """Keep a connection for this long, instead of taking one from the pool for each request: for a thread that
        stays."""
        self.kept_for = seconds

    def connect(self) -> None:
        """Connect; raises `OperationalError` soon if the database is away, and immediately if that was just found
        out."""
        if time.monotonic() < _Away.until:
            raise OperationalError("the database did not answer a moment ago")
        try:
            super().connect()
        except self.Database.OperationalError:
            _Away.until = time.monotonic() + AWAY
            raise
        if self.kept_for is not None:
            self.close_at = time.monotonic() + self.kept_for

    def close_if_health_check_failed(self) -> None:
        """Close a kept connection whose server has gone. A server that ends, or is killed, leaves the end of the
        connection, or a last message, to be read; only then is it asked. The pool looks after other connections."""
        own: Any = self.connection
        if self.kept_for is None or own is None or self.health_check_done:
            super().close_if_health_check_failed()
            return
        if (own.closed or not is_silent(own.pgconn.socket)) and not self.is_usable():
            self.close()
        self.health_check_done = True

    def prepared_cursor(self) -> Any:
        """Return a cursor as `cursor()` does, for a repeated statement: its values travel separately from its text, and
        after `prepare_threshold` uses on a connection (an option of psycopg) the server keeps it."""
        self.prepares = True
        try:
            return self.cursor()
        finally:
            self.prepares = False

    def create_cursor(self, name: Any = None) -> Any:
        own: Any = self.connection
        if not self.prepares or name is not None:
            return super().create_cursor(name)
        usual = own.cursor_factory
        own.cursor_factory = base.ServerBindingCursor
        try:
            return super().create_cursor()
        finally:
            own.cursor_factory = usual


def is_silent(socket: int) -> bool:
    """Return whether there is nothing to read on a socket: neither words nor its end."""
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return not poll.poll(0)
