"""Rows that many tests start from: created once per process, then inserted again for each later test.

Creating them through the site's services takes longer than most of the tests that use them. They must not depend on
which test creates them, so their randomness comes from a separate name.
"""

import sys
from collections.abc import Callable
from typing import Generic, TypeVar

from django.db import connection, transaction

from games.selectors import decisions
from games.views.drawings import Drawings
from tests.database import filled_tables
from tests.plugins.stand_in import CHANCE

T = TypeVar("T")


class KeptRows(Generic[T]):
    """The result of `make`, and all rows in the database after it; the database must be empty before. Use it on SQLite
    only: other databases number rows by sequences, which inserting the rows again does not advance."""

    def __init__(self, name: str, make: Callable[[], T]) -> None:
        with CHANCE.apart(name):
            self.made = make()
        self.rows: dict[str, list[tuple[object, ...]]] = {}
        with connection.cursor() as cursor:
            for table in filled_tables():
                cursor.execute(f"SELECT * FROM {table} LIMIT 0")
                names = ", ".join(f'+"{column[0]}"' for column in cursor.description)  # the plus: values as stored
                cursor.execute(f"SELECT {names} FROM {table}")
                self.rows[table] = cursor.fetchall()

    def put_back(self) -> T:
        """Insert the rows into an empty database; return what `make` returned."""
        with transaction.atomic(), connection.cursor() as cursor:
            for table, rows in self.rows.items():
                values = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {table} VALUES ({values})", rows)
        forget_rows()
        return self.made


def forget_rows() -> None:
    """Clear the caches that are keyed by rows: later tests reuse the keys and change the rows in other ways."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith(("games.", "leagues.")):
            for kept in vars(module).values():
                if isinstance(kept, Drawings):
                    kept.kept.clear()
    decisions._known.clear()
