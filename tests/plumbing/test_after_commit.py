"""Background work of a process: bounded, in order, and without an old message about what has a newer one."""

import threading

import pytest

from games.plumbing.after_commit import AfterCommitQueue
from tests.waiting import PATIENCE


@pytest.fixture
def gate():
    """Holds up the background thread until it is set, as a broker does that does not answer."""
    return threading.Event()


def held_up(gate, capacity=10):
    after_commit = AfterCommitQueue(capacity)
    started = threading.Event()
    after_commit.post("hold", lambda: (started.set(), gate.wait(PATIENCE)))
    assert started.wait(PATIENCE)
    return after_commit


def test_calls_leave_in_their_order(gate):
    after_commit, said = held_up(gate), []
    for number in range(3):
        after_commit.post("hint", lambda number=number: said.append(number))
    gate.set()
    assert after_commit.wait_empty(PATIENCE)
    assert said == [0, 1, 2]


def test_while_the_broker_is_away_a_match_is_announced_once_with_the_latest(gate):
    after_commit, said = held_up(gate), []
    for ply in range(5):
        after_commit.post("advance", lambda ply=ply: said.append(("m", ply)), key="m")
        after_commit.post("advance", lambda ply=ply: said.append(("n", ply)), key="n")
    gate.set()
    assert after_commit.wait_empty(PATIENCE)
    assert said == [("m", 4), ("n", 4)]


def test_a_full_queue_drops_the_oldest(gate):
    after_commit, said = held_up(gate, capacity=2), []
    for number in range(5):
        after_commit.post("hint", lambda number=number: said.append(number))
    gate.set()
    assert after_commit.wait_empty(PATIENCE)
    assert said == [3, 4]


def test_pending_items_are_sent_in_one_call_once_each(gate, monkeypatch):
    monkeypatch.setattr("games.plumbing.after_commit.GATHER", 0.0)
    after_commit, said = held_up(gate), []
    for item in ("m", "n", "m"):
        after_commit.gather("owed", item, said.append)
    gate.set()
    after_commit.post("hint", lambda: said.append("hint"))
    assert after_commit.wait_empty(PATIENCE)
    assert said == [["m", "n"], "hint"]
    after_commit.gather("owed", "m", said.append)
    after_commit.post("hint", lambda: None)
    assert after_commit.wait_empty(PATIENCE)
    assert said[2:] == [["m"]]


def test_pending_looks_block_nothing(monkeypatch):
    monkeypatch.setattr("games.plumbing.after_commit.GATHER", 3600.0)
    after_commit, said = AfterCommitQueue(), []
    after_commit.gather("owed", "m", said.append)
    after_commit.post("hint", lambda: said.append("hint"))
    assert after_commit.wait_empty(PATIENCE)
    assert said == ["hint"]


def test_no_more_is_gathered_than_the_queue_holds(gate, monkeypatch):
    monkeypatch.setattr("games.plumbing.after_commit.GATHER", 0.0)
    after_commit, said = held_up(gate, capacity=2), []
    for item in ("l", "m", "n"):
        after_commit.gather("owed", item, said.append)
    gate.set()
    after_commit.post("hint", lambda: None)
    assert after_commit.wait_empty(PATIENCE)
    assert said == [["m", "n"]]
