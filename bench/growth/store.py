"""Making and storing many rows at once, whose values are of the types that their columns take.

The checks and conversions of the ORM for each value take longer than playing the matches and storing them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import JSONField, Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)
AS_THEY_ARE = (str, int, bytes, bool, type(None))


def new_row(model: type[M], **columns: Any) -> M:
    """Return a new row with these columns (foreign keys by their `_id`), and the defaults of the others, except
    moments."""
    row = model.__new__(model)
    row.__dict__.update(_defaults(model), _state=ModelState())
    row.__dict__.update(columns)
    return row


@cache
def _defaults(model: type[Model]) -> dict[str, Any]:
    """Return the column defaults except moments, which would be equal in all rows; a missing one then raises an
    error."""
    return {name: value for name, value in model().__dict__.items() if not isinstance(value, datetime)}


def insert(rows: Sequence[Model]) -> None:
    """Store new rows of one model; keys that the database makes are not known afterwards."""
    table, columns, makers = _columns(type(rows[0]))
    values = [[make(row.__dict__[name]) for name, make in makers] for row in rows]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in values:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(makers))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", values)  # noqa: S608


@cache
def _columns(model: type[Model]) -> tuple[str, str, list[tuple[str, Callable[[Any], Any]]]]:
    """Return the table, its columns, and for each its attribute and the function that converts its value for the
    database."""
    name = connection.ops.quote_name
    fields: list[Any] = [
        field
        for field in model._meta.concrete_fields
        if not field.generated and not (field.primary_key and field.get_internal_type().endswith("AutoField"))
    ]
    makers = [(field.attname, _maker(field)) for field in fields]
    return name(model._meta.db_table), ", ".join(name(field.column) for field in fields), makers


def _maker(field: Any) -> Callable[[Any], Any]:
    def made(value: Any) -> Any:
        return field.get_db_prep_save(value, connection)

    if isinstance(field, JSONField):
        return made
    made_of_moment = lru_cache(1000)(made)  # the rows of one moment follow each other

    def quickly(value: Any) -> Any:
        kind = type(value)
        if kind in AS_THEY_ARE:
            return value
        return made_of_moment(value) if kind is datetime else made(value)

    return quickly
