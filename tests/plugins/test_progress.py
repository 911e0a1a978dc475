"""A run says how far it has come, tells each failure at once with the command that repeats it, and sums up at its
end."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET
from types import SimpleNamespace

import pytest

from tests.plugins.progress import in_words, repeated, skips_by_reason
from tests.plugins.runs import command, environment, run, tree

TESTS = """
import time

import pytest


@pytest.mark.parametrize("word", ["fine", "it's bad"])
def test_word(word):
    print("the word was said")
    assert word == "fine"


def test_later():
    pass


@pytest.fixture
def lamp():
    yield
    print("the lamp goes out")
    raise ValueError("no oil")


def test_lamp(lamp):
    pass


@pytest.mark.skip(reason="no moon")
@pytest.mark.parametrize("night", [1, 2, 3])
def test_night(night):
    pass


@pytest.mark.slow
@pytest.mark.xdist_group("long")
def test_long():
    time.sleep(0.6)
"""
COMMANDS = [
    "python3 manage.py test 'tests/test_some.py::test_word[it'\"'\"'s bad]'",
    "python3 manage.py test tests/test_some.py::test_lamp",
]


@pytest.fixture
def some(tmp_path):
    return tree(tmp_path, {"tests/test_some.py": TESTS})


def test_two_workers_tell_each_failure_once_and_sum_up(some):
    status, said = run(some, "-n2", "--dist", "loadgroup", "--junit-xml=report.xml")
    lines = said.splitlines()
    assert status == 1
    assert said.count("the word was said") == 2  # in the source that is shown, and what was captured
    assert said.count("the lamp goes out") == 2
    told_at_once = {line for line in lines if line.startswith("To repeat it: ")}
    assert told_at_once == {f"To repeat it: {each}" for each in COMMANDS}
    assert lines[-3:-1] == COMMANDS
    assert "1 failed, 4 passed, 3 skipped, 1 error in " in lines[-1]
    assert "FAILED tests/test_some.py::test_word[it's bad] - assert " in said
    assert "       3    no moon" in lines
    assert "SKIPPED" not in said
    assert any(line.endswith(" s  tests/test_some.py::test_long") for line in lines)
    assert "tests/test_some.py ." not in said
    assert not re.search(r"^[.sFE]{2,}", said, re.MULTILINE)
    (suite,) = ET.parse(some / "report.xml").getroot()
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["8", "1", "1", "3"]


def test_durations_are_kept_without_groups_and_skipped_tests(some):
    run(some, "-n2", "--dist", "loadgroup")
    kept = json.loads((some / ".pytest_cache/v/masques/durations").read_text())
    assert kept.keys() == {
        "tests/test_some.py::test_word[fine]",
        "tests/test_some.py::test_word[it's bad]",
        "tests/test_some.py::test_later",
        "tests/test_some.py::test_lamp",
        "tests/test_some.py::test_long",
    }
    (some / "tests/test_some.py").write_text("def test_later(): pass\ndef test_left_out(): pass\n")
    run(some, "tests/test_some.py")
    assert len(json.loads((some / ".pytest_cache/v/masques/durations").read_text())) == 6
    run(some, "-n2", "-k", "later")
    kept = json.loads((some / ".pytest_cache/v/masques/durations").read_text())
    assert kept.keys() == {"tests/test_some.py::test_later", "tests/test_some.py::test_left_out"}


def test_the_first_failure_can_end_the_run(some):
    status, said = run(some, "-x", "--tb=no")
    assert status == 1
    assert "the word was said" not in said
    assert "1 failed, 1 passed in " in said.splitlines()[-1]


@pytest.mark.parametrize(
    ("option", "sign"),
    [
        ("-v", "tests/test_some.py::test_later PASSED"),
        ("-s", "tests/test_some.py the word was said"),
        ("-rs", "SKIPPED [3] tests/test_some.py"),
    ],
)
def test_a_player_who_asks_for_the_output_of_pytest_gets_it(some, option, sign):
    _, said = run(some, option)
    assert sign in said
    assert ("To repeat it" in said) is (option == "-rs")


@pytest.mark.reliability
def test_a_terminal_has_one_line_that_is_written_over_itself(tmp_path):
    slow = "import time\nimport pytest\n@pytest.mark.parametrize('n', range(4))\ndef test_nap(n): time.sleep(0.3)\n"
    folder = tree(tmp_path, {"test_nap.py": slow})
    run(folder, "test_nap.py")
    ours, theirs = os.openpty()
    with subprocess.Popen(command("test_nap.py"), cwd=folder, env=environment(), stdout=theirs) as running:
        os.close(theirs)
        said = b""
        try:
            while piece := os.read(ours, 4096):
                said += piece
        except OSError:  # Linux says so that nobody writes any more
            pass
        assert running.wait() == 0
    os.close(ours)
    assert re.search(rb"\n[123] of 4 tests, about \d+ s left\r +\r", said)
    assert b"...." not in said


def test_a_worker_that_dies_is_reported_as_a_failure_of_its_test(tmp_path):
    folder = tree(tmp_path, {"tests/test_end.py": "import os\ndef test_end(): os._exit(3)\ndef test_other(): pass\n"})
    _, said = run(folder, "-n2")
    assert "To repeat it: python3 manage.py test tests/test_end.py::test_end" in said
    assert "1 failed, 1 passed in " in said.splitlines()[-1]


def test_a_command_is_quoted_and_names_no_group():
    assert repeated("tests/a.py::test_b[x y]@browser") == "python3 manage.py test 'tests/a.py::test_b[x y]'"


def test_the_command_after_a_disturbed_run_disturbs_again():
    assert repeated("tests/a.py::test_b", "41") == "python3 manage.py test tests/a.py::test_b --disorder=41"


def test_time_is_shown_in_seconds_and_then_in_minutes():
    assert [in_words(seconds) for seconds in (8.2, 89, 90, 400)] == ["8 s", "89 s", "2 min", "7 min"]


def test_skips_are_counted_by_reason_the_most_frequent_first():
    reports = [SimpleNamespace(longrepr=("a.py", 1, reason)) for reason in ("Skipped: rain", "Skipped: snow", "snow")]
    assert skips_by_reason(reports) == [("snow", 2), ("rain", 1)]
