"""The write path again on PostgreSQL, as a grown site runs it.

The run takes the tests marked `database`: locks, lost races, constraints, plans, raw statements, stored text. The
reliability tier takes all tests of the write path.
"""

import pytest

from tests.postgres.again import run_again
from tests.project.sources import BASE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres"), pytest.mark.timeout(3600)]
LEAGUES = [f"tests/leagues/test_{name}.py" for name in ("races", "ratings", "starting", "drafts")]
DATABASE = "pytest.mark.database"
WRITE_PATH = [
    "tests/services",
    "tests/live/test_socket_races.py",
    "tests/growth",
    "tests/http/test_unstorable_text.py",
    *LEAGUES,
]
TYPED_COLUMNS = "--ignore=tests/services/test_corrupt_rows.py"  # what PostgreSQL itself refuses to store


def marked(*folders: str) -> list[str]:
    """The files of tests under `folders` that name the mark: whole folders take long to collect."""
    files = [path for folder in folders for path in sorted((BASE / "tests" / folder).rglob("test_*.py"))]
    return [str(path.relative_to(BASE)) for path in files if DATABASE in path.read_text()]


def test_what_depends_on_the_database_holds_on_postgresql(postgres_url: str) -> None:
    files = marked("services", "growth", "http", "leagues")
    assert "tests/services/test_races.py" in files
    run_again(postgres_url, "-m", "database", *files)


@pytest.mark.reliability
def test_the_write_path_holds_on_postgresql(postgres_url: str) -> None:
    run_again(postgres_url, TYPED_COLUMNS, *WRITE_PATH, "tests/leagues/test_bench.py")
