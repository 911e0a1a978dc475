"""Every run of `manage.py test` starts from the kept database; one file runs in one process."""

import pytest

from masques_site.bootstrap.pytest_options import added_options, needs_preparation, with_revision
from tests.project.sources import BASE

FILE = "tests/bootstrap/test_pytest_options.py"
NO_BROWSER = ["-p", "no:playwright-asyncio"]


@pytest.mark.parametrize(
    ("given", "added"),
    [
        ([], ["--reuse-db"]),
        (["-x", "-k", "tables or " + "x" * 5000], ["--reuse-db"]),
        ([FILE], ["--reuse-db", *NO_BROWSER, "-n0"]),
        ([f"{FILE}::test_one", "-x", f"{FILE}::test_other"], ["--reuse-db", *NO_BROWSER, "-n0"]),
        ([FILE, "-n", "2"], ["--reuse-db", *NO_BROWSER]),
        ([FILE, "-n2"], ["--reuse-db", *NO_BROWSER]),
        (["tests/browser/test_table.py"], ["--reuse-db", "-n0"]),
        ([FILE, "tests/bootstrap/test_up.py"], ["--reuse-db"]),
        (["tests/bootstrap"], ["--reuse-db"]),
        (["tests/no_such_file.py"], ["--reuse-db"]),
        (["--changed=HEAD~3", "-x"], ["--reuse-db"]),
        (["--changed=HEAD", FILE], ["--reuse-db", *NO_BROWSER, "-n0"]),
    ],
)
def test_options_follow_from_the_paths(given: list[str], added: list[str]) -> None:
    assert added_options(BASE, given) == added


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ([], True),
        (["-x", "-k", "tables"], True),
        (["tests/bootstrap"], True),
        ([FILE, "tests/bootstrap"], True),
        (["--help"], False),
        (["-h"], False),
        (["--version"], False),
        (["--markers"], False),
        (["tests/bootstrap", "--collect-only"], False),
        ([FILE], False),
        ([f"{FILE}::test_one", "tests/bootstrap/test_up.py"], False),
    ],
)
def test_runs_of_files_and_of_nothing_do_without_preparation(given: list[str], needed: bool) -> None:
    assert needs_preparation(BASE, given) is needed


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
