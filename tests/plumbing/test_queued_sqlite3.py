"""Writers of the embedded database wait their turn: in the order in which they came, and for nobody who is gone."""

import gc
import os
import sqlite3
import threading
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.db import OperationalError, connection, connections, transaction

from masques_site.plumbing.queued_sqlite3.base import DatabaseWrapper
from masques_site.plumbing.queued_sqlite3.turns import Turns
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = {
    "ENGINE": "masques_site.plumbing.queued_sqlite3",
    "ATOMIC_REQUESTS": False,
    "AUTOCOMMIT": True,
    "CONN_MAX_AGE": None,
    "CONN_HEALTH_CHECKS": False,
    "TIME_ZONE": None,
    "TEST": {},
}


@pytest.fixture
def turns(tmp_path: Path) -> Turns:
    return Turns(tmp_path / "turns")


def opened(database: Path, alias: str, timeout: float = PATIENCE) -> DatabaseWrapper:
    """A connection of its own to `database`, as no settings name it."""
    options = {"transaction_mode": "IMMEDIATE", "timeout": timeout}
    made = DatabaseWrapper({**SETTINGS, "NAME": str(database), "OPTIONS": options}, alias)
    connections[alias] = made
    return made


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(path)) as fresh:
        fresh.execute("PRAGMA journal_mode=WAL")
        fresh.execute("CREATE TABLE said (word TEXT)")
    return path


def waiting(turns: Turns) -> int:
    return len(turns._waiting)


def test_turns_come_in_the_order_in_which_they_were_asked_for(turns):
    assert turns.take(0)
    order: list[int] = []

    def write(number: int) -> None:
        assert turns.take(PATIENCE)
        order.append(number)
        turns.give_back()

    threads = []
    for number in range(8):
        threads.append(threading.Thread(target=write, args=(number,)))
        threads[-1].start()
        eventually(lambda number=number: waiting(turns) == number + 1, f"{number} waits")
    turns.give_back()
    for thread in threads:
        thread.join(PATIENCE)
    assert order == list(range(8))


def test_a_writer_who_gave_up_blocks_nobody(turns):
    assert turns.take(0)
    assert not turns.take(0)
    assert not turns.take(0.01)
    assert waiting(turns) == 0
    turns.give_back()
    assert turns.take(0)


def hold(path: Path, held: object, go: object) -> None:
    turns = Turns(path)
    assert turns.take(PATIENCE)
    held.set()
    go.wait(PATIENCE)
    os._exit(1)  # without giving it back


def test_another_process_has_its_turn_and_one_that_dies_holds_nothing_up(turns):
    context = get_context("spawn")
    held, go = context.Event(), context.Event()
    process = context.Process(target=hold, args=(turns.path, held, go))
    process.start()
    assert held.wait(PATIENCE)
    assert not turns.take(0)
    go.set()
    process.join(PATIENCE)
    assert turns.take(PATIENCE)


def test_a_turn_lasts_as_long_as_the_transaction(database):
    first, second = opened(database, "first"), opened(database, "second", timeout=0.0)
    with transaction.atomic("first"):
        first.cursor().execute("INSERT INTO said VALUES ('one')")
        with pytest.raises(OperationalError, match="database is locked"), transaction.atomic("second"):
            pytest.fail("two write at once")
    with transaction.atomic("second"):
        second.cursor().execute("INSERT INTO said VALUES ('two')")
    with transaction.atomic("first"):
        first.cursor().execute("INSERT INTO said VALUES ('three')")
        transaction.set_rollback(True, "first")
    with transaction.atomic("second"):
        found = second.cursor().execute("SELECT word FROM said").fetchall()
    assert [word for (word,) in found] == ["one", "two"]
    for each in (first, second):
        each.close()


def test_a_connection_that_is_closed_or_forgotten_in_its_transaction_gives_its_turn_back(database):
    closed = opened(database, "closed")
    closed.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    closed.close()
    forgotten = opened(database, "forgotten")
    forgotten.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    del connections["forgotten"], forgotten
    gc.collect()
    last = opened(database, "last", timeout=0.0)
    with transaction.atomic("last"):
        last.cursor().execute("INSERT INTO said VALUES ('last')")
    assert last.cursor().execute("SELECT word FROM said").fetchall() == [("last",)]
    last.close()


@pytest.mark.skipif("sqlite" not in os.environ.get("TEST_DATABASE_URL", "sqlite"), reason="a queue of SQLite alone")
def test_the_site_writes_by_turns():
    assert isinstance(connection._connections[connection._alias], DatabaseWrapper)
    with transaction.atomic():
        assert connection.turn is not None
        with transaction.atomic():
            assert connection.turn is not None
        assert connection.turn is not None
    assert connection.turn is None
