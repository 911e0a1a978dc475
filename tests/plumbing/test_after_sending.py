"""What is written once pages have been sent: many at once, by the next transaction."""

import asyncio
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from structlog.testing import capture_logs

from games.models import Match
from masques_site.plumbing.after_sending import AfterSending, make_all
from tests.cast import fresh, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


def setter(match: Match, rev: int):
    """A call that writes something, in a transaction that somebody else has opened."""

    def call() -> None:
        assert connection.in_atomic_block
        Match.objects.filter(pk=match.pk).update(rev=rev)

    return call


def fails() -> None:
    raise OperationalError("no room")


async def test_what_comes_in_a_moment_is_written_together_and_what_comes_meanwhile_by_the_next():
    began, gate, rounds, made = asyncio.Event(), asyncio.Event(), [], []

    async def run(call) -> None:
        rounds.append(len(made))
        began.set()
        await gate.wait()
        await sync_to_async(call)()

    def come(*numbers: int) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(queue.make(partial(made.append, number))) for number in numbers]

    queue = AfterSending(run, moment=0)
    tasks = come(0, 1, 2)
    await began.wait()
    tasks += come(3, 4)
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tasks)
    assert made == list(range(5))
    assert rounds == [0, 3]  # how many had been made when each transaction began


async def test_it_is_written_when_the_call_returns(match):
    queue = AfterSending(lambda call: sync_to_async(call)())
    await queue.make(setter(match, 103))
    assert (await sync_to_async(fresh)(match)).rev == 103


def test_a_database_that_fails_is_logged_and_keeps_nothing_of_that_transaction_alone(match):
    make_all([setter(match, 104)])
    with capture_logs() as logs:
        make_all([setter(match, 105), fails])
    assert [line["event"] for line in logs] == ["work after responses failed"]
    assert fresh(match).rev == 104
    make_all([setter(match, 106)])
    assert fresh(match).rev == 106
