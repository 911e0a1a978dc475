"""Answers in advance together with other events at the same moment, and what a table of them costs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.races import at_once
from games import clock, tasks
from games.audit import faults_of
from games.clock import moved_to
from games.core.clocks.seat_clock import SILENCES_UNTIL_AWAY
from games.core.engine import ending
from games.core.errors import MoveError
from games.models import Answer, BotTurn, Match, Seat, StandingAnswer, Status
from games.refusals import Conflict, Stale
from games.registry import TITLES
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.keeping import sealed_rows
from games.services.match import play
from games.services.match.in_advance import keep_answers_in_advance
from games.services.match.locked_match import VACANT_LEVEL
from games.services.seats.take_over import take_over
from tests.cast import NAMES, due, fresh, move, person, position, running_match, stored_log
from tests.lantern.game import LANTERN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MOST = 15  # BEGIN, COMMIT, the session and the user counted
ANY = "*"


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person(name) for name in NAMES[:4]])


def others(match: Match) -> list[Seat]:
    """The seats that are not on turn, with their users."""
    return list(match.seats.filter(due_decision=None).select_related("user"))


def keep(match: Match, seat: Seat, text: str) -> None:
    keep_answers_in_advance(actor=seat.user, match_id=match.pk, given={ANY: text})


def given(match: Match) -> dict[int, str]:
    """The sealed answers of the open window, by seat."""
    return dict(Answer.objects.filter(match=match, window=fresh(match).decision).values_list("seat", "text"))


@pytest.mark.database
def test_an_answer_by_hand_counts_while_the_worker_waits(match, monkeypatch):
    first = others(match)[0]
    keep(match, first, "let")
    move(match, due(match)[0])
    monkeypatch.setattr(bots.time, "sleep", lambda _seconds: move(match, first, "blow"))
    assert bots.play_bots(match.pk) == 0
    assert given(match) == {first.index: "blow"}
    assert not BotTurn.objects.filter(match=match, closed_at=None).exists()
    assert faults_of(fresh(match)) == []


@pytest.mark.database
def test_an_answer_by_hand_beats_a_worker_at_the_same_moment(match):
    first = others(match)[0]
    keep(match, first, "let")
    move(match, due(match)[0])
    seen = fresh(match).decision
    results = at_once(
        lambda: move(match, first, "blow", seen=seen),
        lambda: bots.play_bots(match.pk),
        lambda: bots.play_bots(match.pk),
    )
    assert isinstance(results[0], play.Accepted)
    assert sum(results[1:]) <= 1
    assert given(match) == {first.index: "blow"}
    assert not BotTurn.objects.filter(match=match, closed_at=None).exists()
    assert faults_of(fresh(match)) == []


@pytest.mark.database
def test_a_change_while_the_window_opens_comes_before_it_or_is_refused(match):
    first, mover = others(match)[0], due(match)[0]
    keep(match, first, "let")
    changed, _moved = at_once(lambda: keep(match, first, "blow"), lambda: move(match, mover))
    assert changed is None or isinstance(changed, Conflict)
    assert bots.play_bots(match.pk) == 1
    assert given(match) == {first.index: "let" if changed else "blow"}
    assert StandingAnswer.objects.get().text == given(match)[first.index]
    assert faults_of(fresh(match)) == []


@pytest.mark.database
def test_workers_that_meet_give_each_answer_once(match):
    for seat in others(match):
        keep(match, seat, "let")
    move(match, due(match)[0])
    seen = fresh(match).decision
    assert sum(at_once(*[lambda: bots.play_bots(match.pk)] * 4)) == 3
    moved = [event.seat for event in stored_log(match)[seen:] if event.kind == "move"]
    assert moved == sorted(set(moved))
    assert len(moved) == 3
    assert faults_of(fresh(match)) == []


@pytest.mark.database
def test_a_player_who_leaves_while_their_answer_is_due_is_answered_for_by_the_bot_that_plays_on(match):
    first = others(match)[0]
    keep(match, first, "let")
    move(match, due(match)[0])
    play.resign(actor=first.user, match_id=match.pk, seat=first.index)
    assert Seat.objects.get(pk=first.pk).standing_for_decision is None
    (turn,) = BotTurn.objects.filter(match=match, closed_at=None)
    assert (turn.seat, turn.level) == (first.index, VACANT_LEVEL)
    assert faults_of(fresh(match)) == []
    assert bots.play_bots(match.pk) == 1
    assert Answer.objects.get(match=match, seat=first.index).actor is None


@pytest.mark.database
def test_a_player_who_takes_over_a_seat_in_the_window_is_asked_themselves(match):
    first = others(match)[0]
    keep(match, first, "let")
    move(match, due(match)[0])
    play.resign(actor=first.user, match_id=match.pk, seat=first.index)
    take_over(match_id=match.pk, seat=first.index, user=person("zeno"), by="a test")
    assert not BotTurn.objects.filter(match=match, closed_at=None).exists()
    assert bots.play_bots(match.pk) == 0
    assert given(match) == {}
    assert first.index in [seat.index for seat in due(match)]
    assert faults_of(fresh(match)) == []


@pytest.mark.database
def test_nothing_of_them_stays_when_the_match_is_over():
    match = running_match("lantern", [person(name) for name in NAMES[:2]])
    seats = list(match.seats.select_related("user"))
    for seat in seats:
        keep(match, seat, "let")
    tasks.announce(match.pk)
    assert StandingAnswer.objects.count() == 2
    play.resign(actor=seats[0].user, match_id=match.pk, seat=seats[0].index)
    assert fresh(match).status == Status.FINISHED
    tasks.announce(match.pk)
    assert not StandingAnswer.objects.exists()
    assert faults_of(fresh(match)) == []


# What it costs.

TABLES = [
    pytest.param("lantern", {}, "let", id="lantern"),
    pytest.param("mascarade", {"challenge_mode": "sealed"}, "N", id="mascarade sealed"),
    pytest.param("mascarade", {"challenge_mode": "clockwise"}, "N", id="mascarade clockwise"),
]


def full_table(title: str, settings: dict[str, str]) -> Match:
    """A match at the title's largest table."""
    seats = max({**TITLES, "lantern": LANTERN}[title].seats)
    return running_match(title, [person(name) for name in NAMES[:seats]], **settings)


def keep_all(match: Match, text: str) -> None:
    """Everybody gives the same answer in advance."""
    for seat in match.seats.select_related("user"):
        keep(match, seat, text)


def opening(match: Match) -> tuple[Seat, str]:
    """Return the moves until a seat can make one that opens a window; the seat, and that move."""
    for _decision in range(60):
        seat, state = due(match)[0], position(fresh(match)).state
        for text in ("A:JU", "A:KI", "A:EM") if match.title == "mascarade" else (None,):
            try:
                if text is not None:
                    match.game.parse_move(state, seat.index, text)
            except MoveError:
                continue
            return seat, text or match.game.format_move(state, seat.index, bots.first_move(state, seat.index))
        move(match, seat)
    raise AssertionError("no window can be opened")


def sent(match: Match, seat: Seat, text: str) -> int:
    """How many statements the move takes when it is sent by the form."""
    client = Client()
    client.force_login(seat.user)
    fields = {"text": text, "seen": fresh(match).decision, "client_move_id": "opens"}
    with CaptureQueriesContext(connection) as queries:
        assert client.post(reverse("games:move", args=[match.pk]), fields).status_code == 303
    return len(queries)


def sitting(match: Match) -> int:
    """How many statements the transaction takes in which a worker gives what is due."""
    with CaptureQueriesContext(connection) as queries:
        assert bots.play_bots(match.pk)
    statements = [query["sql"] for query in queries.captured_queries]
    begun = [at for at, statement in enumerate(statements) if statement.startswith("BEGIN")]
    assert len(begun) == 1, "one sitting"
    return len(statements) - begun[0]


@pytest.mark.database
@pytest.mark.parametrize(("title", "settings", "text"), TABLES)
def test_a_full_table_that_has_answered_in_advance_takes_fifteen_statements_at_most(title, settings, text):
    match = full_table(title, settings)
    seat, announcement = opening(match)
    keep_all(match, text)
    assert sent(match, seat, announcement) <= MOST
    window = fresh(match)
    sittings = []
    while BotTurn.objects.filter(match=match, closed_at=None).exists():
        sittings.append(sitting(match))
    asked = match.seat_count - 1
    assert len(sittings) == (asked if settings.get("challenge_mode") == "clockwise" else 1)
    assert max(sittings) <= MOST, sittings
    answered = [event.seat for event in stored_log(match)[window.decision :] if event.kind == "move"]
    assert len(answered) >= asked
    assert faults_of(fresh(match)) == []


def settled(match: Match) -> int:
    """How many statements the transaction takes that settles the deadlines of the open decision, once all are over."""
    with moved_to(clock.now() + timedelta(days=8)), CaptureQueriesContext(connection) as queries:
        assert deadlines.expire(match.pk)
    return len(queries)


@pytest.mark.parametrize("every", [1, 2, 99], ids=["all stand", "every second one stands", "one stands"])
@pytest.mark.parametrize(("title", "settings", "text"), TABLES)
def test_a_window_that_no_worker_has_come_to_is_settled_in_fifteen_statements_at_most(title, settings, text, every):
    match = full_table(title, settings)
    seat, announcement = opening(match)
    for other in list(match.seats.exclude(pk=seat.pk).select_related("user"))[::every]:
        keep(match, other, text)
    sent(match, seat, announcement)
    window = fresh(match).decision
    owing = list(match.seats.filter(due_decision=window))
    assert settled(match) <= MOST
    log = stored_log(match)[window:]
    assert {event.seat for event in log if event.kind == "move"} == {other.index for other in owing}
    silent = {other.index for other in owing if other.standing_for_decision is None}
    assert {event.seat for event in log if event.text == ending.DEFAULTED} == silent
    assert faults_of(fresh(match)) == []


def test_answers_by_hand_are_read_next_to_those_in_advance_when_the_rest_are_late():
    match = full_table("mascarade", {"challenge_mode": "sealed"})
    seat, announcement = opening(match)
    stands, by_hand, *late = list(match.seats.exclude(pk=seat.pk).select_related("user"))
    keep(match, stands, "N")
    sent(match, seat, announcement)
    window = fresh(match).decision
    move(match, by_hand, "C")
    assert settled(match) <= MOST + 1
    log = stored_log(match)[window:]
    given = {event.seat: event.text for event in log if event.kind == "move"}
    assert given == {seat.index: "N" for seat in (stands, *late)} | {by_hand.index: "C"}
    assert {event.seat for event in log if event.text == ending.DEFAULTED} == {seat.index for seat in late}
    assert faults_of(fresh(match)) == []


@pytest.mark.parametrize(("title", "settings", "text"), TABLES)
def test_a_late_move_is_refused_once_all_others_are_settled_in_the_same_few_statements(title, settings, text):
    match = full_table(title, settings)
    seat, announcement = opening(match)
    sent(match, seat, announcement)
    seen, late = fresh(match).decision, due(match)[0]
    afterwards = moved_to(clock.now() + timedelta(days=8))
    with afterwards, CaptureQueriesContext(connection) as queries, pytest.raises(Stale):
        move(match, late, text, seen=seen)
    assert len(queries) <= MOST
    assert sum(event.text == ending.DEFAULTED for event in stored_log(match)[seen:]) >= 1
    assert faults_of(fresh(match)) == []


def send_away(match: Match, seats: list[Seat]) -> None:
    for row in seats:
        row.silences = SILENCES_UNTIL_AWAY
    sealed_rows.save(seats, ("silences",))


@pytest.mark.database
@pytest.mark.parametrize(("title", "settings", "text"), TABLES[1:])
def test_a_full_table_that_is_away_answers_in_the_transaction_of_the_announcement(title, settings, text):
    match = full_table(title, settings)
    seat, announcement = opening(match)
    keep_all(match, text)
    send_away(match, list(match.seats.exclude(pk=seat.pk)))
    before = fresh(match).ply
    assert sent(match, seat, announcement) <= MOST
    assert fresh(match).ply >= before + match.seat_count
    assert not BotTurn.objects.filter(match=match).exists()
    assert faults_of(fresh(match)) == []


@pytest.mark.parametrize(("title", "settings", "text"), TABLES[1:])
def test_a_full_table_of_which_some_are_away_takes_no_more(title, settings, text):
    match = full_table(title, settings)
    seat, announcement = opening(match)
    keep_all(match, text)
    send_away(match, list(match.seats.exclude(pk=seat.pk))[1::2])
    assert sent(match, seat, announcement) <= MOST
    while BotTurn.objects.filter(match=match, closed_at=None).exists():
        assert sitting(match) <= MOST
    assert not Seat.objects.filter(match=match, standing_for_decision__isnull=False).exists()
    assert faults_of(fresh(match)) == []
