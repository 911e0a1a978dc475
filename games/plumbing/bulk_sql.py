"""Writing rows by statements whose text is built once.

The ORM builds a statement's text each time, which costs a move more than the database does. This is one of the fast
paths (docs/fast-paths.md): without them the ORM writes the same rows.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

from games.plumbing import fast_paths
from games.plumbing.prepared import repeated_cursor


def insert(rows: Sequence[Model]) -> None:
    """Add new rows of one model. Keys that the database makes are not to be relied on afterwards."""
    Insertion(rows).write()


class _Rows:
    """Rows of one model whose values are converted now and written later: before and after a lock is taken."""

    def __init__(self, rows: Sequence[Model], statement: Callable[[type[Model]], tuple[str, list[Any]]]) -> None:
        self._rows = rows
        self._is_fast = fast_paths.enabled()
        if rows and self._is_fast:
            self._text, self._fields = statement(type(rows[0]))
            self._values = [_values(row, self._fields) for row in rows]

    def fill(self, name: str, values: Sequence[Any]) -> None:
        """Give the field `name` of each row its value, which was not known before."""
        if not self._rows:
            return
        field: Any = type(self._rows[0])._meta.get_field(name)
        for row, value in zip(self._rows, values, strict=True):
            setattr(row, field.attname, value)
        if self._is_fast:
            place, own = self._fields.index(field), connections[DEFAULT_DB_ALIAS]
            for converted, value in zip(self._values, values, strict=True):
                converted[place] = field.get_db_prep_save(value, own)

    def write(self) -> None:
        """Write the rows. Keys that the database makes are not to be relied on afterwards."""
        if self._rows and self._is_fast:
            _execute(self._text, self._values)
        elif self._rows:
            self._write_plainly()

    def _write_plainly(self) -> None:
        raise NotImplementedError


class Insertion(_Rows):
    """New rows of one model, converted now and added later."""

    def __init__(self, rows: Sequence[Model]) -> None:
        super().__init__(rows, lambda model: _inserting(model, connection.vendor))

    def _write_plainly(self) -> None:
        type(self._rows[0])._base_manager.bulk_create(self._rows)


class Update(_Rows):
    """The `columns` of stored rows of one model, converted now and written later; see `update`."""

    def __init__(self, rows: Sequence[Model], columns: tuple[str, ...], same: tuple[str, ...] = ()) -> None:
        super().__init__(rows, lambda model: _updating(model, columns, same, connection.vendor))
        self._columns, self._same = columns, same

    def _write_plainly(self) -> None:
        for row in self._rows:
            found = type(row)._base_manager.filter(pk=row.pk, **{name: getattr(row, name) for name in self._same})
            found.update(**{name: getattr(row, name) for name in self._columns})


def update(rows: Sequence[Model], columns: tuple[str, ...], same: tuple[str, ...] = ()) -> None:
    """Write `columns` of stored rows of one model, where the columns `same`, which are not null, are stored as here."""
    Update(rows, columns, same).write()


def upsert(rows: Sequence[Model], unique: tuple[str, ...], columns: tuple[str, ...]) -> None:
    """Add rows of one model; of those that are stored already, by the fields of a `unique` constraint, write `columns`
    instead. Keys that the database makes are not to be relied on afterwards."""
    if rows and not fast_paths.enabled():
        manager = type(rows[0])._base_manager
        manager.bulk_create(rows, update_conflicts=True, unique_fields=unique, update_fields=columns)
    elif rows:
        text, fields = _upserting(type(rows[0]), unique, columns, connection.vendor)
        _execute(text, [_values(row, fields) for row in rows])


@cache
def _inserting(model: type[Model], _vendor: str) -> tuple[str, list[Any]]:
    """Return the statement, and the fields whose values it takes."""
    fields = [field for field in model._meta.concrete_fields if not field.generated and not _is_made(field)]
    name = connection.ops.quote_name
    names = ", ".join(name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {name(model._meta.db_table)} ({names}) VALUES ({places})", fields  # noqa: S608


@cache
def _upserting(
    model: type[Model], unique: tuple[str, ...], columns: tuple[str, ...], vendor: str
) -> tuple[str, list[Any]]:
    """Return the statement, and the fields whose values it takes."""
    text, fields = _inserting(model, vendor)
    keys, changed = (
        [connection.ops.quote_name(str(model._meta.get_field(column).column)) for column in names]  # type: ignore[union-attr]
        for names in (unique, columns)
    )
    changes = ", ".join(f"{name} = EXCLUDED.{name}" for name in changed)
    return f"{text} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}", fields


@cache
def _updating(
    model: type[Model], columns: tuple[str, ...], same: tuple[str, ...], _vendor: str
) -> tuple[str, list[Any]]:
    """Return the statement, and the fields whose values it takes: the changed ones, then those that stay."""
    fields: list[Any] = [model._meta.get_field(column) for column in columns]
    kept: list[Any] = [model._meta.pk, *(model._meta.get_field(column) for column in same)]
    name = connection.ops.quote_name
    changes = ", ".join(f"{name(field.column)} = %s" for field in fields)
    conditions = " AND ".join(f"{name(field.column)} = %s" for field in kept)
    text = f"UPDATE {name(model._meta.db_table)} SET {changes} WHERE {conditions}"  # noqa: S608
    return text, [*fields, *kept]


def _is_made(field: Any) -> bool:
    """Return whether the database makes the values of `field`."""
    return bool(field.primary_key and field.get_internal_type().endswith("AutoField"))


def _values(row: Model, fields: Sequence[Any]) -> list[Any]:
    """Return the values of `row` as the database takes them."""
    own = connections[DEFAULT_DB_ALIAS]  # the thread's connection itself: `connection` looks it up at every attribute
    return [field.get_db_prep_save(getattr(row, field.attname), own) for field in fields]


def _execute(text: str, rows: Sequence[Sequence[Any]]) -> None:
    """Execute a statement once for all `rows`."""
    with repeated_cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(text, rows[0])
        else:
            cursor.executemany(text, rows)
