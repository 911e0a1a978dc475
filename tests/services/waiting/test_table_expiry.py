"""A table that starts while its time runs out: one of the two happens, by the row under the lock."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock, tasks
from games.models import Match, Seat, Status
from games.refusals import Conflict
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, stored_log

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def watch(time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    return time_machine


def full_table():
    """Two sit there, and the host has not started it."""
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", auto_start=False
    )
    tables.join_table(user=person("bruno"), match_id=table.pk)
    return fresh(table)


def start(table):
    tables.start_table(host=person("anna"), match_id=table.pk, rev=table.rev)


@pytest.mark.parametrize(("side", "closed"), [(-MICROSECOND, 0), (0 * MICROSECOND, 1), (MICROSECOND, 1)])
def test_a_table_is_closed_at_the_moment_that_it_names_and_not_before(watch, side, closed):
    table = full_table()
    watch.move_to(table.expires_at + side, tick=False)
    assert tables.expire_tables() == closed
    assert fresh(table).status == (Status.EXPIRED if closed else Status.OPEN)


def test_one_that_is_started_at_that_moment_is_not_closed_after_it(watch):
    table = full_table()
    watch.move_to(table.expires_at, tick=False)
    start(table)
    assert tables.expire_tables() == 0
    tasks.expire_tables()
    assert fresh(table).status == Status.RUNNING
    assert fresh(table).expires_at is None
    move(table, due(table)[0])


def test_one_that_is_closed_at_that_moment_is_not_started_after_it(watch):
    table = full_table()
    watch.move_to(table.expires_at, tick=False)
    assert tables.expire_tables() == 1
    with pytest.raises(Conflict, match="closed before"):
        start(table)
    assert fresh(table).status == Status.EXPIRED
    assert stored_log(table) == []
    assert not Seat.objects.filter(match=table, due_decision__isnull=False).exists()


def test_nobody_takes_the_last_seat_of_one_that_was_closed(watch):
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open"
    )
    watch.move_to(table.expires_at, tick=False)
    tables.expire_tables()
    with pytest.raises(Conflict, match="closed before"):
        tables.join_table(user=person("bruno"), match_id=table.pk)
    assert Seat.objects.filter(match=table).count() == 1


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FINISHED, Status.QUARANTINED])
def test_a_match_that_has_started_is_never_closed_even_if_its_row_still_names_a_moment(watch, status):
    table = full_table()
    start(table)
    Match.objects.filter(pk=table.pk).update(
        status=status, expires_at=clock.now() - timedelta(days=1), finished_at=clock.now(), outcome={}
    )
    assert tables.expire_tables() == 0
    assert fresh(table).status == status


def test_both_at_once_leave_a_match_that_runs_or_a_table_that_is_closed():
    for number in range(8):
        table = full_table()
        Match.objects.filter(pk=table.pk).update(expires_at=clock.now())
        calls = [lambda t=table: start(t), tables.expire_tables]
        results = at_once(*(calls if number % 2 else reversed(calls)))
        started = None in results
        now = fresh(table)
        assert now.status == (Status.RUNNING if started else Status.EXPIRED), results
        assert bool(stored_log(table)) is started
        assert sum(isinstance(result, Conflict) for result in results) == (not started)
        assert (1 in results) is not started
