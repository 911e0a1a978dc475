"""A full disk under PostgreSQL: the tests of a full disk again, in a process of their own.

A real one takes a small file system, which only root can mount: without the right to do so that test is skipped and
says why. The other needs no right: there the server says what it says on a full disk.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.project.sources import BASE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]
SUITE = "tests/chaos/test_full_disk.py"
SIZE = "48m"  # all tables of the site when they are empty, and some more


def run(url: str, which: str) -> None:
    """The tests of a full disk on the server at `url`; they must pass, and none may be skipped."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", SUITE],
        cwd=BASE,
        env={**outside, "TEST_DATABASE_URL": url, "FULL_DISK": which},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout, done.stdout[-2000:]


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
                database.execute("DROP TABLESPACE small")
            finally:
                subprocess.run(["umount", "--lazy", place], check=True)


def test_a_disk_that_is_full(postgres_url: str, small_tablespace: str) -> None:
    separator = "&" if "?" in postgres_url else "?"
    run(f"{postgres_url}{separator}options=-c%20default_tablespace%3D{small_tablespace}", "tablespace")
