"""The page of running matches: public ones, the most watched first, in a fixed number of statements."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match
from games.services.beside import presence
from games.services.beside.looks import kept
from games.services.match.play import resign
from games.services.waiting import tables
from games.views import watch
from tests.cast import due, move, person, play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def at(settings):
    """A function that moves the clock on, counted from the start of the test."""

    def move_on(**time):
        settings.CLOCK_OFFSET = timedelta(**time).total_seconds()

    return move_on


@pytest.fixture
def people():
    return [person(name) for name in ("anna", "bruno")]


def listed(client, query=""):
    """The matches of the page, in their order."""
    answer = client.get(f"/watch/{query}")
    assert answer.status_code == 200
    return [found.summary.match.pk for found in answer.context["matches"]]


def test_the_most_watched_come_first_then_the_newest_move(client, people, at):
    matches = [running_match("lantern", people) for _number in range(4)]
    at(minutes=1)
    move(matches[1], due(matches[1])[0])
    presence.note_spectator(matches[0], "one")
    for who in ("one", "two"):
        presence.note_spectator(matches[2], who)
    kept.write()
    at(minutes=1, seconds=30)
    assert listed(client) == [matches[index].pk for index in (2, 0, 1, 3)]
    page = Page(client.get("/watch/"))
    assert "2 watching" in page.text
    assert "anna · bruno" in page.text
    at(minutes=5)
    assert listed(client)[0] == matches[1].pk, "who has gone is not counted"


def test_only_public_running_matches_are_shown_to_anybody(client, people):
    shown = running_match("lantern", people)
    hidden = [
        running_match("lantern", people, access="link"),
        play_to_end(running_match("lantern", people)),
        tables.open_table(host=people[0], title="lantern", seats=2, pace="standard", access="open"),
        running_match("lantern", people),
    ]
    resign(actor=people[0], match_id=hidden[3].pk, seat=0)
    for visitor in (None, people[0]):
        if visitor is not None:
            client.force_login(visitor)
        assert listed(client) == [shown.pk]


def test_one_title_only(client, people):
    match = running_match("lantern", people)
    assert listed(client, "?title=lantern") == [match.pk]
    assert listed(client, "?title=masques") == []
    assert "No public matches of this game" in Page(client.get("/watch/?title=masques")).text
    assert listed(client, "?title=nonsense&page=x") == [match.pk]


def test_pages_and_statements_are_fixed(client, people, monkeypatch):
    monkeypatch.setattr(watch, "MATCHES_A_PAGE", 3)
    counts = []
    for _round in range(2):
        for _match in range(3):
            running_match("lantern", people)
        with CaptureQueriesContext(connection) as queries:
            assert len(listed(client)) == 3
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 4
    first, second = listed(client), listed(client, "?page=2")
    assert set(first) | set(second) == set(Match.objects.values_list("pk", flat=True))
    assert "?title=&page=2" in Page(client.get("/watch/")).source.replace("&amp;", "&")
