"""The backend: Django writes values into the text of a statement, so that the server parses and plans it each time."""

from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations as PlainOperations


class DatabaseOperations(PlainOperations):
    """As Django's own."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """The statement with its values, for who looks on: of a kept one psycopg knows its text alone."""
        if isinstance(cursor, base.ServerBindingCursor):
            return self.compose_sql(sql, params)
        return super().last_executed_query(cursor, sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection. What the ORM executes goes the way of Django's own backend."""

    ops_class = DatabaseOperations
    prepares = False  # whether the cursor that is being made is a `prepared_cursor`

    def prepared_cursor(self) -> Any:
        """As `cursor()`, for a statement that comes again and again: its values travel apart from its text, and once it
        has come `prepare_threshold` times on a connection (an option of psycopg), the server keeps it."""
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
