"""Several people, processes and clocks at one match at once. Threads meet in a file database, as on a server."""

from threading import Event

import pytest
from django.db import connection, transaction

from bench import races
from bench.races import at_once
from games.core.engine.events import EventKind
from games.models import Answer, Invitation, Look, Match, Seat, Status
from games.refusals import Conflict, Refusal, TooMany
from games.selectors.matches import position
from games.services.beside.looks import kept
from games.services.beside.presence import note_look
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.services.waiting import invitations, tables
from tests.cast import due, fresh, move, person, play_to_end, running_match, some_move, stored_log

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def accepted(results):
    """Those that were taken."""
    return [result for result in results if isinstance(result, play.Accepted)]


def dense(match):
    """Return whether the log replays and its plies match the cached columns."""
    match = fresh(match)
    assert len(stored_log(match)) == match.ply
    position(match)
    return True


def test_exactly_one_of_sixteen_moves_for_one_turn_is_accepted():
    match = running_match("lantern", [person("anna"), person("bruno")])
    (seat,) = due(match)
    text, seen = some_move(match, seat.index), match.decision
    before = len(stored_log(match))
    results = at_once(*[lambda n=n: move(match, seat, text, seen=seen, client_move_id=f"try-{n}") for n in range(16)])
    assert len(accepted(results)) == 1
    assert {result.code for result in results if isinstance(result, Refusal)} == {"stale"}
    assert len([event for event in stored_log(match)[before:] if event.kind == EventKind.MOVE]) == 1
    assert dense(match)


def test_one_move_sent_eight_times_with_one_id_is_taken_once_and_answered_eight_times():
    match = running_match("lantern", [person("anna"), person("bruno")])
    (seat,) = due(match)
    text, seen = some_move(match, seat.index), match.decision
    results = at_once(*[lambda: move(match, seat, text, seen=seen, client_move_id="one") for _ in range(8)])
    assert len(accepted(results)) == 8
    assert [result.repeated for result in results].count(False) == 1
    assert dense(match)


def test_the_last_answers_of_a_window_may_come_at_the_same_moment():
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla"), person("dora")])
    move(match, due(match)[0])
    seen, seats = fresh(match).decision, due(match)
    results = at_once(*[lambda s=s: move(match, s, "let", seen=seen, client_move_id="a") for s in seats])
    assert len(accepted(results)) == 3
    assert Answer.objects.filter(match=match, window=seen).count() == 3
    opened = [event.seat for event in stored_log(match)[seen:] if event.kind == EventKind.MOVE]
    assert opened == [seat.index for seat in seats]
    assert dense(match)


def test_a_move_and_its_deadline_at_once_have_exactly_one_effect(settings):
    match = running_match("lantern", [person("anna"), person("bruno")])
    (seat,) = due(match)
    text, seen = some_move(match, seat.index), match.decision
    settings.CLOCK_OFFSET = 3 * 24 * 3600 + 1
    results = at_once(
        lambda: move(match, seat, text, seen=seen),
        lambda: deadlines.expire(match.pk),
        lambda: deadlines.expire(match.pk),
    )
    assert not accepted(results)
    assert results.count(True) <= 1
    assert [event.text for event in stored_log(match) if event.kind == EventKind.SITE] == ["bot_decided"]


def test_the_same_bot_task_run_by_several_workers_makes_no_decision_twice():
    """A bot may owe another decision at once, which the next worker finds: how many there are is chance."""
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["random"]
    )
    if due(match)[0].index == 0:
        move(match, due(match)[0])
    before = len([event for event in stored_log(match) if event.kind == EventKind.MOVE])
    results = at_once(*[lambda: bots.play_bots(match.pk) for _ in range(4)])
    made = len([event for event in stored_log(match) if event.kind == EventKind.MOVE]) - before
    assert sum(results) == made >= 1
    assert dense(match)


def test_fifty_people_and_one_free_seat():
    host = person("host")
    table = tables.open_table(host=host, title="lantern", seats=2, settings={}, pace="standard", access="open")
    people = [person(f"guest{number}") for number in range(50)]
    results = at_once(*[lambda u=u: tables.join_table(user=u, match_id=table.pk) for u in people])
    assert sum(not isinstance(result, Refusal) for result in results) == 1
    assert Seat.objects.filter(match=table).count() == 2
    assert fresh(table).status == Status.RUNNING


def test_a_table_started_by_two_clicks_starts_once():
    host = person("host")
    table = tables.open_table(
        host=host,
        title="lantern",
        seats=2,
        settings={},
        pace="standard",
        access="open",
        auto_start=False,
        bots=["random"],
    )
    results = at_once(*[lambda: tables.start_table(host=host, match_id=table.pk, rev=table.rev) for _ in range(2)])
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert dense(table)


@pytest.mark.parametrize("asking", [2, 6])
def test_people_who_ask_for_a_rematch_at_once_get_one_table(asking):
    people = [person("anna"), person("bruno"), person("carla")]
    match = play_to_end(running_match("lantern", people))
    calls = [lambda u=u: tables.offer_rematch(user=u, match_id=match.pk) for u in (people * 2)[:asking]]
    found = at_once(*calls)
    assert len({table.pk for table in found}) == 1
    (table,) = match.rematches.all()
    assert table.status == Status.OPEN
    assert {row.user for row in table.invitations.all()} == set(people) - {table.host}


def test_a_rematch_that_is_closed_while_others_ask_for_it_leaves_one_open_table_at_most():
    people = [person("anna"), person("bruno"), person("carla")]
    match = play_to_end(running_match("lantern", people))
    for _round in range(3):
        first = tables.offer_rematch(user=people[0], match_id=match.pk)
        asked = [lambda u=u: tables.offer_rematch(user=u, match_id=match.pk) for u in people[1:] * 2]
        closed, *found = at_once(lambda f=first: tables.close_table(user=people[0], match_id=f.pk), *asked)
        assert closed is None
        others = {table.pk for table in found} - {first.pk}
        still_open = list(match.rematches.filter(status=Status.OPEN))
        assert others == {table.pk for table in still_open}
        assert len(still_open) <= 1
        for table in still_open:
            tables.close_table(user=table.host, match_id=table.pk)


def test_people_who_ask_for_a_rematch_and_close_it_at_once_never_have_two():
    people = [person("anna"), person("bruno")]
    match = play_to_end(running_match("lantern", people))

    def ask_and_close(user):
        table = tables.offer_rematch(user=user, match_id=match.pk)
        others = match.rematches.filter(status=Status.OPEN).count()
        if table.host_id == user.pk:
            tables.close_table(user=user, match_id=table.pk)
        return others

    results = at_once(*[lambda u=u: ask_and_close(u) for u in people * 2])
    counted = [result for result in results if not isinstance(result, Conflict)]  # closed from the other window
    assert len(counted) >= 2
    assert set(counted) <= {0, 1}


def test_a_host_who_invites_from_sixteen_windows_at_once_stays_within_the_limit():
    host, guests = person("host"), [person(f"guest{number}") for number in range(16)]
    opened = [
        tables.open_table(host=host, title="lantern", seats=2, pace="standard", access="invited") for _table in range(4)
    ]
    calls = [
        lambda g=guest, t=opened[number % 4]: tables.invite(host=host, match_id=t.pk, user=g)
        for number, guest in enumerate(guests)
    ]
    results = at_once(*calls)
    assert results.count(None) == invitations.PER_HOUR == Invitation.objects.count()
    assert {type(result) for result in results} == {type(None), TooMany}


def test_one_person_who_is_invited_from_many_windows_at_once_is_invited_as_often_as_allowed():
    host, guest = person("host"), person("guest")
    opened = [
        tables.open_table(host=host, title="lantern", seats=2, pace="standard", access="invited") for _table in range(8)
    ]
    results = at_once(*[lambda t=t: tables.invite(host=host, match_id=t.pk, user=guest) for t in opened])
    assert results.count(None) == invitations.PER_PERSON == Invitation.objects.count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("race", "runs"),
    [(races.one_turn, 12), (races.one_deadline, 12), (races.last_answers, 6), (races.start_by_two, 6)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_many_races_all_end_as_they_must(race, runs):
    """`manage.py races` runs thousands of the same."""
    found = race(races.RaceFixture(1), runs)
    assert found.endings == {found.wanted: runs}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer, who waits for nobody")
def test_a_move_and_looks_at_its_match_never_wait_for_each_other():
    match = running_match("lantern", [person("anna"), person("bruno")])
    first, second = match.seats.all()
    writes, written = Event(), Event()

    def as_a_move_writes() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            Seat.objects.filter(pk=first.pk).update(silences=0)
            writes.set()
            assert written.wait(60)
            Seat.objects.filter(pk=second.pk).update(silences=0)

    def write_the_looks() -> None:
        assert writes.wait(60)
        for seat in (second, first):
            note_look(match, seat)
        kept.write()
        written.set()

    assert at_once(as_a_move_writes, write_the_looks) == [None, None]
    assert set(Look.objects.values_list("seat", "ply")) == {(first.pk, match.ply), (second.pk, match.ply)}
