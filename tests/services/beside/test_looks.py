"""A look is no write: what pages were seen to show is kept, written together, and lost without harm."""

import threading
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from games.models import Look, Match, Seat, Spectator, Status
from games.services.beside import looks, presence
from games.services.beside.looks import Glance, Looks, kept
from masques_site.accounts.export import own_data
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.looks import seen, stored
from tests.views.pages import at, client_of
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
WRITES = ("INSERT", "UPDATE", "DELETE")
NOON = datetime(2031, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


def written(call) -> list[str]:
    """The statements of a call that change something."""
    with CaptureQueriesContext(connection) as queries:
        call()
    return [query["sql"] for query in queries.captured_queries if query["sql"].startswith(WRITES)]


def seat_of(match: Match, index: int) -> Seat:
    return Seat.objects.select_related("user", "look").get(match=match, index=index)


# A look writes nothing by itself.


@pytest.mark.parametrize("name", ["match", "rev"])
def test_a_look_of_a_player_writes_nothing(match, name):
    client = client_of(seat_of(match, 0))
    client.get(at(match, name))  # the session
    for _look in range(2):
        address = f"{at(match, name)}?seen={fresh(match).rev}"
        assert written(partial(client.get, address)) == []
        move(match, due(match)[0])
    assert not Look.objects.exists()


def test_a_look_of_a_spectator_writes_nothing(match, client):
    assert written(lambda: client.get(f"{at(match, 'rev')}?seen={match.rev}")) == []
    assert not Spectator.objects.exists()


def test_the_end_of_a_match_is_marked_at_once_and_once(match):
    ended, client = play_to_end(match), client_of(seat_of(match, 0))
    client.get("/")  # the session
    assert len(written(lambda: client.get(at(ended)))) == 1
    assert seat_of(match, 0).end_seen_at is not None
    assert written(lambda: client.get(at(ended))) == []


# What is kept is seen at once here, and by others when it is written.


def test_pending_looks_are_known_to_the_next_page_of_this_process(match):
    seat = seat_of(match, 0)
    presence.note_look(match, seat)
    assert stored(seat) is None
    assert seen(seat).ply == match.ply
    assert seen(seat).is_here(looks.clock.now())
    kept.clear()  # as in another process
    assert seen(seat) == presence.Seen()


def test_written_looks_are_known_to_every_process(match):
    seat = seat_of(match, 0)
    presence.note_look(match, seat)
    kept.write()
    kept.clear()
    assert stored(seat) == (seat.user_id, match.ply)
    assert seen(seat).ply == match.ply
    assert seen(seat).is_here(looks.clock.now())


def test_all_looks_of_a_while_are_written_at_once(match):
    others = [running_match("lantern", [person("anna"), person("bruno")]) for _number in range(3)]
    for one in [match, *others]:
        for index in range(2):
            for _look in range(5):
                presence.note_look(one, seat_of(one, index))
    with CaptureQueriesContext(connection) as queries:
        kept.write()
    selects = [query for query in queries.captured_queries if query["sql"].startswith("SELECT")]
    assert len(selects) == 1
    assert Look.objects.count() == 8
    assert written(kept.write) == []


@pytest.mark.parametrize(
    ("later", "plies", "writes"), [(0, 0, 0), (19, 0, 0), (20, 0, 1), (0, 1, 1), (0, -1, 0), (20, -1, 1)]
)
def test_only_what_is_news_is_written(match, time_machine, later, plies, writes):
    time_machine.move_to(NOON, tick=False)
    seat = seat_of(match, 0)
    match.ply = 5
    presence.note_look(match, seat)
    kept.write()
    time_machine.shift(later)
    match.ply = 5 + plies
    presence.note_look(match, seat)
    assert len(written(kept.write)) == writes
    row = Look.objects.get(seat=seat)
    assert row.ply == 5 + max(0, plies)
    assert row.at == NOON.timestamp() + later * writes


def test_a_player_who_has_two_pages_open_has_seen_what_the_newer_one_showed(match):
    seat = seat_of(match, 0)
    for ply in (7, 4):
        match.ply = ply
        presence.note_look(match, seat)
    assert seen(seat).ply == 7
    kept.write()
    match.ply = 4
    presence.note_look(match, seat)
    assert seen(seat).ply == 7


def test_a_look_that_comes_while_others_are_written_is_kept(match, monkeypatch):
    seat, original = seat_of(match, 0), looks._write

    def interrupted(*given):
        original(*given)
        match.ply = 90
        presence.note_look(match, seat)

    presence.note_look(match, seat)
    monkeypatch.setattr(looks, "_write", interrupted)
    kept.write()
    monkeypatch.setattr(looks, "_write", original)
    assert seen(seat).ply == 90
    kept.write()
    assert stored(seat) == (seat.user_id, 90)


# Lost without harm.


def test_rejected_looks_are_lost_without_harm(match, monkeypatch):
    def fail(*_given):
        raise DatabaseError("the disk is full")

    seat = seat_of(match, 0)
    presence.note_look(match, seat)
    with monkeypatch.context() as patch:
        patch.setattr(looks.bulk_sql, "upsert", fail)
        kept.write()
    assert seen(seat) == presence.Seen()
    presence.note_look(match, seat)
    kept.write()
    assert stored(seat) == (seat.user_id, match.ply)


def test_a_look_at_a_match_that_is_gone_keeps_no_other_from_being_written(match):
    gone = running_match("lantern", [person("anna"), person("bruno")])
    for one in (gone, match):
        presence.note_look(one, seat_of(one, 0))
        presence.note_spectator(one, "somebody")
    Match.objects.get(pk=gone.pk).delete()
    kept.write()
    assert list(Look.objects.values_list("seat", flat=True)) == [seat_of(match, 0).pk]
    assert list(Spectator.objects.values_list("match", flat=True)) == [match.pk]


def test_no_more_is_kept_than_there_is_room_for(match, monkeypatch):
    monkeypatch.setattr(looks, "CAPACITY", 3)
    own = Looks()
    own._thread = threading.current_thread()  # which writes nothing
    for seat in range(6):
        own.by_holder(seat, Glance(1, NOON, 1))
        own.by_spectator(f"match {seat}", "somebody", NOON)
    own.by_holder(2, Glance(1, NOON, 9))
    own.by_spectator("match 2", "somebody", NOON + timedelta(seconds=1))
    assert [own.of_holder(seat, 1) is not None for seat in range(6)] == [True, True, True, False, False, False]
    assert [len(own.of_spectators(f"match {seat}")) for seat in range(6)] == [1, 1, 1, 0, 0, 0]
    assert own.of_holder(2, 1) == Glance(1, NOON, 9)


def test_a_thread_writes_what_is_kept_and_goes_on_after_an_error(monkeypatch):
    arrived, calls = threading.Semaphore(0), []

    def write(seats, _spectators):
        calls.append(set(seats))
        arrived.release()
        if len(calls) == 1:
            raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr(looks, "WRITE_EVERY", 0.01)
    monkeypatch.setattr(looks, "_write", write)
    own = Looks()
    for seat in (1, 2):
        own.by_holder(seat, Glance(1, NOON, 1))
        assert arrived.acquire(timeout=PATIENCE)
    assert calls == [{1}, {2}]


# Whose look it was.


def test_a_new_holder_has_seen_nothing(match):
    seat = seat_of(match, 0)
    presence.note_look(match, seat)
    for _process in range(2):  # the look is kept, then written
        Seat.objects.filter(pk=seat.pk).update(user=person("carla"))
        assert seen(seat) == presence.Seen()
        Seat.objects.filter(pk=seat.pk).update(user=person("anna"))
        assert seen(seat).ply == match.ply
        kept.write()


def test_a_look_of_who_had_the_seat_is_not_written_and_the_new_holders_replaces_it(match):
    seat = seat_of(match, 0)
    presence.note_look(match, seat)
    kept.write()
    Seat.objects.filter(pk=seat.pk).update(user=person("carla"))
    match.ply += 1
    presence.note_look(match, seat)
    assert written(kept.write) == []
    match.ply = 1
    presence.note_look(match, seat_of(match, 0))
    kept.write()
    assert stored(seat) == (person("carla").pk, 1)


def test_nothing_is_left_of_the_looks_of_a_deleted_account(match):
    for index in range(2):
        presence.note_look(match, seat_of(match, index))
    kept.write()
    presence.note_look(match, seat_of(match, 0))
    other = person("bruno").pk
    person("anna").delete()
    kept.write()
    assert list(Look.objects.values_list("holder", flat=True)) == [other]


def test_everybody_may_have_when_they_looked_and_nobody_elses(match):
    for user in ("anna", "bruno"):
        assert [seat["looked_at"] for seat in own_data(person(user))["seats"]] == [None]
    presence.note_look(match, seat_of(match, 0))
    kept.write()
    assert own_data(person("anna"))["seats"][0]["looked_at"] == seen(seat_of(match, 0)).at
    assert own_data(person("bruno"))["seats"][0]["looked_at"] is None


# Rows that cannot be right.


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks the types of its columns")
@pytest.mark.parametrize("column", ["holder", "at", "ply"])
@pytest.mark.parametrize("value", ["nonsense", -1, 2**62, 1.5, b"bytes"])
def test_a_look_that_cannot_be_right_is_none_and_the_next_one_mends_it(match, column, value):
    seat = seat_of(match, 0)
    client = client_of(seat)
    presence.note_look(match, seat)
    kept.write()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute(f"UPDATE games_look SET {column} = %s WHERE seat_id = %s", [value, seat.pk])
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert not seen(seat).is_here(looks.clock.now()) or column == "ply"
    for page in (at(match), at(match, "rev"), "/"):
        assert client.get(page).status_code == 200
    kept.write()
    assert fresh(match).status == Status.RUNNING
    assert stored(seat) == (seat.user_id, match.ply)


# Spectators.


def test_spectators_are_written_together_and_only_when_it_is_news(match, time_machine):
    time_machine.move_to(NOON, tick=False)
    for who in ("one", "two", "two"):
        presence.note_spectator(match, who)
    kept.write()
    assert Spectator.objects.count() == presence.spectators(match) == 2
    time_machine.shift(34)
    presence.note_spectator(match, "one")
    assert not [sql for sql in written(kept.write) if not sql.startswith("DELETE")]
    time_machine.shift(1)
    presence.note_spectator(match, "one")
    kept.write()
    assert sorted(Spectator.objects.values_list("at", flat=True)) == [NOON, NOON + timedelta(seconds=35)]


def test_a_player_sees_spectators_that_are_not_stored_yet(match):
    presence.note_spectator(match, "somebody")
    page = client_of(seat_of(match, 0)).get(at(match))
    assert page.context["present"] == "1 spectator is watching"
