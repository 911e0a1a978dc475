"""`manage.py stability` counts what the runs found, and a run that says nothing is no good one."""

import psutil
import pytest

from bench import stability
from tests.waiting import eventually

REPORT = '<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2"/></testsuites>'


def test_a_report_is_counted(tmp_path):
    (tmp_path / "report.xml").write_text(REPORT)
    assert stability.counted(tmp_path / "report.xml") == (3, 2, 2)
    assert stability.counted(tmp_path / "none.xml") == (0, 0, 0)


def test_the_busy_processes_end_with_the_run():
    with stability.busy_processes(2):
        spinning = [child for child in psutil.Process().children() if stability.SPIN in child.cmdline()]
        assert len(spinning) == 2
    eventually(lambda: not any(child.is_running() for child in spinning), "they end")


@pytest.mark.parametrize(
    ("script", "sound", "failed"),
    [
        ("import sys, pathlib; pathlib.Path(sys.argv[2][12:]).write_text('''<testsuite tests='3'/>''')", True, "0"),
        ("raise SystemExit(1)", False, "0"),
        ("raise SystemExit(4)", False, "0, and the command ended with 4"),
    ],
)
def test_a_run_is_sound_if_its_tests_passed_and_the_command_says_so(tmp_path, script, sound, failed):
    (tmp_path / "manage.py").write_text(script)
    run = stability.run(tmp_path, tmp_path, 1, 0, [])
    assert run.is_sound is sound
    assert run.row()[4] == failed
    assert run.row()[:2] == ("1", "0")
