"""Writing wrong values into rows, and finding the pages and tasks that fail because of them."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test import Client

WORDS = ("nonsense", "", "x" * 300, "a/b c")
NUMBERS = (-1, 32_767, 2_147_483_647, 2**62, "nonsense", 1.5)
MOMENTS = ("0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", "nonsense", "2026-99-99 00:00:00")
OBJECTS = ("no JSON", "[]", "null", "7", '{"x": 1}', '[{"plbyer": 2, "place": 1}]')
FLAGS = (7, "nonsense")

PUBLIC_PAGES = ("/", "/leagues/", "/archive/", "/ratings/", "/ratings/lantern/people.calm/", "/tables/", "/watch/")
"""Pages with many people's rows on them: one wrong row must break none of them."""

Columns = Mapping[str, Mapping[tuple[object, ...], str]]
"""By the name of a table: the values to write, and the columns, separated by spaces, to write them into."""
Case = tuple[str, str, object]
"""A table, a column and a value."""


def cases(columns: Columns) -> Iterator[Case]:
    """Yield each table, column and value."""
    for name, own in columns.items():
        for values, listed in own.items():
            for column in listed.split():
                yield from ((name, column, value) for value in values)


def plain_columns(model: type[Model]) -> set[str]:
    """Return the columns of a table that point to no row and are no key."""
    return {field.name for field in model._meta.concrete_fields if not field.is_relation and not field.primary_key}


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a test write what the checks of the database forbid."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def write(row: Model, column: str, value: object) -> bool:
    """Set a column of a row by plain SQL; return whether the database accepts the value."""
    table = row._meta
    statement = f'UPDATE "{table.db_table}" SET "{column}" = %s WHERE "{table.pk.column}" = %s'
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [value, row.pk])
    except (DatabaseError, OverflowError):
        return False
    return True


def stored(row: Model, column: str) -> object:
    """Return the value of a column, as the database returns it."""
    table = row._meta
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table.db_table}" WHERE "{table.pk.column}" = %s', [row.pk])
        return cursor.fetchone()[0]


def other_values(row: Model, column: str) -> list[object]:
    """Return values that differ from the stored one, the most likely one first."""
    field = row._meta.get_field(column)
    held = stored(row, field.column)
    if field.is_relation:
        others = field.related_model.objects.exclude(pk=held).order_by("-pk").values_list("pk", flat=True)
        return [*others[:3], None]
    kind = field.get_internal_type()
    if kind == "BooleanField":
        return [not held]
    if kind == "DateTimeField":
        return ["2026-05-05 05:05:05.000005"]
    if kind == "DateField":
        return ["2026-05-05"]
    if kind == "JSONField":
        return ['{"x": 1}']
    words = [word for word, _label in field.flatchoices if word != held] if field.choices else []
    return [*words[:1], "another"] if kind in ("CharField", "SlugField", "TextField") else [(held or 0) + 1, 77]


def visit(clients: Iterable[Client], pages: Sequence[str]) -> list[tuple[str, int]]:
    """Return the pages that answer with a status of 500 or more, each with its status."""
    found = []
    for client in clients:
        for page in pages:
            response = client.get(page)
            if response.status_code >= 500:
                found.append((page, response.status_code))
    return found


def suffer(
    chosen: Iterable[Case], row_of: Callable[[str], Model], look: Callable[[int, Model], list[object]]
) -> list[tuple[Case, object]]:
    """Write each value into its row, call `look`, restore the row, and return what `look` found, by case."""
    wrong: list[tuple[Case, object]] = []
    with unguarded():
        for number, (name, column, value) in enumerate(chosen):
            row = row_of(name)
            field = row._meta.get_field(column).column
            before = stored(row, field)
            if not write(row, field, value):
                continue
            wrong += [((name, column, value), one) for one in look(number, row)]
            if not write(row, field, before):  # the site has made another one meanwhile
                type(row)._base_manager.filter(pk=row.pk).delete()
    return wrong


def one_of_each(found: Iterable[Case], draw: random.Random) -> list[Case]:
    """Return one random case of each table."""
    mixed = list(found)
    draw.shuffle(mixed)
    return list({case[0]: case for case in mixed}.values())
