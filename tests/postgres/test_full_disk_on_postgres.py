"""A full disk under PostgreSQL: the tests of a full disk again, in a process of their own.

A real one takes a small file system, which only root can mount: without the right to do so that test is skipped and
says why. The other needs no right: there the server says what it says on a full disk.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.postgres.again import run_again

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres"), pytest.mark.timeout(3600)]
SUITE = "tests/chaos/test_full_disk.py"
TEST_DATABASE = "test_postgres"  # as Django names it on a server whose database is `postgres`
SIZE = "48m"  # all tables of the site when they are empty, and some more


def run(url: str, which: str, database: str = "--reuse-db") -> None:
    """Run the tests of a full disk on the server at `url`; none may be skipped."""
    assert "skipped" not in run_again(url, database, SUITE, FULL_DISK=which)


def test_a_server_that_says_that_the_disk_is_full(postgres_url: str) -> None:
    run(postgres_url, "statement,commit")


@pytest.fixture
def small_tablespace(postgres_url: str) -> Iterator[str]:
    """The name of a tablespace on a file system of its own with little room."""
    with psycopg.connect(postgres_url, autocommit=True) as database:
        (data,) = database.execute("SHOW data_directory").fetchone() or ("",)
        owner = Path(data).stat()
        with tempfile.TemporaryDirectory(prefix="masques-small-") as folder:
            Path(folder).chmod(0o755)
            place = Path(folder) / "disk"
            place.mkdir()
            options = f"size={SIZE},mode=700,uid={owner.st_uid},gid={owner.st_gid}"
            try:
                subprocess.run(
                    ["mount", "-t", "tmpfs", "-o", options, "tmpfs", place], capture_output=True, check=True, text=True
                )
            except (OSError, subprocess.CalledProcessError) as error:
                pytest.skip(f"a small file system cannot be mounted here: {getattr(error, 'stderr', error)}".strip())
            try:
                database.execute(f"CREATE TABLESPACE small LOCATION '{place}'")
                yield "small"
            finally:
                # Its tables lie on this small disk. The next run on the server makes the database again.
                database.execute(f"DROP DATABASE IF EXISTS {TEST_DATABASE} WITH (FORCE)")
                database.execute("DROP TABLESPACE IF EXISTS small")
                subprocess.run(["umount", "--lazy", place], check=True)


@pytest.mark.reliability
def test_a_disk_that_is_full(postgres_url: str, small_tablespace: str) -> None:
    separator = "&" if "?" in postgres_url else "?"
    url = f"{postgres_url}{separator}options=-c%20default_tablespace%3D{small_tablespace}"
    run(url, "tablespace", "--create-db")
