"""Rows that many tests begin with: made once by a process, and put back for the next test as they were.

To make them by the site's services takes longer than most of what the tests do with them. They must not hang on the
test that happens to make them: chance is drawn from a name of their own.
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
    """What `make` returned, and all rows that the database held then; before, it held none. On SQLite alone: other
    databases number the next rows by sequences, which rows that are put back do not move on."""

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
        """Store the rows again, in a database that holds none; what `make` returned."""
        with transaction.atomic(), connection.cursor() as cursor:
            for table, rows in self.rows.items():
                values = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {table} VALUES ({values})", rows)
        forget_rows()
        return self.made


def forget_rows() -> None:
    """Forget what this process keeps of rows by their keys, which come again with other things done to them."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith(("games.", "leagues.")):
            for kept in vars(module).values():
                if isinstance(kept, Drawings):
                    kept.kept.clear()
    decisions._known.clear()
