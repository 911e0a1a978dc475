"""The write path again on PostgreSQL, as a grown site runs it: the same tests in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEAGUES = [
    f"tests/leagues/test_{name}.py" for name in ("bench", "races", "ratings", "starting")
]  # locks and lost races
TYPED_COLUMNS = "--ignore=tests/services/test_corrupt_rows.py"  # what PostgreSQL itself refuses to store
SUITES = ["tests/services", "tests/growth", "tests/http/test_unstorable_text.py", *LEAGUES]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_write_path_holds_on_postgresql(postgres_url):
    # What this run is part of must not reach the other.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", TYPED_COLUMNS, *SUITES],
        cwd=ROOT,
        env={**outside, "TEST_DATABASE_URL": postgres_url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
