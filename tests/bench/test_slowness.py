"""A slow machine: a share of the time of all cores for a program and all that it starts."""

import os
import subprocess
import sys

import psutil
import pytest

from bench import slowness
from tests.waiting import eventually

PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"


@pytest.fixture
def without_groups(tmp_path, monkeypatch):
    """A machine on which this user cannot have a control group."""
    monkeypatch.setattr(slowness, "GROUPS", tmp_path / "none")


@pytest.fixture
def long_turns(monkeypatch):
    """Turns of which a look every 0.05 s sees both halves."""
    monkeypatch.setattr(slowness, "TURN", 0.5)


@pytest.fixture
def family(long_turns):
    """A process and its child, which do nothing."""
    process = subprocess.Popen([sys.executable, "-c", PARENT])
    parent = psutil.Process(process.pid)
    eventually(parent.children, "it has a child")
    yield [parent, *parent.children()]
    for member in [*parent.children(), parent]:
        member.kill()
    process.wait()


def is_stopped(member):
    return member.status() == psutil.STATUS_STOPPED


@pytest.mark.reliability
def test_a_program_and_its_children_stop_and_go_on_in_turns(family):
    with slowness.in_turns(family[0].pid, 0.5):
        for _turn in range(2):
            for member in family:
                eventually(lambda member=member: is_stopped(member), "it is stopped")
                eventually(lambda member=member: not is_stopped(member), "it goes on")
    assert not any(map(is_stopped, family))


@pytest.mark.reliability
def test_processes_stopped_by_others_are_left_alone(family):
    family[1].suspend()
    with slowness.in_turns(family[0].pid, 0.5):
        for _turn in range(2):
            eventually(lambda: is_stopped(family[0]), "it is stopped")
            eventually(lambda: not is_stopped(family[0]), "it goes on")
        assert is_stopped(family[1])
    assert is_stopped(family[1])


@pytest.mark.usefixtures("without_groups")
def test_a_program_ends_as_ever_where_there_are_no_control_groups(capfd):
    assert slowness.call([sys.executable, "-c", "print('said'); raise SystemExit(3)"], 0.5) == 3
    assert capfd.readouterr().out == "said\n"


def test_on_a_machine_as_fast_as_this_one_nothing_is_done(monkeypatch):
    monkeypatch.setattr(slowness, "control_group", None)
    assert slowness.call([sys.executable, "-c", "raise SystemExit(3)"], 1.0) == 3


def test_a_control_group_holds_a_program_and_is_gone_after_it(capfd):
    with slowness.control_group(0.5) as members:
        if members is None:
            pytest.skip("this user cannot have a control group here")
        quota = next(file for name in ("cpu.max", "cpu.cfs_quota_us") if (file := members.with_name(name)).exists())
        assert quota.read_text().split()[0] == str(50_000 * os.cpu_count())
    assert not members.parent.exists()
    look = "print(open('/proc/self/cgroup').read()); raise SystemExit(3)"
    assert slowness.call([sys.executable, "-c", look], 0.5) == 3
    assert f"/masques-{os.getpid()}" in capfd.readouterr().out
