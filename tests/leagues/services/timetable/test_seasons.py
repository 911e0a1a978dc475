"""A season runs from sign-up to the next one by the clock alone."""

from datetime import timedelta

import pytest

from leagues.core.rules import Format
from leagues.models import Entry, Fixture, FixtureSeat, FixtureState, SeasonState, Standing, Step
from leagues.services.timetable import steps
from tests.leagues.cast import make_league, newest, play_all, run_until, sign_up_all, sweep
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def test_a_league_is_made_with_the_whole_timetable_of_its_first_season(travel):
    season = newest(make_league(Format.PODS, 4))
    kinds = list(Step.objects.filter(season=season).order_by("position").values_list("kind", flat=True))
    assert kinds == [
        "open_sign_up", "close_sign_up", "draw", "start", "end_play", "end_extension", "finish", "next_season",
    ]  # fmt: skip
    assert (
        Step.objects.filter(season=season, look_at__isnull=False).values_list("kind", flat=True).get() == "open_sign_up"
    )


def test_a_season_of_pods_runs_by_itself_from_sign_up_to_the_next_season(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    season = newest(league)
    sweep()
    people = sign_up_all(season, 9)
    season = run_until(travel, season, "start")
    assert season.state == SeasonState.RUNNING
    assert season.entries.count() == 9
    matches = FixtureSeat.objects.filter(entry__season=season)
    for entry in season.entries.all():
        assert sorted(matches.filter(entry=entry).values_list("seat", flat=True)) == [0, 1, 2]
    season = run_until(travel, season, "finish")
    assert season.state == SeasonState.FINISHED
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()
    assert Standing.objects.filter(division__season=season).count() == 9
    run_until(travel, season, "next_season")
    sweep()
    following = newest(league)
    assert following.number == 2
    assert following.state == SeasonState.SIGN_UP
    assert set(following.entries.values_list("user_id", flat=True)) == {user.pk for user in people}


def test_due_work_is_done_once_however_often_the_sweep_runs(travel):
    season = newest(make_league(Format.DOUBLE_ROUND_ROBIN, 2))
    sweep()
    sign_up_all(season, 6)
    travel(timedelta(days=season.sign_up_days, seconds=1))
    for _tick in range(4):
        sweep()
    assert season.fixtures.count() == 30
    step = season.steps.get(kind="draw")
    assert not steps.do_step(step.pk)
    assert season.fixtures.count() == 30


BY_ROUNDS = [("swiss", 2, 9), ("pod_swiss", 3, 10), ("cup", 2, 6), ("cup", 4, 11)]


@pytest.mark.parametrize(("format", "seats", "people"), sampled(BY_ROUNDS, BY_ROUNDS[1:3]))
def test_a_season_by_rounds_runs_by_itself(format, seats, people, travel):
    season = newest(make_league(Format(format), seats, rounds=3))
    sweep()
    sign_up_all(season, people)
    season = run_until(travel, season, "finish")
    assert season.state == SeasonState.FINISHED
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()
    for entry in season.entries.all():
        rounds = list(FixtureSeat.objects.filter(entry=entry).values_list("fixture__round", flat=True))
        assert len(rounds) == len(set(rounds))


def test_too_few_people_sign_up_for_longer_and_then_the_season_is_cancelled(travel):
    season = newest(make_league(Format.PODS, 4))
    sweep()
    sign_up_all(season, 3)
    for _week in range(2):
        travel(timedelta(days=season.sign_up_days, seconds=1))
        sweep()
        season.refresh_from_db()
        assert season.state == SeasonState.SIGN_UP
    travel(timedelta(days=season.sign_up_days, seconds=1))
    sweep()
    season.refresh_from_db()
    assert season.state == SeasonState.CANCELLED
    assert not Fixture.objects.filter(season=season).exists()


def test_promotion_and_relegation_move_people_between_divisions(travel):
    league = make_league(Format.ROUND_ROBIN, 2, division_size=4)
    season = newest(league)
    sweep()
    sign_up_all(season, 8)
    run_until(travel, season, "next_season")
    following = newest(league)
    run_until(travel, following, "draw")
    before = {entry.user_id: entry.division.tier for entry in Entry.objects.filter(season=season)}
    winner = Standing.objects.get(division__season=season, division__tier=1, rank=1).entry.user_id
    now = {entry.user_id: entry for entry in following.entries.select_related("division")}
    assert set(now) == set(before)
    assert now[winner].division.tier == 0
    assert now[winner].movement == "promoted"
    assert sum(entry.division.tier > before[user] for user, entry in now.items()) == 1


def test_no_more_matches_of_a_person_run_at_once_than_the_season_says(travel):
    season = newest(make_league(Format.DOUBLE_ROUND_ROBIN, 2, at_once=2))
    sweep()
    sign_up_all(season, 4)
    season = run_until(travel, season, "start", plays=False)
    for _tick in range(3):
        sweep()
        assert season.fixtures.filter(state=FixtureState.RUNNING).exists()
        for entry in season.entries.all():
            running = FixtureSeat.objects.filter(entry=entry, fixture__state=FixtureState.RUNNING).count()
            assert running <= 2
    play_all(season)
    assert season.fixtures.filter(state=FixtureState.SETTLED).count() == 12
