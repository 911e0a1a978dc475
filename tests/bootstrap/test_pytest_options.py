"""`manage.py test` runs one file from a kept database in one process, and everything from nothing."""

import pytest

from masques_site.bootstrap.pytest_options import added_options, with_revision
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
        (["--changed=HEAD~3", "-x"], ["--reuse-db"]),
        (["--changed=HEAD", FILE], ["--reuse-db", *NO_BROWSER, "-n0"]),
    ],
)
def test_options_follow_from_the_paths(given: list[str], added: list[str]) -> None:
    assert added_options(BASE, given) == added


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["-x"], ["-x"]),
        (["--changed"], ["--changed=HEAD"]),
        (["--changed", "-x"], ["--changed=HEAD", "-x"]),
        (["-x", "--changed", "HEAD~3", "-k", "word"], ["-x", "--changed=HEAD~3", "-k", "word"]),
        (["--changed", "tests/core"], ["--changed=HEAD", "tests/core"]),
        (["--changed", f"{FILE}::test_one"], ["--changed=HEAD", f"{FILE}::test_one"]),
        (["--changed=tests"], ["--changed=tests"]),
    ],
)
def test_a_word_after_changed_is_a_revision_unless_it_is_a_path(given: list[str], meant: list[str]) -> None:
    assert with_revision(BASE, given) == meant
