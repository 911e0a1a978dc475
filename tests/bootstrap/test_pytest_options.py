"""`manage.py test` runs one file from a kept database in one process, and everything from nothing."""

from pathlib import Path

import pytest

from masques_site.bootstrap.pytest_options import added_options
from tests.database import SOURCES, database_key
from tests.project.sources import BASE

FILE = "tests/bootstrap/test_pytest_options.py"
NO_BROWSER = ["-p", "no:playwright-asyncio"]


@pytest.mark.parametrize(
    ("given", "added"),
    [
        ([], []),
        (["-x", "-k", "tables or " + "x" * 5000], []),
        ([FILE], ["--reuse-db", *NO_BROWSER, "-n0"]),
        ([f"{FILE}::test_one", "-x", f"{FILE}::test_other"], ["--reuse-db", *NO_BROWSER, "-n0"]),
        ([FILE, "-n", "2"], ["--reuse-db", *NO_BROWSER]),
        ([FILE, "-n2"], ["--reuse-db", *NO_BROWSER]),
        (["tests/browser/test_table.py"], ["--reuse-db", "-n0"]),
        ([FILE, "tests/bootstrap/test_up.py"], ["--reuse-db"]),
        (["tests/bootstrap"], ["--reuse-db"]),
        (["tests/no_such_file.py"], []),
    ],
)
def test_options_follow_from_the_paths(given: list[str], added: list[str]) -> None:
    assert added_options(BASE, given) == added


def test_the_kept_database_is_another_one_when_a_migration_a_model_or_a_package_changes(tmp_path: Path) -> None:
    keys = {database_key(tmp_path)}
    for number, pattern in enumerate(SOURCES, start=1):
        path = tmp_path / pattern.replace("**", "app").replace("*", "one")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        keys.add(database_key(tmp_path))
        path.write_text("changed")
        keys.add(database_key(tmp_path))
        assert len(keys) == 1 + 2 * number


def test_every_source_of_the_kept_database_is_there() -> None:
    assert all(any(BASE.glob(pattern)) for pattern in SOURCES)
