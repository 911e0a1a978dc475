"""An annulled match: it ends or has ended, its result does not count, and code that counts results learns of it."""

import pytest
from django.db import connection
from django.test import TestCase
from django.urls import reverse
from structlog.testing import capture_logs

from games import signals
from games.audit import faults_of
from games.core.engine.outcome import Outcome
from games.core.errors import BrokenLog, BrokenRow
from games.models import Match, Status
from games.refusals import BadInput, Conflict, Missing
from games.selectors.stored import match_outcome
from games.services.bot_moves import bots
from games.services.keeping.quarantine import set_aside
from games.services.match import play
from games.services.match.annul import annul
from games.services.waiting import tables
from games.tasks import announce, sweep
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.corrupt import unguarded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

WHY = {"reason": "a wrong pairing", "by": "vera"}


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


@pytest.fixture
def heard():
    """Return what was stored about annulment and outcome whenever an end was announced."""
    calls = []

    def listen(*, match_id, **_facts):
        found = Match.objects.get(pk=match_id)
        calls.append((found.annulled_at is not None, found.outcome["reason"]))

    signals.match_finished.connect(listen)
    yield calls
    signals.match_finished.disconnect(listen)


def test_a_running_match_ends_with_all_seats_tied(match, heard):
    move(match, due(match)[0])
    move(match, due(match)[0], "let")  # a window is open, and one answer is sealed
    annul(match_id=match.pk, **WHY)
    over = fresh(match)
    assert (over.status, over.annulled_at, over.deadline) == (Status.FINISHED, over.finished_at, None)
    assert match_outcome(over) == Outcome((1, 1, 1), "annulled")
    assert due(over) == []
    last = stored_log(over)[-1]
    assert (last.kind.value, last.seat, last.text) == ("site", None, "annulled")
    assert faults_of(over) == []
    announce(match.pk)
    assert heard == [(True, "annulled")]


def test_nobody_moves_or_resigns_any_more(match):
    (seat,) = due(match)
    annul(match_id=match.pk, **WHY)
    with pytest.raises(Conflict, match="over"):
        move(match, seat, "1a", seen=match.decision)
    with pytest.raises(Conflict, match="over"):
        play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)


def test_a_bots_decision_is_superseded():
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
    )
    while not any(seat.bot for seat in due(match)):
        move(match, due(match)[0])
    annul(match_id=match.pk, **WHY)
    assert bots.play_bots(match.pk) == 0
    assert match.bot_turns.latest("decision").state == "superseded"
    assert faults_of(match) == []


def test_a_finished_match_keeps_its_outcome_and_its_end_is_announced_again(match, heard):
    over = play_to_end(match)
    announce(match.pk)
    assert fresh(match).end_announced_at is not None
    annul(match_id=match.pk, **WHY)
    annulled = fresh(match)
    assert (annulled.outcome, annulled.ply, annulled.finished_at) == (over.outcome, over.ply, over.finished_at)
    assert annulled.annulled_at > annulled.finished_at
    assert annulled.rev > over.rev
    assert annulled.end_announced_at is None
    sweep()
    sweep()
    assert heard == [(False, over.outcome["reason"]), (True, over.outcome["reason"])]
    assert faults_of(annulled) == []


def test_open_pages_and_a_worker_are_notified_immediately(match, monkeypatch):
    play_to_end(match)
    told = []
    monkeypatch.setattr("games.live.announce", lambda match_id, rev: told.append(("page", match_id, rev)))
    monkeypatch.setattr("games.wake.advance", lambda match_id, _ply: told.append(("worker", match_id)))
    with TestCase.captureOnCommitCallbacks(execute=True):
        annul(match_id=match.pk, **WHY)
    assert told == [("page", match.pk, fresh(match).rev), ("worker", match.pk)]


def test_an_annulment_while_receivers_are_at_work_is_announced_all_the_same(match, heard):
    """They read the result before it was annulled."""
    play_to_end(match)
    annulling = [False, True]

    def slow(*, match_id, **_facts):
        if annulling.pop():
            annul(match_id=match_id, **WHY)

    signals.match_finished.connect(slow)
    try:
        announce(match.pk)
        assert fresh(match).end_announced_at is None
        sweep()
    finally:
        signals.match_finished.disconnect(slow)
    assert [annulled for annulled, _reason in heard] == [False, True]
    assert fresh(match).end_announced_at is not None


def test_repeating_it_does_nothing(match):
    annul(match_id=match.pk, **WHY)
    announce(match.pk)
    before = Match.objects.filter(pk=match.pk).values().get()
    with capture_logs() as logs:
        annul(match_id=match.pk, **WHY)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert logs == []
    ended = play_to_end(running_match("lantern", [person("anna"), person("bruno")]))
    annul(match_id=ended.pk, **WHY)
    announce(ended.pk)
    before = Match.objects.filter(pk=ended.pk).values().get()
    annul(match_id=ended.pk, **WHY)
    assert Match.objects.filter(pk=ended.pk).values().get() == before


def test_a_table_that_has_not_started_is_closed():
    table = tables.open_table(host=person("anna"), title="lantern", seats=2, pace="fast", access="open")
    annul(match_id=table.pk, **WHY)
    assert (fresh(table).status, fresh(table).annulled_at) == (Status.EXPIRED, None)
    before = Match.objects.filter(pk=table.pk).values().get()
    annul(match_id=table.pk, **WHY)
    assert Match.objects.filter(pk=table.pk).values().get() == before
    assert faults_of(table) == []


def test_actor_and_reason_are_logged_and_required(match):
    for wrong in ({"reason": " ", "by": "vera"}, {"reason": "a wrong pairing", "by": ""}):
        with pytest.raises(BadInput):
            annul(match_id=match.pk, **wrong)
    assert fresh(match).status == Status.RUNNING
    with capture_logs() as logs:
        annul(match_id=match.pk, **WHY)
    (line,) = [line for line in logs if line["event"] == "match annulled"]
    assert {name: line[name] for name in ("match", "by", "reason")} == {"match": match.pk, **WHY}
    with pytest.raises(Missing):
        annul(match_id="222222222222", **WHY)


def test_a_match_that_is_set_aside_stays_so_and_is_annulled(match, heard):
    other = running_match("lantern", [person("anna"), person("bruno")])
    set_aside(other.pk, BrokenLog("a test"))
    annul(match_id=other.pk, **WHY)
    assert (fresh(other).status, fresh(other).annulled_at is None) == (Status.QUARANTINED, False)
    assert faults_of(other) == []
    Match.objects.filter(pk=match.pk).update(decision=0)  # its log does not replay any more
    annul(match_id=match.pk, **WHY)
    assert (fresh(match).status, fresh(match).annulled_at is None) == (Status.QUARANTINED, False)
    sweep()
    assert heard == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks the types of its columns")
def test_a_match_that_cannot_be_read_is_set_aside_and_annulled(match):
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_match SET settings = 'no JSON' WHERE id = %s", [match.pk])
    annul(match_id=match.pk, **WHY)
    annul(match_id=match.pk, **WHY)
    stored = Match.objects.filter(pk=match.pk).values_list("status", "annulled_at").get()
    assert (stored[0], stored[1] is None) == (Status.QUARANTINED, False)


# What people see of it.


def test_page_history_home_and_profile_say_that_a_running_match_was_annulled(match, client):
    annul(match_id=match.pk, **WHY)
    client.force_login(person("anna"))
    assert "Annulled" in client.get("/").content.decode()
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "No one wins." in page
    assert "it was annulled" in page
    assert "This match was annulled: its result doesn’t count." in page
    assert "<caption" not in page.partition('id="board"')[0]  # no table of places
    assert "a wrong pairing" not in page
    history = client.get(f"/matches/{match.pk}/history/").content.decode()
    assert history.count("This match was annulled: its result doesn’t count.") >= 2  # on top, and in the log
    assert "{site annulled}" in client.get(reverse("games:record", args=[match.pk])).content.decode()


def test_the_page_of_a_finished_match_keeps_the_result_and_says_that_it_does_not_count(match, client):
    over = play_to_end(match)
    winner = over.seats.select_related("user").get(index=over.outcome["places"].index(1)).user
    path, profile = f"/matches/{match.pk}/", f"/people/{winner.username}/"
    before, listed = client.get(path).content.decode(), client.get(profile).content.decode()
    assert "annulled" not in before
    assert '<td class="number">1</td>' in listed
    annul(match_id=match.pk, **WHY)
    after = client.get(path).content.decode()
    assert "This match was annulled: its result doesn’t count." in after
    assert '<caption class="visually-hidden">Places</caption>' in after
    assert '<td class="number">1</td>' not in client.get(profile).content.decode()


# The typed outcome.


def test_the_outcome_is_read_as_a_value(match):
    assert match_outcome(match) is None
    over = play_to_end(match)
    found = match_outcome(over)
    assert found == Outcome(tuple(over.outcome["places"]), over.outcome["reason"], tuple(over.outcome["scores"]))
    assert match_outcome(Match(seat_count=2, status=Status.QUARANTINED, outcome=None)) is None


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        {},
        {"places": [1, 2], "reason": 7, "scores": None},
        {"places": [1], "reason": "win", "scores": None},
        {"places": [True, 2], "reason": "win", "scores": None},
        {"places": [2, 2], "reason": "win", "scores": None},
        {"places": [1, 3], "reason": "win", "scores": None},
        {"places": [0, 2], "reason": "win", "scores": None},
        {"places": ["1", "2"], "reason": "win", "scores": None},
        {"places": [1, 2], "reason": "win", "scores": [1.5, 2]},
        {"places": [1, 2], "reason": "win", "scores": [3]},
    ],
)
def test_an_outcome_that_no_rules_give_is_named(stored):
    with pytest.raises(BrokenRow, match="outcome"):
        match_outcome(Match(seat_count=2, status=Status.FINISHED, outcome=stored))
