"""Backup and restore: one archive with the database and the secrets of the data folder.

A backup is as confidential as the database, because it contains the keys of running matches: only the owner of the file
may read it.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = "database"
SECRET_KEY = "secret_key"  # noqa: S105  (the name of a file)
VAPID_KEY = "vapid_key"
MEMBERS = {MANIFEST, DATABASE, SECRET_KEY, VAPID_KEY}
REBUILT = {"contenttypes.contenttype", "auth.permission", "sessions.session"}  # models whose rows need no backup


class BackupError(Exception):
    """The error of a backup or a restore; the message says why it failed and what to do."""


# --- Making -----------------------------------------------------------------------------------------------------------


def make_backup(target: Path) -> dict[str, Any]:
    """Write the archive `target` atomically, while the site is running; return its manifest. Raises `BackupError`."""
    if target.exists():
        raise BackupError(f"{target} exists already; a backup never overwrites another one. Choose a new name.")
    if not target.parent.is_dir():
        raise BackupError(f"The folder {target.parent} is not there.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        parts = Path(folder)
        if connection.vendor == "sqlite":
            copy_sqlite(parts / DATABASE)
        else:
            run_postgres("pg_dump", "--format=custom", "--no-owner", "--file", str(parts / DATABASE))
        for name in kept_secrets():
            shutil.copyfile(settings.DATA_DIR / name, parts / name)
        manifest = describe(parts)
        (parts / MANIFEST).write_text(json.dumps(manifest, indent=1))
        archive = parts / "archive"
        with (
            os.fdopen(os.open(archive, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
            tarfile.open(fileobj=file, mode="w:gz") as tar,
        ):
            for name in sorted(MEMBERS):
                if (parts / name).exists():
                    tar.add(parts / name, arcname=name)
        os.link(archive, target)
    return manifest


def kept_secrets() -> Iterator[str]:
    """Yield the names of the secrets that the data folder keeps and the site uses; those of the environment are kept
    elsewhere."""
    key = settings.DATA_DIR / SECRET_KEY
    if key.exists() and key.read_text().strip() == settings.SECRET_KEY:
        yield SECRET_KEY
    if (settings.DATA_DIR / VAPID_KEY).exists() and not settings.VAPID_PRIVATE_KEY:
        yield VAPID_KEY


def describe(parts: Path) -> dict[str, Any]:
    applied = sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())
    return {
        "format": FORMAT,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "database": connection.vendor,
        "migrations": applied,
        "sha256": {path.name: digest(path) for path in sorted(parts.iterdir())},
    }


def copy_sqlite(target: Path) -> None:
    """Make a consistent copy by SQLite's backup API, which neither waits for writers nor blocks them."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    check_sqlite(target)


def check_sqlite(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as database:
            verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise BackupError(f"The database in {path.name} cannot be read: {error}.") from error
    if verdict != "ok":
        raise BackupError(f"The database is damaged: {verdict}")


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- Reading ----------------------------------------------------------------------------------------------------------


def restore_backup(source: Path, *, force: bool) -> tuple[dict[str, Any], Path | None]:
    """Replace the database with the one in the archive, which is verified first.

    Return the manifest, and the path of a copy of the replaced SQLite database if that was not empty. Raises
    `BackupError`.
    """
    with unpacked(source) as (parts, manifest):
        used = is_used()
        if used and not force:
            raise BackupError(
                "The database is not empty. Restore into a fresh one, or use --force to replace what is there."
            )
        kept = None
        if connection.vendor == "sqlite":
            kept = save_replaced_database() if used else None
            replace_sqlite(parts / DATABASE)
        else:
            options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"]
            run_postgres("pg_restore", *options, "--dbname", database_name(), str(parts / DATABASE))
        if (parts / SECRET_KEY).exists() and settings.EMBEDDED:
            replace_secret(parts / SECRET_KEY)
        if (parts / VAPID_KEY).exists():
            replace_secret(parts / VAPID_KEY)
    return manifest, kept


@contextmanager
def unpacked(source: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the verified parts of an archive, in a temporary folder, and its manifest. Raises `BackupError`."""
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restore-") as folder:
        parts = Path(folder)
        try:
            with tarfile.open(source) as tar:
                for member in tar:
                    if member.name in MEMBERS and (content := tar.extractfile(member)) is not None:
                        with (parts / member.name).open("wb") as part:
                            shutil.copyfileobj(content, part)
            manifest = json.loads((parts / MANIFEST).read_text())
        except FileNotFoundError as error:
            raise BackupError(f"{error.filename} is not there.") from error
        except (OSError, tarfile.TarError, EOFError, ValueError) as error:
            raise BackupError(f"{source} is not a complete backup: {error}.") from error
        verify(parts, manifest)
        yield parts, manifest


def verify(parts: Path, manifest: dict[str, Any]) -> None:
    """Raise `BackupError` if an archive is damaged, of another database engine, or of a newer version of the site."""
    if manifest.get("format") != FORMAT:
        raise BackupError("This backup was made by another version of the site, in a form that this one cannot read.")
    for name, expected in manifest["sha256"].items():
        if not (parts / name).exists() or digest(parts / name) != expected:
            raise BackupError(f"The backup is damaged: its part '{name}' is not what was written.")
    if manifest["database"] != connection.vendor:
        raise BackupError(
            f"The backup is of a {manifest['database']} database, and this site uses {connection.vendor}: set "
            f"DATABASE_URL accordingly."
        )
    known = {f"{app}.{name}" for app, name in known_migrations()}
    if unknown := sorted(set(manifest["migrations"]) - known):
        raise BackupError(f"The backup is of a newer version of the site ({unknown[-1]}); install that version first.")
    if manifest["database"] == "sqlite":
        check_sqlite(parts / DATABASE)


def known_migrations() -> set[tuple[str, str]]:
    """Return app and name of all migrations that this version has, and of those that one of them replaces."""
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return {*migrations, *(former for each in migrations.values() for former in each.replaces)}


def is_used() -> bool:
    """Return whether the database contains rows of any model that is not in `REBUILT`."""
    tables = set(connection.introspection.table_names())
    models = [model for model in apps.get_models() if model._meta.managed and model._meta.label_lower not in REBUILT]
    return any(model._meta.db_table in tables and model._default_manager.exists() for model in models)


def save_replaced_database() -> Path:
    """Copy the SQLite database that is about to be replaced; return the path of the copy."""
    kept: Path = settings.DATA_DIR / f"db-replaced-{datetime.now(UTC):%Y%m%dT%H%M%S}.sqlite3"
    copy_sqlite(kept)
    kept.chmod(0o600)
    return kept


def replace_sqlite(restored: Path) -> None:
    connection.close()
    target = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(restored)) as source, closing(sqlite3.connect(target, timeout=20)) as database:
        source.backup(database)


def replace_secret(restored: Path) -> None:
    restored.chmod(0o600)
    restored.replace(settings.DATA_DIR / restored.name)


def database_name() -> str:
    return str(connection.get_connection_params()["dbname"])


def run_postgres(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's client programs on the site's database; the password is passed in the environment. Raises
    `BackupError`."""
    if shutil.which(program) is None:
        raise BackupError(
            f"'{program}' is missing: install PostgreSQL's client programs (apt install postgresql-client)."
        )
    words = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
    words |= {"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "service": "PGSERVICE"}
    parameters = connection.get_connection_params()
    environment = {words[name]: str(value) for name, value in parameters.items() if name in words and value}
    done = subprocess.run(
        [program, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")
