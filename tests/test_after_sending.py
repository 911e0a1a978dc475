"""What is written once pages have been sent: many at once, and nobody waits for it."""

import threading

import pytest
from django.db import OperationalError, connection
from structlog.testing import capture_logs

from games.models import Match
from masques_site.after_sending import AfterSending, make
from tests.cast import fresh, person, running_match
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def setter(match: Match, rev: int, seen: list[bool]):
    """A call that writes something, and notes whether a transaction was open."""

    def call() -> None:
        Match.objects.filter(pk=match.pk).update(rev=rev)
        seen.append(connection.in_atomic_block)

    return call


def test_what_comes_while_the_thread_is_busy_is_written_in_one_transaction():
    match = running_match("lantern", [person("anna"), person("bruno")])
    queue, gate, started, seen = AfterSending(), threading.Event(), threading.Event(), []
    queue.post(lambda: (started.set(), gate.wait(PATIENCE)))
    assert started.wait(PATIENCE)
    for rev in (101, 102, 103):
        queue.post(setter(match, rev, seen))
    assert fresh(match).rev == match.rev
    gate.set()
    assert queue.wait_empty(PATIENCE)
    assert seen == [True] * 3
    assert fresh(match).rev == 103


def test_a_database_that_fails_is_logged_and_the_next_pages_are_written():
    match = running_match("lantern", [person("anna"), person("bruno")])
    queue, seen = AfterSending(), []

    def fails() -> None:
        raise OperationalError("no room")

    with capture_logs() as logs:
        queue.post(fails)
        assert queue.wait_empty(PATIENCE)
    assert [line["event"] for line in logs] == ["work after responses failed"]
    queue.post(setter(match, 104, seen))
    assert queue.wait_empty(PATIENCE)
    assert fresh(match).rev == 104


def test_an_error_undoes_what_stood_in_the_same_transaction_and_nothing_else():
    match = running_match("lantern", [person("anna"), person("bruno")])
    make([setter(match, 105, [])])

    def fails() -> None:
        raise OperationalError("no room")

    with pytest.raises(OperationalError):
        make([setter(match, 106, []), fails])
    assert fresh(match).rev == 105
