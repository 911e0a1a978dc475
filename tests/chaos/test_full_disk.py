"""A full disk: moves are refused cleanly, nothing breaks, and everything continues when there is room again.

SQLite gets a limit of pages, and then behaves as on a full disk, down to the error: `SQLITE_FULL`. On
PostgreSQL `tests/postgres/test_full_disk_on_postgres.py` runs these tests, and says by FULL_DISK which disks are full:
`tablespace` is a real one, a small file system that holds all tables; at `statement` and `commit` the server only says
what it says then, while a row is written or when everything has been.
"""

import os
import random
from collections.abc import Iterator

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
CHUNKS = (1_000_000, 60_000, 7_000)  # characters that are written until there is no room, ever fewer at a time
NO_ROOM = "could not extend file: No space left on device"


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


class SqliteDisk:
    """A database that may have no more pages than it has."""

    def fill(self) -> None:
        execute("VACUUM")  # tests before this one may have left pages that are free
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
        execute(f"PRAGMA max_page_count = {pages}")

    def make_room(self) -> None:
        execute(f"PRAGMA max_page_count = {ENDLESS}")


class Tablespace:
    """The small file system that holds the tables, filled by one of them."""

    def fill(self) -> None:
        execute("CREATE TABLE filler (text text)")
        execute("ALTER TABLE filler ALTER COLUMN text SET STORAGE PLAIN")
        for size in CHUNKS:
            rows = max(1, size // 7_000)
            for _write in range(1000):
                try:
                    execute(f"INSERT INTO filler SELECT repeat('x', 7000) FROM generate_series(1, {rows})")
                except OperationalError:
                    break
            else:
                pytest.fail("the file system is not small")

    def make_room(self) -> None:
        execute("DROP TABLE IF EXISTS filler")


class SaysSo:
    """A server that says that there is no room when a receipt is written, or at the end of that transaction."""

    def __init__(self, when: str) -> None:
        self.trigger = {
            "statement": "CREATE TRIGGER no_room BEFORE INSERT ON games_receipt FOR EACH ROW",
            "commit": "CREATE CONSTRAINT TRIGGER no_room AFTER INSERT ON games_receipt"
            " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW",
        }[when]

    def fill(self) -> None:
        say = f"RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = '{NO_ROOM}'"
        execute(f"CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {say}; END $$")
        execute(f"{self.trigger} EXECUTE FUNCTION no_room()")

    def make_room(self) -> None:
        execute("DROP TRIGGER IF EXISTS no_room ON games_receipt")


Disk = SqliteDisk | Tablespace | SaysSo


@pytest.fixture(params=os.environ.get("FULL_DISK", "pages").split(","))
def disk(request: pytest.FixtureRequest) -> Iterator[Disk]:
    """The disk under the database, with room on it."""
    which = request.param
    if (which == "pages") is not (connection.vendor == "sqlite"):
        pytest.skip(f"{connection.vendor} has no disk that is filled by its {which}")
    disk: Disk = {"pages": SqliteDisk, "tablespace": Tablespace}.get(which, lambda: SaysSo(which))()
    yield disk
    disk.make_room()


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


def test_a_move_that_found_no_room_left_nothing_and_is_taken_when_there_is_room(match, disk):
    disk.fill()
    seat, text, before = play_until_full(match)
    assert stored(match) == before
    assert faults_of(fresh(match)) == []
    disk.make_room()
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


def test_a_player_who_moves_on_a_full_disk_is_asked_to_try_again_soon(match, browsers, disk):
    disk.fill()
    seat, text, before = play_until_full(match)
    fields = {"seen": fresh(match).decision, "client_move_id": "again", "text": text}
    answer = browsers[seat.index].post(reverse("games:move", args=[match.pk]), fields, HTTP_ACCEPT="application/json")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert stored(match) == before
    disk.make_room()
    answer = browsers[seat.index].post(reverse("games:move", args=[match.pk]), fields, HTTP_ACCEPT="application/json")
    assert answer.status_code == 200
    assert stored(match)[2] > before[2]


def test_pages_are_read_on_a_full_disk(match, browsers, disk):
    disk.fill()
    play_until_full(match)
    for browser in browsers.values():
        assert browser.get(reverse("games:match", args=[match.pk])).status_code == 200
