"""“The others here usually answer in the evening”: from public matches that are over, on the lobby and at the table."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Access, Event
from games.services.waiting import tables
from leagues.models import ReplyHours
from leagues.services.ratings import reply_times
from masques_site.accounts.models import User
from masques_site.accounts.services import delete_account
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

EVENING = [0] * 19 + [30] + [0] * 4
SAID = "The others here usually answer in the evening, your time."


@pytest.fixture(autouse=True)
def winter(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 1, 10, 12, tzinfo=UTC))


@pytest.fixture
def table():
    host = member("Bruno")
    ReplyHours.objects.create(player=host.pk, counts=EVENING)
    return tables.open_table(host=host, title="lantern", seats=3, pace="standard", access=Access.OPEN)


def pages(client, table):
    return [Page(client.get(address)).text for address in ("/tables/", f"/matches/{table.pk}/")]


def test_it_is_said_on_the_lobby_and_at_the_table_by_the_readers_clock(table):
    giulia = member("Giulia", timezone="UTC")
    assert all(SAID in page for page in pages(client_of(giulia), table))
    User.objects.filter(pk=giulia.pk).update(timezone="America/New_York")
    said = SAID.replace("evening", "afternoon")
    assert all(said in page for page in pages(client_of(giulia), table))


def test_strangers_whose_clock_nobody_knows_read_nothing_of_it(table):
    assert not any("usually answer" in page for page in pages(Client(), table))


def test_ones_own_hours_are_not_those_of_the_others(table):
    assert not any("usually answer" in page for page in pages(client_of(table.host), table))


def test_one_statement_more_however_many_tables(table, django_assert_max_num_queries):
    giulia = client_of(member("Giulia"))
    giulia.get("/tables/")  # stores that she is here
    with django_assert_max_num_queries(60) as few:
        giulia.get("/tables/")
    for number in range(4):
        tables.open_table(
            host=member(f"Host {number} x"), title="lantern", seats=3, pace="standard", access=Access.OPEN
        )
    with django_assert_max_num_queries(60) as many:
        giulia.get("/tables/")
    assert len(many) == len(few)
    assert sum("leagues_replyhours" in query["sql"] for query in many.captured_queries) == 1


def test_hours_are_counted_once_when_a_public_match_is_over():
    people = [member("Giulia"), member("Bruno")]
    match = play_to_end(running_match("lantern", people))
    moves = {user.pk: Event.objects.filter(match=match, actor=user.pk, kind="move").count() for user in people}
    for _twice in range(2):
        reply_times.record(match.pk)
    counted = {row.player: row.counts for row in ReplyHours.objects.all()}
    assert {player: counts[12] for player, counts in counted.items()} == moves
    assert all(sum(counts) == counts[12] for counts in counted.values())


def test_private_matches_are_not_counted_and_an_account_takes_its_hours_along():
    people = [member("Giulia"), member("Bruno")]
    private = play_to_end(running_match("lantern", people, access="link"))
    reply_times.record(private.pk)
    assert not ReplyHours.objects.exists()
    public = play_to_end(running_match("lantern", people))
    reply_times.record(public.pk)
    delete_account(User.objects.get(username="Giulia"))
    assert [row.player for row in ReplyHours.objects.all()] == [people[1].pk]


def test_a_row_that_cannot_be_read_says_nothing_and_breaks_nothing(table):
    ReplyHours.objects.update(counts=["many"])
    giulia = client_of(member("Giulia"))
    assert not any("usually answer" in page for page in pages(giulia, table))
    match = play_to_end(running_match("lantern", [table.host, member("Carla")]))
    reply_times.record(match.pk)
    assert sum(ReplyHours.objects.get(player=table.host.pk).counts) > 0
    assert match.finished_at - match.started_at < timedelta(days=1)
