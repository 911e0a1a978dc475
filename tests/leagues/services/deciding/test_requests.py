"""Members' requests about a season, the answers by rule, and those of organisers only."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.models import Card, FixtureState
from leagues.refusals import NoSuchLeague
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.timetable import steps
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, fixture_of, give_role, kinds, opened, resign, run_until, running, seat_user, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def season(travel):
    """A double round of two seats, of which all matches run."""
    return begun(travel, Format.ROUND_ROBIN, 2, people=4)


def ask(season, user, kind, fixture=None, text=""):
    number = None if fixture is None else fixture.number
    return requests.ask(user=user, season_id=season.pk, kind=kind, fixture_number=number, text=text)


def test_an_extension_is_granted_by_the_rule_once_and_moves_the_end_of_the_match(season, travel):
    fixture, other = running(season)[:2]
    found = ask(season, seat_user(fixture, 0), "extension", fixture)
    assert (found.state, found.is_automatic) == ("granted", True)
    assert fixture_of(fixture).extended_until == season.steps.get(kind="end_extension").at
    again = ask(season, seat_user(fixture, 1), "extension", fixture)
    assert (again.state, again.answer) == ("refused", "This match already has an extension.")
    run_until(travel, season, "end_play", plays=False)
    assert fixture_of(fixture).state == FixtureState.RUNNING
    assert fixture_of(other).state == FixtureState.SETTLED
    run_until(travel, season, "end_extension", plays=False)
    assert kinds(fixture) == ["played", "played"]


def test_in_a_format_by_rounds_an_extension_ends_when_the_next_round_cannot_wait_longer(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=3)
    fixture = running(season)[0]
    ask(season, seat_user(fixture, 0), "extension", fixture)
    step = season.steps.get(kind="round", number=2)
    assert fixture_of(fixture).extended_until == step.at + timedelta(days=season.extension_days)


def test_there_is_no_extension_of_what_is_over_or_of_a_season_without_any(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, extension_days=0)
    fixture = running(season)[0]
    assert ask(season, seat_user(fixture, 0), "extension", fixture).answer == "This season doesn’t allow extensions."
    resign(fixture, 0)
    assert ask(season, seat_user(fixture, 0), "extension", fixture).answer == "The match isn’t in progress."


def test_with_a_yellow_card_an_organiser_decides_about_an_extension(season):
    fixture = running(season)[0]
    user = seat_user(fixture, 0)
    entry = season.entries.get(user=user)
    Card.objects.create(entry=entry, began_at=clock.now(), kind="yellow")
    found = ask(season, user, "extension", fixture)
    assert found.state == "open"
    assert ask(season, user, "extension", fixture).pk == found.pk
    requests.answer(actor=person("olga"), request_id=found.pk, grant=True, reason="ill")
    assert fixture_of(fixture).extended_until is not None
    with pytest.raises(Conflict):
        requests.answer(actor=person("olga"), request_id=found.pk, grant=False, reason="no")


def test_a_substitute_is_for_tables_of_several_where_a_player_is_ready(travel):
    two = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(two)[0]
    assert ask(two, seat_user(fixture, 0), "substitute", fixture).state == "refused"


def test_a_substitute_is_granted_if_there_is_one_and_is_no_absence(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    user = seat_user(fixture, 1)
    assert ask(season, user, "substitute", fixture).answer == "No substitute is available for this match."
    entries.join_substitutes(user=person("sven"), season_id=season.pk)
    assert ask(season, user, "substitute", fixture).state == "granted"
    tick()
    assert fixture_of(fixture).match.seats.get(index=1).vacated_at is not None
    run_until(travel, season, "end_play", plays=False)
    assert kinds(fixture)[1] == "forfeited"
    assert not season.entries.get(user=user).incidents.exists()


def test_corrections_and_appeals_wait_for_an_organiser(season):
    fixture = running(season)[0]
    user = seat_user(fixture, 0)
    correction = ask(season, user, "correction", fixture, "I had won")
    appeal = ask(season, user, "appeal", text="unfair")
    assert (correction.state, appeal.state) == ("open", "open")
    assert ask(season, user, "appeal", text="again").pk == appeal.pk
    requests.answer(actor=person("olga"), request_id=appeal.pk, grant=False, reason="no")
    assert ask(season, user, "appeal", text="again").pk != appeal.pk


def test_nobody_has_many_open_requests(season):
    mine = [fixture for fixture in running(season) if fixture.seats.filter(entry__user=person("player0")).exists()]
    for fixture in mine:
        ask(season, person("player0"), "correction", fixture)
    ask(season, person("player0"), "appeal")
    open_now = season.requests.filter(state="open").count()
    assert open_now == len(mine) + 1 <= requests.OPEN_REQUESTS


def test_one_asks_only_about_ones_own_matches_and_seasons(season):
    fixture = running(season)[0]
    stranger = next(
        entry.user for entry in season.entries.select_related("user") if not fixture.seats.filter(entry=entry).exists()
    )
    for kind in ("extension", "correction", "substitute"):
        with pytest.raises(BadInput):
            ask(season, stranger, kind, fixture)
        with pytest.raises(BadInput):
            ask(season, stranger, kind)
    for kind in ("extension", "appeal", "withdrawal"):
        with pytest.raises(Forbidden):
            ask(season, person("anna"), kind, fixture)
    with pytest.raises(BadInput):
        ask(season, stranger, "nonsense")
    with pytest.raises(BadInput):
        ask(season, stranger, "appeal", text="x" * 1001)
    with pytest.raises(NoSuchLeague):
        requests.ask(user=stranger, season_id=4711, kind="appeal")


def test_one_takes_back_what_one_has_asked_and_nobody_else_does(season):
    user = person("player0")
    found = ask(season, user, "appeal")
    with pytest.raises(NoSuchLeague):
        requests.take_back(user=person("player1"), request_id=found.pk)
    requests.take_back(user=user, request_id=found.pk)
    requests.take_back(user=user, request_id=found.pk)
    found.refresh_from_db()
    assert found.state == "withdrawn"
    with pytest.raises(Conflict):
        requests.answer(actor=person("olga"), request_id=found.pk, grant=True, reason="yes")


def test_taken_back_and_answered_at_once_is_one_of_both(season):
    user = person("player0")
    found = ask(season, user, "appeal")
    results = at_once(
        lambda: requests.take_back(user=user, request_id=found.pk),
        lambda: requests.answer(actor=person("olga"), request_id=found.pk, grant=True, reason="yes"),
    )
    found.refresh_from_db()
    assert found.state == ("withdrawn" if isinstance(results[1], Conflict) else "granted")


def test_organisers_do_not_answer_themselves_or_correct_their_own_matches(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=3)
    olga = person("olga")
    entries.sign_up(user=olga, season_id=season.pk)
    season = run_until(travel, season, "start", plays=False)
    found = ask(season, olga, "appeal")
    with pytest.raises(Forbidden):
        requests.answer(actor=olga, request_id=found.pk, grant=True, reason="me")
    own = season.fixtures.filter(seats__entry__user=olga).first()
    with pytest.raises(Forbidden, match="You’re involved in this"):
        requests.correct_result(
            actor=olga, season_id=season.pk, fixture_number=own.number, places=[1, 2], reason="mine"
        )
    give_role(season.league, "mod", "moderator")
    with pytest.raises(Forbidden):
        requests.answer(actor=person("mod"), request_id=found.pk, grant=True, reason="x")
    give_role(season.league, "otto", "organiser")
    requests.answer(actor=person("otto"), request_id=found.pk, grant=True, reason="fair")
    requests.correct_result(
        actor=person("otto"), season_id=season.pk, fixture_number=own.number, places=[1, 2], reason="seen"
    )
    assert fixture_of(own).is_corrected


def test_places_that_are_no_ranking_are_refused(season):
    fixture = running(season)[0]
    for places in ([1], [1, 2, 3], [2, 2], [1, 3], [0, 1], [], [1, 10**7]):
        with pytest.raises(BadInput):
            requests.correct_result(
                actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=places, reason="why"
            )
        assert fixture_of(fixture).state == FixtureState.RUNNING


def test_a_correction_of_what_is_not_there_or_over_is_refused(season, travel):
    with pytest.raises(NoSuchLeague):
        requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=4711, places=[1, 2], reason="why"
        )
    run_until(travel, season, "finish", plays=False)
    with pytest.raises(Conflict):
        requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=1, places=[1, 2], reason="late"
        )


def test_after_the_end_only_appeals_are_heard(season, travel):
    fixture = running(season)[0]
    run_until(travel, season, "finish", plays=False)
    user = seat_user(fixture, 0)
    for kind in ("extension", "withdrawal", "correction", "substitute"):
        with pytest.raises(Conflict):
            ask(season, user, kind, fixture)
    assert ask(season, user, "appeal", text="why").state == "open"


def test_a_correction_in_a_cup_is_too_late_when_the_next_round_is_drawn(travel):
    season = begun(travel, Format.CUP, 2, people=4)
    first = running(season)[0]
    for fixture in running(season):
        resign(fixture, 0)
    season = run_until(travel, season, "round", 2, plays=False)
    with pytest.raises(Conflict, match="the next round is based on it"):
        requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=first.number, places=[1, 2], reason="bug"
        )
    steps.hold(actor=person("olga"), season_id=season.pk, reason="x")


def test_the_forms_answer_programs_with_codes(season):
    client = client_of(person("player0"))
    answer = client.post(
        f"/leagues/{season.league.slug}/ask/",
        {"kind": "extension", "fixture": "99999999999"},
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    answer = client.post(
        f"/leagues/{season.league.slug}/ask/",
        {"kind": "appeal", "text": "a\0b"},
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    assert not season.requests.exists()
