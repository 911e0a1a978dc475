"""Writing rows by statements whose text is always the same.

The ORM builds the text of a statement anew each time. On the way of a move that costs more than the database does.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


def insert(rows: Sequence[Model]) -> None:
    """Add new rows of one model. Their keys, where the database makes them, are not read back."""
    if rows:
        meta = rows[0]._meta
        fields = [field for field in meta.concrete_fields if not field.generated and not is_made(field)]
        names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        table = connection.ops.quote_name(meta.db_table)
        execute(f"INSERT INTO {table} ({names}) VALUES ({places})", [values(row, fields) for row in rows])  # noqa: S608


def update(rows: Sequence[Model], columns: Sequence[str] = ()) -> None:
    """Write `columns` (default: all) of stored rows of one model."""
    if rows:
        meta = rows[0]._meta
        fields = [field for field in meta.concrete_fields if not field.primary_key and not field.generated]
        fields = [field for field in fields if not columns or field.attname in columns]
        name = connection.ops.quote_name
        changes = ", ".join(f"{name(str(field.column))} = %s" for field in fields)
        key = [meta.pk]
        statement = f"UPDATE {name(meta.db_table)} SET {changes} WHERE {name(str(meta.pk.column))} = %s"  # noqa: S608
        execute(statement, [[*values(row, fields), *values(row, key)] for row in rows])


def is_made(field: Any) -> bool:
    """Whether the database makes the values of `field`."""
    return bool(field.primary_key and field.get_internal_type().endswith("AutoField"))


def values(row: Model, fields: Sequence[Any]) -> list[Any]:
    """The values of `row` as the database takes them."""
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


def execute(statement: str, rows: Sequence[Sequence[Any]]) -> None:
    """One round of `statement` for all `rows`."""
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(statement, rows[0])
        else:
            cursor.executemany(statement, rows)
