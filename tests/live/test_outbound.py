"""What leaves a process in the background: bounded, in order, and without an old word about what has a newer one."""

import threading

import pytest

from games.outbound import Outbound


@pytest.fixture
def gate():
    """Holds up the background thread until it is set, as a broker does that does not answer."""
    return threading.Event()


def held_up(gate, capacity=10):
    outbound = Outbound(capacity)
    started = threading.Event()
    outbound.post("hold", lambda: (started.set(), gate.wait(10)))
    assert started.wait(10)
    return outbound


def test_calls_leave_in_their_order(gate):
    outbound, said = held_up(gate), []
    for number in range(3):
        outbound.post("hint", lambda number=number: said.append(number))
    gate.set()
    assert outbound.wait_empty(10)
    assert said == [0, 1, 2]


def test_while_the_broker_is_away_a_match_is_told_of_once_with_the_newest_word(gate):
    outbound, said = held_up(gate), []
    for ply in range(5):
        outbound.post("advance", lambda ply=ply: said.append(("m", ply)), about="m")
        outbound.post("advance", lambda ply=ply: said.append(("n", ply)), about="n")
    gate.set()
    assert outbound.wait_empty(10)
    assert said == [("m", 4), ("n", 4)]


def test_a_full_queue_drops_the_oldest(gate):
    outbound, said = held_up(gate, capacity=2), []
    for number in range(5):
        outbound.post("hint", lambda number=number: said.append(number))
    gate.set()
    assert outbound.wait_empty(10)
    assert said == [3, 4]
