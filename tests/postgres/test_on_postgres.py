"""The write path again on PostgreSQL, as a grown site runs it.

The run takes the tests marked `database`: locks, lost races, constraints, plans, raw statements, stored text. The
reliability tier takes all tests of the write path.
"""

import pytest

from tests.postgres.again import run_again
from tests.project.sources import BASE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres"), pytest.mark.timeout(3600)]
LEAGUES = [
    f"tests/leagues/services/{name}.py"
    for name in ("test_races", "ratings/test_ratings", "playing/test_starting", "drawing/test_drafts")
]
CONNECTIONS = [
    f"tests/plumbing/test_{name}.py"
    for name in ("kept_connections", "kept_statements", "staying_threads", "unknown_moments")
]
DATABASE = "pytest.mark.database"
WRITE_PATH = [
    "tests/services",
    "tests/audit",
    "tests/selectors",
    "tests/games/test_announcements.py",
    "tests/games/test_secrets.py",
    "tests/bots/test_bot_names.py",
    "tests/site/test_first_release.py",
    *CONNECTIONS,
    "tests/live/test_socket_races.py",
    "tests/growth",
    "tests/http/test_unstorable_text.py",
    *LEAGUES,
]
TYPED_COLUMNS = "--ignore=tests/services/keeping/test_corrupt_rows.py"  # what PostgreSQL itself refuses to store


def marked(*folders: str) -> list[str]:
    """The files of tests under `folders` that name the mark: whole folders take long to collect."""
    files = [path for folder in folders for path in sorted((BASE / "tests" / folder).rglob("test_*.py"))]
    return [str(path.relative_to(BASE)) for path in files if DATABASE in path.read_text()]


def test_database_tests_pass_on_postgresql(postgres_url: str) -> None:
    files = marked("services", "audit", "plumbing", "growth", "http", "companion", "leagues")
    assert "tests/services/match/test_races.py" in files
    run_again(postgres_url, "-m", "database", *files)


@pytest.mark.reliability
def test_the_write_path_holds_on_postgresql(postgres_url: str) -> None:
    run_again(postgres_url, TYPED_COLUMNS, *WRITE_PATH, "tests/leagues/services/leaving/test_substitutes.py")
