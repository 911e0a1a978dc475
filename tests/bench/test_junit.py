"""The reports of runs are counted, and name the tests that failed as pytest takes them."""

import pytest

from bench.junit import Counts, counted, failed_tests, node_id

REPORT = """
<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2">
<testcase classname="tests.views.test_home" name="test_green"/>
<testcase classname="tests.views.test_home" name="test_red[a-1]@browser"><failure message="no">no</failure></testcase>
<testcase classname="tests.views.test_home.TestMany" name="test_error"><error message="no">no</error></testcase>
<testcase classname="tests.views.test_home" name="test_red[a-1]@browser"><error message="no">no</error></testcase>
<testcase classname="" name="tests.views.test_broken"><error message="collection failure">no</error></testcase>
<testcase classname="tests.views.test_home" name="test_skipped"><skipped/></testcase>
</testsuite></testsuites>
"""


@pytest.fixture
def place(tmp_path):
    """A folder with the files of the report."""
    views = tmp_path / "tests" / "views"
    views.mkdir(parents=True)
    for name in ("test_home", "test_broken"):
        (views / f"{name}.py").touch()
    return tmp_path


def test_a_report_is_counted(tmp_path):
    (tmp_path / "report.xml").write_text(REPORT)
    assert counted(tmp_path / "report.xml") == Counts(passed=3, failed=2, skipped=2)


def test_a_run_without_a_report_counts_nothing(tmp_path):
    assert counted(tmp_path / "none.xml") == Counts(passed=0, failed=0, skipped=0)
    assert failed_tests(tmp_path / "none.xml", tmp_path) == []


def test_failed_tests_are_named_once_each_as_pytest_takes_them(place):
    (place / "report.xml").write_text(REPORT)
    assert failed_tests(place / "report.xml", place) == [
        "tests/views/test_broken.py",
        "tests/views/test_home.py::TestMany::test_error",
        "tests/views/test_home.py::test_red[a-1]",
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("test_mail", "tests/views/test_home.py::test_mail"),
        ("test_mail@browser", "tests/views/test_home.py::test_mail"),
        ("test_mail[anna@example.org]", "tests/views/test_home.py::test_mail[anna@example.org]"),
        ("test_mail[anna@example.org]@browser", "tests/views/test_home.py::test_mail[anna@example.org]"),
    ],
)
def test_the_group_of_a_test_is_no_part_of_its_node_id(place, name, found):
    assert node_id(place, "tests.views.test_home", name) == found


def test_a_file_that_is_gone_keeps_the_words_of_the_report(tmp_path):
    assert node_id(tmp_path, "tests.test_gone", "test_it") == "tests.test_gone::test_it"
