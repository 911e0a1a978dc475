"""System checks of the site."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core import checks
from django.db import connections
from django.db.migrations.loader import MigrationLoader


@checks.register(checks.Tags.database)
def check_no_release_was_left_out(databases: Iterable[str] | None = None, **_options: Any) -> list[checks.CheckMessage]:
    """Return errors for a database in which only some of the migrations have run that one of this version replaces."""
    return [_left_behind(key, left) for alias in databases or () for key, left in _left_out(alias)]


def _left_out(alias: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield migrations that cannot run on this database, each with one that should have run before."""
    loader = MigrationLoader(connections[alias], ignore_no_migrations=True)
    for key, migration in loader.disk_migrations.items():
        left = [name for _app, name in migration.replaces if (key[0], name) not in loader.applied_migrations]
        if key not in loader.applied_migrations and 0 < len(left) < len(migration.replaces):
            yield key, left[0]


def _left_behind(key: tuple[str, str], left: str) -> checks.Error:
    return checks.Error(
        f"This version cannot bring the tables of '{key[0]}' up to date: {left} has not run on them.",
        hint=f"Install the last version before {key[1]} and run its 'manage.py migrate', then come back.",
        id="site.E001",
    )
