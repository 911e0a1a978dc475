"""Run tests again on PostgreSQL, in a process of their own."""

import os
import subprocess
import sys

from tests.project.sources import BASE


def run_again(url: str, *arguments: str, **environment: str) -> str:
    """Run pytest with `arguments` on the server at `url`; all tests must pass. Returns what it printed.

    The test database of the server is migrated by the first run and used by the next ones.
    """
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--reuse-db", *arguments],
        cwd=BASE,
        env={**outside, "TEST_DATABASE_URL": url, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
    return done.stdout
