"""Everything that the site stores, as rows to compare: a refusal leaves every one of them as it was."""

from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection

Rows = dict[str, list[tuple[Any, ...]]]

# What a visit leaves behind: a session, the sign-in, the visit, the look and its count, that the list of notices was
# read, and the events of a calendar has told.
LEFT_BY_VISITS = {"last_login", "last_seen_at", "end_seen_at", "read_at"}
SESSIONS = {
    Session,
    apps.get_model("usersessions", "UserSession"),
    apps.get_model("games", "Spectator"),
    apps.get_model("games", "Look"),
    apps.get_model("leagues", "CalendarEvent"),
}


@cache
def _statements() -> dict[str, str]:
    """The statement that reads each table, by its label; they are read a hundred times over in one test."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model in SESSIONS or not model._meta.managed:
            continue
        columns = [field.column for field in model._meta.concrete_fields if field.attname not in LEFT_BY_VISITS]
        names = ", ".join(map(connection.ops.quote_name, columns))
        table, key = map(connection.ops.quote_name, (model._meta.db_table, model._meta.pk.column))
        found[model._meta.label] = f"SELECT {names} FROM {table} ORDER BY {key}"
    return found


def stored() -> Rows:
    """All rows of all tables, as the database gives them, but what a mere visit changes."""
    tables: Rows = {}
    with connection.cursor() as cursor:
        for label, statement in _statements().items():
            cursor.execute(statement)
            tables[label] = cursor.fetchall()
    return tables


def changed(before: Rows) -> list[str]:
    """The tables that hold other rows than `before`."""
    now = stored()
    return [name for name, rows in now.items() if rows != before[name]]
