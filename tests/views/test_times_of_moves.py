"""When each move was made: in the log of the match, in its history and in its record, to the minute."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games import clock
from games.core.engine.events import EventKind
from games.models import Event
from games.registry import TITLES
from games.selectors.matches import times_of
from masques_site.accounts.models import User
from tests.accounts.cast import client_of, member
from tests.cast import due, fresh, move, play_to_end, running_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

TIME = re.compile(r'<small><time datetime="([^"]+)" data-local>([^<]+)</time></small>')


@pytest.fixture
def match(monkeypatch):
    """A match in which every move was made a minute after the one before, from five to midnight on."""
    now = [datetime(2026, 3, 14, 23, 55, 30, tzinfo=UTC)]
    monkeypatch.setattr(clock, "now", lambda: now[0])
    match = running_match("lantern", [member("Giulia"), member("Bruno")])
    for _move in range(8):
        now[0] += timedelta(minutes=1)
        match = fresh(match)
        move(match, due(match)[0])
    return fresh(match)


def minute(at):
    """Return a moment as pages give it to programs: never to the second."""
    return f"{at:%Y-%m-%dT%H:%M}:00+00:00"


def shown(client, address):
    return TIME.findall(client.get(address).content.decode())


def test_every_line_of_the_log_says_when_it_happened(match):
    stored = {minute(at) for at in Event.objects.values_list("at", flat=True)}
    for client in (Client(), client_of(User.objects.get(username="Giulia"))):
        times = shown(client, f"/matches/{match.pk}/")
        assert len(times) > 5
        assert {iso for iso, _words in times} <= stored
        assert [iso for iso, _words in times] == sorted((iso for iso, _words in times), reverse=True)


def test_the_readers_zone_counts(match):
    User.objects.filter(username="Giulia").update(timezone="Asia/Tokyo")
    times = shown(client_of(User.objects.get(username="Giulia")), f"/matches/{match.pk}/")
    assert times[-1][1] == "March 15, 2026, 8:55 a.m."


def test_the_history_says_it_next_to_each_line_and_of_the_ply_that_is_shown(match):
    for ply in (2, match.ply):
        page = f"/matches/{match.pk}/history/?ply={ply}"
        at = Event.objects.get(match=match, ply=ply - 1).at
        assert minute(at) in {iso for iso, _words in shown(Client(), page)}
        told = Client().get(page).content.decode().partition('id="told"')[2].partition("</div>")[0]
        assert f'datetime="{minute(at)}"' in told


def test_the_record_has_a_comment_for_each_move_and_reads_as_before(match):
    match = play_to_end(match)
    text = Client().get(f"/matches/{match.pk}/record.txt").content.decode()
    moves = list(Event.objects.filter(match=match, kind=EventKind.MOVE).order_by("ply").values_list("ply", "at"))
    comments = [line for line in text.splitlines() if line.startswith(";")]
    assert comments == [f"; ply {ply + 1}: {at.astimezone(UTC):%Y-%m-%d %H:%M} UTC" for ply, at in moves]
    assert comments[0] == "; ply 1: 2026-03-14 23:56 UTC" or comments[0].endswith("2026-03-14 23:56 UTC")
    read, bare = (match.game.read_record(one) for one in (text, text.partition("\n;")[0] + "\n"))
    assert read.events == bare.events
    assert len(read.events) == match.ply


@pytest.mark.parametrize("title", TITLES)
def test_the_records_of_all_titles_may_hold_comments(title):
    game = TITLES[title]
    match = play_to_end(running_match(title, [member(f"player {n}") for n in range(game.usual_seats)]))
    text = Client().get(f"/matches/{match.pk}/record.txt").content.decode()
    assert "\n; ply " in text
    assert game.read_record(text).events == game.read_record(text.partition("\n;")[0] + "\n").events


def test_an_unreadable_moment_is_left_out_of_the_page(match, monkeypatch):
    from games.selectors import matches as selectors

    def broken(*_arguments):
        raise ValueError("no moment")

    monkeypatch.setattr(selectors._TIMES, "rows", broken)
    assert times_of(match, 0, match.ply) == {}
    assert shown(Client(), f"/matches/{match.pk}/history/") == []
    assert Client().get(f"/matches/{match.pk}/record.txt").status_code == 200
