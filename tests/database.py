"""The database of the tests: its copies, and how it is emptied.

With --reuse-db, which `manage.py test` always adds, a process starts from a copy of a migrated database that is kept
in build/tests. Each process works on its own copy, so nothing that a test leaves behind reaches the next run. The name
of the kept file holds a digest of everything that a migrated database depends on: a change of it makes a new file.
On PostgreSQL the first process that asks migrates, and later ones on the same server find its test database.
"""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from pytest_django.plugin import DjangoDbBlocker

BASE = Path(__file__).resolve().parents[1]
FOLDER = BASE / "build" / "tests"
SOURCES = (
    "games/**/migrations/*.py",
    "games/**/models.py",
    "masques_site/**/migrations/*.py",
    "masques_site/**/models.py",
    "leagues/migrations/*.py",
    "leagues/models/*.py",
    "masques_site/settings.py",
    "tests/settings.py",
    "requirements-dev.txt",  # the versions of Django and of the apps of others
)
FILLED_BY_MIGRATING = {"django_content_type", "auth_permission"}


def database_key(base: Path) -> str:
    """Return a digest of the files under `base` that a migrated database depends on, and of SQLite's version."""
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    for path in sorted(path for pattern in SOURCES for path in base.glob(pattern)):
        digest.update(f"\0{path.relative_to(base)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def kept_path() -> Path:
    """Return the path of the migrated SQLite database of these sources, whether it exists yet or not."""
    return FOLDER / f"{database_key(BASE)}.sqlite3"


@pytest.fixture(scope="session")
def kept_database(django_db_keepdb: bool) -> Path | None:
    """Return the path of the kept database; None if this process keeps none."""
    return kept_path() if django_db_keepdb and connection.vendor == "sqlite" else None


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_createdb: bool, kept_database: Path | None
) -> None:
    """Put a copy of the kept database where pytest-django looks for the one to reuse."""
    if kept_database is not None and kept_database.exists() and not django_db_createdb:
        shutil.copyfile(kept_database, connection.settings_dict["TEST"]["NAME"])


def filled_tables() -> list[str]:
    """Return the quoted names of the tables that hold rows, except those that migrating fills."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables.append(settings.CACHES["default"]["LOCATION"])
    names = [connection.ops.quote_name(table) for table in tables if table not in FILLED_BY_MIGRATING]
    asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in names)
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return [name for (name,) in cursor.fetchall()]


def empty(_case: TransactionTestCase) -> None:
    """Empty the database after a test that commits transactions.

    Django would empty all tables, and then refill those of content types and permissions, which takes longer than most
    of the tests. No test changes them. The table of the cache has no model, and Django would leave it as it is: a
    sign-up in one test would count towards a limit in the next. Most tables are empty after most tests, and PostgreSQL
    truncates an empty one no sooner than a full one.
    """
    connection.ops.execute_sql_flush([f"DELETE FROM {name}" for name in filled_tables()])


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_createdb: bool, kept_database: Path | None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Keep the database as the migrations have left it."""
    TransactionTestCase._fixture_teardown = empty
    if kept_database is not None and (django_db_createdb or not kept_database.exists()):
        with django_db_blocker.unblock():
            if connection.introspection.table_names():  # a run without tests of the database migrates nothing
                keep(kept_database)


@pytest.fixture(scope="session")
def migrated() -> Path:
    """Return a migrated SQLite database in which nobody has signed up. A site whose start is not under test begins with
    a copy of it; migrating from nothing takes longer than all else that it does."""
    if not kept_path().exists():  # a run of single files has prepared nothing
        environment = {**os.environ, "MASQUES_FAST": "off", "DATABASE_URL": ""}
        subprocess.run([sys.executable, "-m", "tests.prepare"], cwd=BASE, env=environment, check=True)
    return kept_path()


@pytest.fixture(scope="module")
def rows_of_the_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep the rows that a fixture of a module writes until the module's end. Writes of a test with the fixture `db`
    are still rolled back after that test."""
    around: Any = transaction.atomic()
    around._from_testcase = True  # as Django marks those of its test cases: what is durable may begin inside
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


def keep(path: Path) -> None:
    """Write the connected SQLite database to `path`, in place of those of other states of the sources."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(fresh)])
    for old in path.parent.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    fresh.replace(path)  # at once: another run may be looking for it


def make_database() -> bool:
    """Migrate an empty database and keep it, unless it is there; return whether it had to be made."""
    if kept_path().exists():
        return False
    connection.creation.create_test_db(verbosity=0, serialize=False)
    keep(kept_path())
    return True
