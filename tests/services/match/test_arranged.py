"""Matches that are arranged for people: started at once, once for each source, with nobody who could close them."""

from itertools import count

import pytest
from django.db import transaction
from django.test import TestCase

from bench.races import at_once
from games.audit import faults_of
from games.core.engine.outcome import Outcome
from games.models import Access, Event, Match, Status
from games.refusals import BadInput, Conflict, Forbidden, Missing
from games.selectors.matches import match_for_viewer
from games.services.match import arranged, play
from games.services.waiting import tables
from masques_site.accounts import moderation
from tests.accounts.cast import member
from tests.cast import due, fresh, move, person, play_to_end
from tests.leagues.cast import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NAMES = ("bruno", "anna", "carla")
numbers = count(1)


def start(**other):
    """A match of three, arranged by the test."""
    people = [person(name) for name in NAMES]
    given = {"title": "lantern", "pace": "standard", "access": "invited", "source": f"test:{next(numbers)}"}
    return arranged.start_match(**{"people": people, **given, **other})


def test_it_runs_at_once_with_everybody_on_the_seat_they_were_given():
    match = start(settings={"wind": "storm"}, source="league:division:17:fixture:42", access="open", is_rated=True)
    stored = fresh(match)
    assert (stored.status, stored.host, stored.expires_at) == (Status.RUNNING, None, None)
    assert (stored.source, stored.is_rated, stored.settings) == (
        match.source,
        True,
        {"wind": "storm", "memory": "kept"},
    )
    seats = list(stored.seats.select_related("user"))
    assert [(seat.user.username, seat.nonce, seat.bot) for seat in seats] == [(name, "", "") for name in NAMES]
    assert due(stored)
    assert faults_of(stored) == []
    assert play_to_end(stored).status == Status.FINISHED
    assert faults_of(fresh(stored)) == []


def test_for_a_player_absent_a_bot_plays_from_the_start_and_the_seat_counts_as_given_up():
    match = start(people=[person("bruno"), None, person("carla")])
    (event,) = Event.objects.filter(match=match, kind="site")
    assert (event.seat, event.text, event.actor) == (1, "absent", None)
    seat = match.seats.get(index=1)
    assert (seat.user, seat.bot, seat.vacated_at) == (None, "medium", match.started_at)
    assert faults_of(match) == []
    ended = play_on(match)
    assert ended.status == Status.FINISHED
    assert ended.outcome["places"][1] == 3
    assert faults_of(ended) == []


def test_a_match_needs_two_people_who_are_present():
    for people in ([person("bruno"), None], [None, person("bruno"), None]):
        with pytest.raises(BadInput, match="two"):
            start(people=people)


def test_the_same_source_is_the_same_match_whatever_else_is_asked_for():
    match = start(source="cup:1")
    others = [person("dora"), person("emil")]
    assert start(source="cup:1", people=others, title="no-such-title") == match
    play_to_end(match)
    again = start(source="cup:1")
    assert (again, again.status) == (match, Status.FINISHED)
    assert Match.objects.count() == 1
    assert start(source="cup:2") != match


def test_two_schedulers_at_once_start_one_match():
    people = [person(name) for name in NAMES]
    for source in ("a", "b", "c"):
        found = at_once(*[lambda s=source: start(source=s, people=people) for _ in range(6)])
        assert len({match.pk for match in found}) == 1
        assert Match.objects.filter(source=source).count() == 1
    for match in Match.objects.all():
        assert match.seats.count() == 3
        assert faults_of(match) == []


def test_two_schedulers_that_write_rows_of_their_own_in_the_same_transaction_start_one_match():
    people = [person(name) for name in NAMES]

    def schedule(name):
        with transaction.atomic():
            person(name)  # stands for a row of the caller's
            return start(source="fixture:9", people=people)

    found = at_once(*[lambda n=number: schedule(f"row{n}") for number in range(4)])
    assert len({match.pk for match in found}) == 1
    assert type(person("anna")).objects.filter(username__startswith="row").count() == 4
    assert faults_of(fresh(found[0])) == []


def test_a_match_that_another_transaction_stored_in_between_is_found(monkeypatch):
    """As on a database where both find none, and one of them waits at the unique source."""
    first, look, looks = start(source="late"), arranged._started, []

    def blind(source):
        looks.append(source)
        return None if len(looks) == 1 else look(source)

    monkeypatch.setattr(arranged, "_started", blind)
    with transaction.atomic():
        assert start(source="late") == first
    assert Match.objects.count() == 1


def test_rolled_back_work_leaves_no_trace_and_no_message(monkeypatch):
    heard = []
    monkeypatch.setattr("games.live.announce", lambda match_id, _rev: heard.append(match_id))
    monkeypatch.setattr("games.wake.owed", heard.append)

    with transaction.atomic():
        start(source="undone")
        transaction.set_rollback(True)
    assert not Match.objects.exists()
    assert heard == []
    with transaction.atomic():
        match = start(source="undone")
        assert start(source="undone") == match
        assert heard == []
    assert heard == [match.pk, match.pk]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("Source", {"source": ""}),
        ("Source", {"source": "x" * 81}),
        ("Source", {"source": "line\n"}),
        ("Source", {"source": "città"}),
        ("Title", {"title": "no-such-title"}),
        ("Seats", {"people": ["anna"]}),
        ("Seats", {"people": ["anna", "bruno", "carla", "dora", "emil"]}),
        ("People", {"people": ["anna", "bruno", "anna"]}),
        ("Pace", {"pace": "never"}),
        ("Pace", {"pace": "unlimited", "is_rated": True}),
        ("Who can join", {"access": "nobody"}),
        ("gale", {"settings": {"wind": "gale"}}),
    ],
)
def test_impossible_values_are_refused_by_field_name(field, wrong):
    people = [person(name) for name in wrong.get("people", NAMES)]
    with pytest.raises(BadInput, match=f"(?i){field}"):
        start(**{**wrong, "people": people})
    assert not Match.objects.exists()


def test_a_player_without_an_account_is_not_seated():
    with pytest.raises(BadInput, match="People"):
        start(people=[person("anna"), type(person("anna"))(username="nobody")])


def test_blocks_and_bans_are_the_callers_business():
    giulia, vito = member("Giulia"), member("Vito")
    moderation.block(blocker=giulia, blocked=vito)
    moderation.ban(moderator=member("Zeno"), person=vito, reason="stalls")
    match = start(people=[giulia, vito])
    assert match.status == Status.RUNNING
    while due(match)[0].user != vito:
        move(match, due(match)[0])
    with pytest.raises(Forbidden, match="banned"):
        move(match, due(match)[0])


def test_nobody_is_its_host_and_it_has_no_rematch(client):
    match = start(access="open")
    for user in (person("anna"), person("bruno"), person("zeno")):
        for act in (
            lambda u: tables.close_table(user=u, match_id=match.pk),
            lambda u: tables.start_table(host=u, match_id=match.pk, rev=match.rev),
            lambda u: tables.leave_table(user=u, match_id=match.pk),
            lambda u: tables.add_nonce(user=u, match_id=match.pk, nonce="rain"),
            lambda u: tables.invite(host=u, match_id=match.pk, user=person("dora")),
        ):
            with pytest.raises((Conflict, Forbidden)):
                act(user)
    play_to_end(match)
    with pytest.raises(Conflict, match="arranged"):
        tables.offer_rematch(user=person("anna"), match_id=match.pk)
    client.force_login(person("anna"))
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "/rematch/" not in page
    assert f"/matches/{match.pk}/history/" in page


@pytest.mark.parametrize("access", Access.values)
def test_access_says_who_besides_the_players_may_watch(access):
    match = start(access=access)
    assert match_for_viewer(person("anna"), match.pk) == match
    if access == Access.OPEN:
        assert match_for_viewer(person("zeno"), match.pk) == match
    else:
        with pytest.raises(Missing):
            match_for_viewer(person("zeno"), match.pk)
    if access == Access.LINK:
        assert match_for_viewer(person("zeno"), match.pk, match.link_token) == match


def test_a_match_that_is_over_as_it_starts_is_stored_as_such(monkeypatch):
    """No title is like that, but the rules decide it."""
    monkeypatch.setattr("games.core.engine.ending.final_outcome", lambda *_args: Outcome((1, 2, 3), "win"))
    with TestCase.captureOnCommitCallbacks(execute=True):
        match = start()
    assert (match.status, match.outcome["places"], due(match)) == (Status.FINISHED, [1, 2, 3], [])
    assert start(source=match.source) == match


def test_a_table_is_unrated_and_without_source_unless_it_is_said_otherwise():
    asked = {"host": person("anna"), "title": "lantern", "seats": 2, "access": "open"}
    table = tables.open_table(**asked, pace="fast")
    assert (table.source, table.is_rated, table.annulled_at) == (None, False, None)
    with pytest.raises(BadInput, match="Pace"):
        tables.open_table(**asked, pace="unlimited", is_rated=True)
    rated = tables.open_table(**asked, pace="fast", is_rated=True)
    tables.join_table(user=person("bruno"), match_id=rated.pk)
    play.resign(actor=person("anna"), match_id=rated.pk, seat=0)
    again = tables.offer_rematch(user=person("bruno"), match_id=rated.pk)
    assert fresh(again).is_rated
    assert [faults_of(match) for match in Match.objects.all()] == [[], [], []]
