"""How workers and clocks hold on to the broker."""

import logging
import socket

import pytest
from celery import signals
from kombu.asynchronous import Hub
from kombu.exceptions import OperationalError
from kombu.simple import SimpleQueue
from kombu.utils import functional

from masques_site.celery_app import SteadyPool, app
from tests.processes import Broker
from tests.waiting import PATIENCE

logger = logging.getLogger(__name__)


@pytest.fixture
def task_in_hand(tmp_path):
    """A task that was fetched from a broker which died since; Celery has thrown the connection away.

    As in a worker, another channel waits for the broker; closing that one fails, and ours stays as it is.
    """
    broker = Broker(tmp_path)
    broker.start()
    try:
        with app.connection_for_read(f"redis+socket://{broker.socket}") as connection:
            ours, other = connection.channel(), connection.channel()
            ours.basic_qos(0, 1, False)  # it may hold one task, and asks for no other meanwhile
            queue = SimpleQueue(ours, "bots")
            queue.put("a task")
            message = queue.get(timeout=PATIENCE)
            SimpleQueue(other, "ratings").consumer.consume()
            connection.transport.cycle.on_poll_start()
            broker.stop()
            connection.collect()
            yield connection, message
            ours.do_restore = False  # at exit it would be given back once more
    finally:
        broker.stop()


@pytest.mark.parametrize("word", ["ack_log_error", "reject_log_error"])
def test_a_task_that_ends_after_its_connection_was_lost_ends_no_worker(task_in_hand, word):
    connection, message = task_in_hand
    connection.maybe_close_channel(message.channel)
    getattr(message, word)(logger, connection.connection_errors)
    assert not message.acknowledged


def test_the_channel_of_a_task_whose_connection_was_lost_closes(task_in_hand):
    connection, message = task_in_hand
    connection.maybe_close_channel(message.channel)
    assert message.channel.closed


def test_a_pool_process_that_ended_while_the_broker_was_away_ends_no_worker():
    """After a new connection Celery listens to all its processes again, even to one it has already seen end."""

    class Ended:
        _sentinel_poll = None

    class Fresh:
        def __init__(self, end):
            self._sentinel_poll = end

    near, far = socket.socketpair()
    pool, hub = SteadyPool.__new__(SteadyPool), Hub()
    try:
        for process in (Ended(), Fresh(near.fileno())):
            pool._track_child_process(process, hub)
        assert near.fileno() in hub.readers
    finally:
        hub.close()
        near.close()
        far.close()


@pytest.fixture
def timed_pool():
    """A pool with task 7 in hand, whose time limits have passed; and the loop of its worker."""
    pool, hub = SteadyPool.__new__(SteadyPool), Hub()
    pool._cache = {7: "a task"}
    pool.interrupted = []
    pool.on_soft_timeout = pool.on_hard_timeout = pool.interrupted.append
    pool._create_timelimit_handlers(hub)
    yield pool, hub
    hub.close()


@pytest.mark.parametrize("word", ["_on_soft_timeout", "_on_hard_timeout"])
@pytest.mark.parametrize(("heard", "interrupted"), [(True, []), (False, ["a task"])])
def test_a_task_that_ended_while_the_broker_was_away_is_not_interrupted(timed_pool, word, heard, interrupted):
    """Its worker was busy looking for the broker, and hears of the end only after the time is up."""
    pool, hub = timed_pool
    getattr(pool, word)(7, *([20, 40, hub] if word == "_on_soft_timeout" else []))
    if heard:
        pool._cache.clear()
    (scheduled,) = [entry.entry for entry in hub.timer.queue]
    scheduled()
    assert pool.interrupted == interrupted


def test_a_broker_that_is_gone_is_looked_for_again_every_second(monkeypatch):
    monkeypatch.setattr(functional, "sleep", lambda _seconds: None)
    waits = []
    with app.connection_for_write("redis://127.0.0.1:1/0") as connection, pytest.raises(OperationalError):
        connection.ensure_connection(lambda _error, wait: waits.append(wait), 12)
    assert len(waits) == 12
    assert max(waits) <= 1


@pytest.fixture
def mark(tmp_path, monkeypatch):
    """The file that shows the supervisor that this process works; it is not there yet."""
    path = tmp_path / "worker"
    monkeypatch.setenv("READY_FILE", str(path))
    return path


def test_a_task_done_or_sent_is_a_sign_of_life(mark):
    signals.task_postrun.send(sender="a task")
    assert mark.exists()
    mark.unlink()
    signals.before_task_publish.send(sender="a task")
    assert mark.exists()


def test_looking_for_a_lost_broker_is_a_sign_of_life(mark, tmp_path):
    told = []
    nobody = tmp_path / "nobody.sock"
    with app.connection_for_read(f"redis+socket://{nobody}") as connection, pytest.raises(OperationalError):
        connection.ensure_connection(lambda error, wait: told.append(error), max_retries=1)
    assert told
    assert mark.exists()
