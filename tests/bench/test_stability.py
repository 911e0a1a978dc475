"""`manage.py stability` counts what the runs found, and a run that says nothing is no good one."""

from pathlib import Path

import psutil
import pytest

from bench import stability
from bench.junit import Counts
from bench.management.commands.stability import Command
from bench.stability import Plan, Run
from tests.waiting import eventually

WRITE = "import os, sys, pathlib; pathlib.Path(sys.argv[2][12:]).write_text('''{}''')"
GREEN = WRITE.format("<testsuite tests='3'/>")


def test_the_busy_processes_end_with_the_run():
    def spinning() -> list[psutil.Process]:
        return [child for child in psutil.Process().children() if stability.SPIN in child.cmdline()]

    with stability.busy_processes(2):
        eventually(lambda: len(spinning()) == 2, "both run")  # one that is about to run has no command line yet
        found = spinning()
    eventually(lambda: not any(child.is_running() for child in found), "they end")


@pytest.mark.parametrize(
    ("script", "sound", "failed"),
    [
        (GREEN, True, "0"),
        ("raise SystemExit(1)", False, "0"),
        ("raise SystemExit(4)", False, "0, and the command ended with 4"),
    ],
)
def test_a_run_is_sound_if_its_tests_passed_and_the_command_says_so(tmp_path, script, sound, failed):
    (tmp_path / "manage.py").write_text(script)
    run = stability.run(tmp_path, tmp_path, Plan(1))
    assert run.is_sound is sound
    row = dict(zip(stability.HEADER, run.row(), strict=True))
    assert row["failed"] == failed
    assert (row["run"], row["seed"], row["busy processes meanwhile"]) == ("1", "", "0")


def test_a_disturbed_run_gives_its_seed_to_pytest_and_to_the_order_of_sets(tmp_path):
    (tmp_path / "manage.py").write_text(f"{GREEN}; print(sys.argv[3:], os.environ['PYTHONHASHSEED'])")
    run = stability.run(tmp_path, tmp_path, Plan(2, seed=41, arguments=("-x",)))
    assert run.log.read_text() == "['--disorder=41', '-x'] 41\n"
    assert run.row()[:2] == ("2", "41")


@pytest.mark.reliability
def test_the_cpu_seconds_of_a_run_are_those_of_all_its_processes_and_of_no_busy_one(tmp_path):
    work = "import time\nwhile time.process_time() < 0.5: pass"
    (tmp_path / "manage.py").write_text(
        f"import subprocess, sys, time\n{GREEN}\n"
        f"subprocess.run([sys.executable, '-c', {work!r}], check=True)\n"
        "while time.process_time() < 0.5: pass"
    )
    run = stability.run(tmp_path, tmp_path, Plan(1, busy=2))
    # Each of the two computes for half a second; what an interpreter takes to start and stop comes on top of it.
    assert run.cpu >= 1
    assert run.row()[8] == f"{run.cpu:.0f}"
    spent = stability.cpu_of_children()
    with stability.busy_processes(1):
        assert stability.cpu_of_children() == spent


@pytest.mark.parametrize(
    ("options", "seeds"),
    [({}, [None, None, None]), ({"seed": 7}, [7, 8, 9]), ({"seed": 7, "shuffled": True}, [7, 8, 9])],
)
def test_each_run_has_a_seed_of_its_own(options, seeds):
    assert [plan.seed for plan in plans(**options)] == seeds


def test_shuffled_runs_without_a_seed_draw_one_and_count_up():
    first, second, third = (plan.seed for plan in plans(shuffled=True))
    assert (second, third) == (first + 1, first + 2)


def test_the_last_runs_are_loaded_and_all_get_their_share():
    found = plans(slow=10.0, arguments=["-k", "home"])
    assert [plan.busy for plan in found] == [0, 0, 8]
    assert {(plan.share, plan.arguments) for plan in found} == {(0.1, ("-k", "home"))}


def plans(**options):
    usual = {"runs": 3, "loaded": 1, "load": 8, "seed": None, "shuffled": False, "slow": 1.0, "arguments": []}
    return Command().plans({**usual, **options})


def ended(plan, *failed):
    counts = Counts(passed=5, failed=len(failed))
    return Run(plan, 0.0, counts, list(failed), 1.0, 1.0, 1 if failed else 0, Path("run.log"))


def test_a_flaky_test_is_listed_with_its_runs_and_its_command():
    runs = [
        ended(Plan(1, seed=7), "tests/test_a.py::test_it[a b]"),
        ended(Plan(2, seed=8)),
        ended(Plan(3, seed=9), "tests/test_a.py::test_it[a b]", "tests/test_a.py::test_also"),
    ]
    assert stability.flaky(runs) == [
        (
            "tests/test_a.py::test_also",
            "3",
            "PYTHONHASHSEED=9 python3 manage.py test tests/test_a.py::test_also --disorder=9",
        ),
        (
            "tests/test_a.py::test_it[a b]",
            "1, 3",
            "PYTHONHASHSEED=7 python3 manage.py test 'tests/test_a.py::test_it[a b]' --disorder=7",
        ),
    ]


def test_a_run_without_a_seed_is_repeated_without():
    (row,) = stability.flaky([ended(Plan(1), "tests/test_a.py::test_it")])
    assert row[2] == "python3 manage.py test tests/test_a.py::test_it"


def test_runs_that_are_green_have_no_test_to_tell_of():
    assert stability.flaky([ended(Plan(1)), ended(Plan(2, seed=8))]) == []
