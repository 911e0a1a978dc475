"""A full disk: moves are refused cleanly, nothing breaks, and all goes on when there is room again.

SQLite is told how many pages it may use, and then behaves as on a full disk, down to the error: `SQLITE_FULL`.
"""

import random

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from games.audit import faults_of
from games.models import Event, Receipt
from games.registry import TITLES
from tests.cast import due, fresh, move, person, running_match, some_move

pytestmark = pytest.mark.django_db(transaction=True)
ENDLESS = 4_294_967_294  # pages


def pragma(name, value=None):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}" + ("" if value is None else f" = {value}"))
        return cursor.fetchone()[0]


@pytest.fixture
def no_room():
    """A database that has no page to spare."""
    assert connection.vendor == "sqlite", "the pages of SQLite are what is limited here"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # tests before this one may have left pages that are free
    pragma("max_page_count", pragma("page_count"))
    yield
    pragma("max_page_count", ENDLESS)


def stored(match):
    events = list(Event.objects.filter(match=match).order_by("ply").values_list("ply", "text"))
    return events, Receipt.objects.filter(match=match).count(), fresh(match).rev


def play_until_full(match):
    """Moves until one is refused for want of room: the seat and the text of that one, and what stood before it."""
    rng = random.Random(1)
    for _move in range(200):
        seat = due(match)[0]
        text, before = some_move(match, seat.index, rng), stored(match)
        try:
            move(match, seat, text)
        except OperationalError:
            return seat, text, before
    raise AssertionError("the disk was never full")


@pytest.fixture
def match():
    game = next(iter(TITLES.values()))
    return running_match(game.slug, [person("anna"), person("bela")])


def test_a_move_that_found_no_room_left_nothing_and_is_taken_when_there_is_room(match, no_room):
    seat, text, before = play_until_full(match)
    assert stored(match) == before
    assert faults_of(fresh(match)) == []
    pragma("max_page_count", ENDLESS)
    move(match, seat, text)
    assert stored(match)[2] > before[2]
    assert faults_of(fresh(match)) == []


@pytest.fixture
def browsers(match):
    """Of the two who play, logged in while there was room."""
    found = {}
    for seat in match.seats.all():
        found[seat.index] = Client(raise_request_exception=False)
        found[seat.index].force_login(seat.user)
    return found


def test_who_moves_on_a_full_disk_is_asked_to_try_again_soon(match, browsers, no_room):
    seat, text, before = play_until_full(match)
    fields = {"seen": fresh(match).decision, "client_move_id": "again", "text": text}
    answer = browsers[seat.index].post(reverse("games:move", args=[match.pk]), fields, HTTP_ACCEPT="application/json")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert stored(match) == before
