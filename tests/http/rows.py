"""Everything that the site stores, as rows to compare: a refusal leaves every one of them as it was."""

from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session

Rows = dict[str, list[tuple[Any, ...]]]

# What a visit leaves behind: a session, and that somebody signed in, was here, looked and was counted.
LEFT_BY_VISITS = {"last_login", "last_seen_at", "seen_at", "seen_ply", "end_seen_at"}
SESSIONS = {Session, apps.get_model("usersessions", "UserSession"), apps.get_model("games", "Spectator")}


def stored() -> Rows:
    """All rows of all tables, but what a mere visit changes."""
    tables: Rows = {}
    for model in apps.get_models(include_auto_created=True):
        if model in SESSIONS or not model._meta.managed:
            continue
        names = [field.attname for field in model._meta.concrete_fields if field.attname not in LEFT_BY_VISITS]
        tables[model._meta.label] = list(model._base_manager.order_by("pk").values_list(*names))
    return tables


def changed(before: Rows) -> list[str]:
    """The tables that hold other rows than `before`."""
    now = stored()
    return [name for name, rows in now.items() if rows != before[name]]
