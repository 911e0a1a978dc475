"""Two at one season at once: organisers, members and workers who get in each other's way."""

from datetime import timedelta

import pytest

from bench.races import at_once, outcomes
from games import clock
from games.models import Seat
from games.services.match import play
from leagues import tasks
from leagues.core.rules import Format
from leagues.models import BenchOffer, EntryState, FixtureSeat, FixtureState, SeasonState
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.playing import settling
from leagues.services.timetable import seasons, steps
from tests.cast import person
from tests.leagues.cast import (
    begun,
    fixture_of,
    give_role,
    kinds,
    opened,
    resign,
    run_until,
    running,
    seat_user,
    tick,
)
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def two_organisers(season):
    give_role(season.league, "nora", "organiser")
    return person("olga"), person("nora")


def leave(season, name):
    requests.ask(user=person(name), season_id=season.pk, kind="withdrawal")


def give_up(fixture, seat):
    """Resign without telling anybody that the match is over."""
    play.resign(actor=seat_user(fixture, seat), match_id=fixture.match_id, seat=seat)


def test_two_organisers_who_do_the_same_with_a_step_do_it_once(travel):
    season = opened(Format.PODS, 3, people=4)
    organisers = two_organisers(season)
    at = season.steps.get(kind="close_sign_up").at + timedelta(days=1)
    held = at_once(*[lambda o=one: steps.hold(actor=o, season_id=season.pk, reason="?") for one in organisers])
    assert held == [None, None]
    released = at_once(*[lambda o=one: steps.release(actor=o, season_id=season.pk, reason="!") for one in organisers])
    assert sorted(outcomes(released)) == ["None", "conflict"]
    assert at_once(*[lambda o=one: steps.move(actor=o, season_id=season.pk, at=at, reason=".") for one in organisers])
    assert season.steps.get(kind="close_sign_up").at == at
    assert season.steps.get(kind="draw").at - at == timedelta(0)
    verbs = list(season.log.filter(verb__in=["held", "released"]).order_by("pk").values_list("verb", flat=True))
    assert verbs == ["held", "released"]


def test_a_step_that_is_held_while_a_sweep_does_it_is_done_or_held(travel):
    season = opened(Format.PODS, 3, people=4)
    travel(timedelta(days=season.sign_up_days, seconds=1))
    _swept, held = at_once(
        steps.do_due_steps, lambda: steps.hold(actor=person("olga"), season_id=season.pk, reason="wait")
    )
    assert held is None
    step = season.steps.get(kind="close_sign_up")
    assert (step.done_at is None) == (step.held_at is not None)
    assert season.log.filter(verb="sign_up_closed").count() == (step.done_at is not None)
    assert season.steps.exclude(look_at=None).count() == 0  # it waits for the organiser, or the draw does


def test_a_season_is_cancelled_or_started_but_not_both(travel):
    season = opened(Format.PODS, 3, people=4)
    season = run_until(travel, season, "draw", plays=False)
    travel(season.steps.get(kind="start").at - clock.now())
    _swept, cancelled = at_once(
        tasks.sweep, lambda: seasons.cancel(actor=person("olga"), season_id=season.pk, reason="rain")
    )
    tick()
    season.refresh_from_db()
    assert season.state == (SeasonState.CANCELLED if cancelled is None else SeasonState.RUNNING)
    assert len(running(season)) == (0 if cancelled is None else 4)


@pytest.mark.parametrize("kind", [Format.PODS, Format.SWISS])
def test_a_player_who_leaves_while_the_draw_runs_is_drawn_and_left_out_or_not_drawn(kind, travel):
    season = opened(kind, 3 if kind is Format.PODS else 2, people=6)
    travel(season.steps.get(kind="draw").at - clock.now())
    steps.do_due_steps()
    _swept, left = at_once(steps.do_due_steps, lambda: leave(season, "player2"))
    assert left is None
    assert season.log.filter(verb="drawn").count() == 1
    entry = season.entries.get(user=person("player2"))
    assert entry.state == EntryState.WITHDRAWN
    assert entry.seats.exists() == (entry.division_id is not None)
    season = run_until(travel, season, "start", plays=False)
    tick()
    assert not Seat.objects.filter(user=person("player2")).exists()
    assert_true_standings(season)


def test_signing_up_while_sign_up_closes_is_accepted_or_refused(travel):
    season = opened(Format.PODS, 3, people=4)
    travel(timedelta(days=season.sign_up_days, seconds=1))
    _swept, found = at_once(steps.do_due_steps, lambda: entries.sign_up(user=person("late"), season_id=season.pk))
    season.refresh_from_db()
    assert season.state == SeasonState.CLOSED
    is_in = season.entries.filter(user=person("late")).exists()
    assert is_in == (not isinstance(found, Exception))
    season = run_until(travel, season, "draw", plays=False)
    assert FixtureSeat.objects.filter(entry__season=season, entry__user=person("late")).exists() == is_in


def test_an_offer_that_passes_on_while_it_is_accepted_seats_one(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    resign(fixture, 1)
    for name in ("sven", "tara"):
        entries.join_substitutes(user=person(name), season_id=season.pk)
    substitutes.offer_seats()
    first = BenchOffer.objects.get()
    at_once(
        lambda: substitutes.accept(user=person("sven"), offer_id=first.pk),
        lambda: substitutes.decline(user=person("sven"), offer_id=first.pk),
        substitutes.offer_seats,
    )
    substitutes.offer_seats()
    seat = Seat.objects.get(match=fixture.match_id, index=1)
    taken = BenchOffer.objects.filter(is_taken=True)
    if seat.vacated_at is None:
        assert taken.get().user == seat.user == person("sven")
        assert FixtureSeat.objects.get(fixture=fixture, seat=1).substitute == person("sven")
    else:
        assert not taken.exists()
        assert BenchOffer.objects.get(closed_at=None).user == person("tara")


def test_a_challenge_that_is_accepted_declined_and_overdue_at_once_ends_one_way(travel):
    season = opened(Format.LADDER, 2, people=3)
    above = season.entries.get(user=person("player0"))
    row = challenges.challenge(user=person("player1"), season_id=season.pk, entry_id=above.pk)
    at_once(
        lambda: challenges.accept(user=person("player0"), challenge_id=row.pk),
        lambda: challenges.decline(user=person("player0"), challenge_id=row.pk),
    )
    row.refresh_from_db()
    assert (row.fixture is None) == (row.ended_at is not None)
    assert season.fixtures.count() == (row.fixture is not None)
    first = season.entries.get(position=0).user
    assert first == person("player0" if row.fixture else "player1")


def test_two_who_challenge_each_other_at_once_have_one_challenge(travel):
    season = opened(Format.LADDER, 2, people=3)
    by_name = {entry.user.username: entry.pk for entry in season.entries.select_related("user")}
    pairs = [("player1", "player0"), ("player2", "player1"), ("player2", "player0")]
    found = at_once(
        *[
            lambda a=one, b=other: challenges.challenge(user=person(a), season_id=season.pk, entry_id=by_name[b])
            for one, other in pairs
        ]
    )
    assert sum(not isinstance(result, Exception) for result in found) == 1
    assert season.challenges.filter(ended_at=None).count() == 1


def test_a_result_and_a_correction_at_once_leave_the_correction(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    give_up(fixture, 0)
    at_once(
        *[lambda: settling.record(fixture.match_id) for _worker in range(2)],
        lambda: requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=[1, 2], reason="paper"
        ),
    )
    assert fixture_of(fixture).is_corrected
    assert list(fixture.seats.order_by("seat").values_list("place", flat=True)) == [1, 2]
    assert_true_standings(season)


def test_a_result_that_comes_as_its_player_leaves_counts_once(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    leaver = seat_user(fixture, 0)
    give_up(fixture, 1)
    at_once(lambda: settling.record(fixture.match_id), lambda: leave(season, leaver.username), tasks.sweep)
    tick()
    assert season.entries.get(user=leaver).state == EntryState.WITHDRAWN
    assert fixture_of(fixture).state == FixtureState.SETTLED
    assert_true_standings(season)


def test_the_last_simultaneous_results_draw_one_next_round(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    travel(season.steps.get(kind="round", number=2).at - clock.now())
    tick()
    fixtures = running(season)
    for fixture in fixtures:
        give_up(fixture, 1)
    at_once(*[lambda f=fixture: settling.record(f.match_id) for fixture in fixtures], tasks.sweep, tasks.sweep)
    tick()
    assert {kind for fixture in fixtures for kind in kinds(fixture)} == {"forfeited", "won_by_forfeit"}
    assert season.fixtures.filter(round=1).count() == 2
    assert season.log.filter(verb="round_drawn").count() == 1
    assert_true_standings(season)
