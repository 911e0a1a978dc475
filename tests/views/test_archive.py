"""The archive of finished matches: who finds which, and by what."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match
from games.services.match.annul import annul
from games.services.match.arranged import start_match
from games.services.match.play import resign
from games.services.seats.take_over import take_over
from games.views import archive
from tests.cast import fresh, person, play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NAMES = ("anna", "bruno", "carla")


@pytest.fixture
def at(settings):
    """A function that moves the clock on, counted from the start of the test."""

    def move_on(**time):
        settings.CLOCK_OFFSET = timedelta(**time).total_seconds()

    return move_on


@pytest.fixture
def people():
    return [person(name) for name in NAMES]


def won(people, loser, **more):
    """A match of two that `loser` has given up."""
    match = running_match("lantern", people[:2], **more)
    resign(actor=people[loser], match_id=match.pk, seat=loser)
    return fresh(match)


def listed(client, query=""):
    answer = client.get(f"/archive/{query}")
    assert answer.status_code == 200
    return [found.summary.match.pk for found in answer.context["page"].matches]


def test_everybody_finds_public_matches_and_those_who_played_their_private_ones_too(client, people):
    public, private = won(people, 0), won(people, 1, access="link")
    running_match("lantern", people)
    assert listed(client) == [public.pk]
    client.force_login(people[2])
    assert listed(client) == listed(client, "?person=anna") == [public.pk]
    for own in people[:2]:
        client.force_login(own)
        assert listed(client) == [private.pk, public.pk]
        assert listed(client, "?person=Bruno") == [private.pk, public.pk]
    page = Page(client.get("/archive/"))
    assert "1. anna · 2. bruno" in page.text
    assert "private" in page.text


def test_a_player_who_held_a_seat_before_it_was_taken_over_finds_the_match(client, people):
    match = running_match("lantern", people, access="link")
    resign(actor=people[0], match_id=match.pk, seat=0)
    take_over(match_id=match.pk, seat=0, user=person("dora"), by="olga")
    resign(actor=person("dora"), match_id=match.pk, seat=0)
    annul(match_id=match.pk, reason="an example", by="olga")
    for name in ("anna", "dora", "bruno"):
        client.force_login(person(name))
        assert listed(client, f"?person={name}") == [match.pk], name
    assert "No result" in Page(client.get("/archive/")).text


def test_each_filter_narrows(client, people):
    lost, gained = won(people, 0), won(people, 1)
    three = play_to_end(running_match("lantern", people))
    rated = won(people, 0, is_rated=True)
    league = start_match(source="a league, match 1", title="lantern", people=people[1:], pace="standard", access="open")
    resign(actor=people[2], match_id=league.pk, seat=1)
    annul(match_id=gained.pk, reason="an example", by="olga")
    newest = [league.pk, rated.pk, three.pk, gained.pk, lost.pk]
    assert listed(client) == newest
    assert listed(client, "?title=masques") == []
    assert listed(client, "?title=lantern&seats=3") == [three.pk]
    assert listed(client, "?person=CARLA") == [league.pk, three.pk]
    assert listed(client, "?rated=yes") == [rated.pk]
    assert listed(client, "?rated=no&seats=2") == [league.pk, gained.pk, lost.pk]
    assert listed(client, "?league=yes") == [league.pk]
    assert listed(client, "?league=no") == newest[1:]
    assert listed(client, "?person=anna&result=lost&seats=2") == [rated.pk, lost.pk], "what was annulled has no result"
    assert listed(client, "?person=bruno&result=won&seats=2") == [league.pk, rated.pk, lost.pk]
    assert "No finished matches match" in Page(client.get("/archive/?title=masques")).text


def test_days_count_from_midnight_to_midnight(client, people, at):
    matches = []
    for days in (0, 1, 2):
        at(days=days)
        matches.append(won(people, 0))
    first, second, third = (match.pk for match in matches)
    day = timezone.localdate(matches[1].finished_at)  # midnight may pass during the test
    assert listed(client, f"?first={day}&last={day}") == [second]
    assert listed(client, f"?last={day}") == [second, first]
    assert listed(client, f"?first={day}") == [third, second]


def test_parts_follow_each_other_whatever_is_added_and_statements_are_fixed(client, people, monkeypatch):
    monkeypatch.setattr(archive, "MATCHES_A_PAGE", 2)
    keys, counts = [], []
    for _match in range(5):
        keys.append(won(people, 0).pk)
    Match.objects.filter(pk__in=keys).update(finished_at=fresh(Match.objects.get(pk=keys[0])).finished_at)
    wanted, found, address = sorted(keys, reverse=True), [], "?person=anna&seats=2"
    while address:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(f"/archive/{address}")
        counts.append(len(queries))
        found += [row.summary.match.pk for row in answer.context["page"].matches]
        address = answer.context["older"]
        assert not address or "person=anna" in address
        won(people, 1)
    assert found == wanted
    assert max(counts) <= 5
    assert len(set(counts)) == 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?before=x", "isn’t a place in the list"),
        ("?before=999999999999999999-abc", "isn’t a place in the list"),
        ("?person=Nobody", "no player with this name"),
        ("?result=won", "Enter a player to filter by result"),
        ("?result=drawn", "valid choice"),
        ("?seats=99", "valid choice"),
        ("?first=31.12.2025x", "valid date"),
        ("?first=2026-02-01&last=2026-01-01", "before the first"),
        ("?last=9999-12-31", "less than or equal"),
        ("?person=" + "x" * 200, "at most 150"),
    ],
)
def test_impossible_searches_are_refused_in_words(client, people, query, words):
    answer = client.get(f"/archive/{query}")
    assert answer.status_code == 400
    assert words in Page(answer).text
