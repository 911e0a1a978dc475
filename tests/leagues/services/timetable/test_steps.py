"""The timetable: each step once, at its time, however many sweeps run or die; and the changes that organisers may
make."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock
from games.refusals import BadInput, Conflict, Forbidden
from leagues import tasks
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import Division, Fixture, League, SeasonState, Step
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.organising import leagues
from leagues.services.timetable import seasons, steps
from tests.cast import person
from tests.leagues.cast import (
    begun,
    fixture_of,
    give_role,
    make_league,
    newest,
    opened,
    resign,
    run_until,
    running,
    tick,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def next_look(season):
    """Which step the sweep looks at next, and when."""
    return season.steps.filter(look_at__isnull=False).values_list("kind", "look_at").get()


def facts(season):
    """Return what a half-finished step would have changed."""
    return (season.log.count(), season.fixtures.count(), season.fixtures.exclude(settled_at=None).count())


def test_two_sweeps_at_once_do_each_step_once(travel):
    season = opened(Format.PODS, 3, people=7)
    for distance in (timedelta(days=season.sign_up_days, seconds=1), timedelta(days=1)):
        travel(distance)
        for _tick in range(3):
            at_once(*[tasks.sweep for _sweeper in range(3)])
    tick()
    assert season.fixtures.count() == 7
    assert season.divisions.count() == 1
    for verb in ("sign_up_closed", "drawn", "started"):
        assert season.log.filter(verb=verb).count() == 1
    assert Fixture.objects.filter(season=season, match__isnull=True).count() == 0


def test_two_sweeps_at_once_announce_one_next_season(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "finish", plays=False)
    travel(timedelta(days=season.break_days, seconds=1))
    at_once(*[tasks.sweep for _sweeper in range(4)])
    assert season.league.seasons.count() == 2


def test_a_step_that_fails_keeps_no_other_season_waiting_and_is_tried_again(travel, monkeypatch):
    broken = opened(Format.PODS, 3, people=4)
    sound = newest(make_league(Format.PODS, 3, name="Sound League"))
    tick()
    people = [person(f"player{number}") for number in range(4)]
    for user in people:
        entries.sign_up(user=user, season_id=sound.pk)
    whole = steps.DRAWINGS[StepKind.DRAW]

    def fail_once(season, step, plan):
        if season.pk == broken.pk:
            Division.objects.create(season=season, tier=7, index=7)
            raise RuntimeError("out of luck")
        return whole.act(season, step, plan)

    monkeypatch.setitem(steps.DRAWINGS, StepKind.DRAW, whole._replace(act=fail_once))
    travel(timedelta(days=broken.sign_up_days, seconds=2))
    tick()
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.state, sound.state) == (SeasonState.CLOSED, SeasonState.DRAWN)
    assert not broken.divisions.exists()
    assert next_look(broken) == ("draw", clock.now() + steps.TROUBLE)
    monkeypatch.setitem(steps.DRAWINGS, StepKind.DRAW, whole)
    tick()
    assert not broken.divisions.exists()
    travel(steps.TROUBLE)
    tick()
    broken.refresh_from_db()
    assert broken.state == SeasonState.DRAWN


@pytest.mark.parametrize("kind", [StepKind.CLOSE_SIGN_UP, StepKind.START, StepKind.END_PLAY])
def test_a_sweep_killed_after_the_action_leaves_nothing_half_done(kind, travel, monkeypatch):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    before = {StepKind.START: "draw", StepKind.END_PLAY: "start"}.get(kind)
    if before is not None:
        run_until(travel, season, before, plays=False)
    whole = steps.ACTIONS[kind]

    class Killed(BaseException):
        pass

    def killed(season, step):
        whole(season, step)
        raise Killed

    step = season.steps.get(kind=kind)
    travel(max(timedelta(0), step.at - clock.now()) + timedelta(seconds=1))
    monkeypatch.setitem(steps.ACTIONS, kind, killed)
    known = facts(season)
    with pytest.raises(Killed):
        steps.do_step(step.pk)
    assert facts(season) == known
    monkeypatch.setitem(steps.ACTIONS, kind, whole)
    assert steps.do_step(step.pk)
    assert not steps.do_step(step.pk)
    assert facts(season) != known


def test_a_step_that_is_late_shortens_nobodys_time(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    start, end = season.steps.get(kind="start"), season.steps.get(kind="end_play")
    travel(timedelta(days=5))
    tick()
    start.refresh_from_db()
    moved = season.steps.get(kind="end_play")
    assert moved.at - start.done_at == end.at - start.at


def test_holding_and_releasing_moves_all_later_steps_and_keeps_their_order(travel):
    season = opened(Format.SWISS, 2, people=6)
    olga = person("olga")
    before = list(season.steps.filter(done_at=None).values_list("kind", "number", "at"))
    steps.hold(actor=olga, season_id=season.pk, reason="illness")
    steps.hold(actor=olga, season_id=season.pk, reason="again")
    assert not season.steps.exclude(look_at=None).exists()
    travel(timedelta(days=30))
    tick()
    season.refresh_from_db()
    assert season.state == SeasonState.SIGN_UP
    steps.release(actor=olga, season_id=season.pk, reason="well again")
    with pytest.raises(Conflict):
        steps.release(actor=olga, season_id=season.pk, reason="twice")
    late = clock.now() - before[0][2]
    after = list(season.steps.filter(done_at=None).values_list("kind", "number", "at"))
    assert after == [(kind, number, at + late) for kind, number, at in before]
    tick()
    season.refresh_from_db()
    assert season.state == SeasonState.DRAWN
    assert season.log.filter(verb="held").count() == 1


def test_releasing_before_the_time_changes_no_time():
    season = opened(Format.PODS, 3)
    olga = person("olga")
    before = list(season.steps.values_list("kind", "at"))
    steps.hold(actor=olga, season_id=season.pk, reason="wait")
    steps.release(actor=olga, season_id=season.pk, reason="go on")
    assert list(season.steps.values_list("kind", "at")) == before
    assert next_look(season) == ("close_sign_up", season.steps.get(kind="close_sign_up").at)


def test_moving_the_next_step_moves_all_later_ones(travel):
    season = opened(Format.PODS, 3, people=4)
    before = dict(season.steps.values_list("kind", "at"))
    for days in (20, 1):
        steps.move(actor=person("olga"), season_id=season.pk, at=clock.now() + timedelta(days=days), reason="holidays")
        after = dict(season.steps.values_list("kind", "at"))
        distance = clock.now() + timedelta(days=days) - before["close_sign_up"]
        assert after == {kind: at if kind == "open_sign_up" else at + distance for kind, at in before.items()}
        assert next_look(season) == ("close_sign_up", after["close_sign_up"])
    for moment in (clock.now() - timedelta(minutes=11), clock.now() + timedelta(days=400)):
        with pytest.raises(BadInput):
            steps.move(actor=person("olga"), season_id=season.pk, at=moment, reason="no")


def test_a_step_moved_to_a_minute_that_has_just_passed_happens_at_once(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    just_now = clock.now() - timedelta(minutes=9)
    steps.move(actor=person("olga"), season_id=season.pk, at=just_now, reason="all are here")
    tick()
    assert newest(season.league).state == SeasonState.DRAWN
    assert season.steps.get(kind="start").at == just_now + timedelta(days=1)


def test_a_step_is_not_moved_to_its_own_time(travel):
    """Two organisers who move it to the same time on the same page have moved it once."""
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    step = season.steps.get(kind="close_sign_up")
    with pytest.raises(Conflict, match="the step is already at this time"):
        steps.move(actor=person("olga"), season_id=season.pk, at=step.at, reason="?")
    assert not season.log.filter(verb="moved").exists()


def test_moving_a_held_step_does_not_release_it(travel):
    season = opened(Format.PODS, 3)
    steps.hold(actor=person("olga"), season_id=season.pk, reason="wait")
    steps.move(actor=person("olga"), season_id=season.pk, at=clock.now() + timedelta(days=3), reason="later")
    assert not season.steps.exclude(look_at=None).exists()


def test_moving_the_end_takes_extensions_along(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    user = fixture.seats.get(seat=0).entry.user
    requests.ask(user=user, season_id=season.pk, kind="extension", fixture_number=fixture.number)
    granted = fixture_of(fixture).extended_until
    end = season.steps.get(kind="end_play").at
    assert granted == end + timedelta(days=season.extension_days)
    steps.move(actor=person("olga"), season_id=season.pk, at=end + timedelta(days=30), reason="longer")
    assert fixture_of(fixture).extended_until == granted + timedelta(days=30)


def test_only_organisers_change_the_timetable_and_say_why():
    season = opened(Format.PODS, 3)
    give_role(season.league, "mod", "moderator")
    moment = clock.now() + timedelta(days=1)
    for name in ("mod", "anna"):
        for call in (
            lambda u: steps.hold(actor=u, season_id=season.pk, reason="x"),
            lambda u: steps.release(actor=u, season_id=season.pk, reason="x"),
            lambda u: steps.move(actor=u, season_id=season.pk, at=moment, reason="x"),
        ):
            with pytest.raises(Forbidden):
                call(person(name))
    with pytest.raises(BadInput):
        steps.hold(actor=person("olga"), season_id=season.pk, reason="  ")


def test_nothing_brings_a_cancelled_season_back(travel):
    season = opened(Format.PODS, 3, people=4)
    olga = person("olga")
    steps.hold(actor=olga, season_id=season.pk, reason="wait")
    seasons.cancel(actor=olga, season_id=season.pk, reason="enough")
    seasons.cancel(actor=olga, season_id=season.pk, reason="twice")
    for call in (
        lambda: steps.release(actor=olga, season_id=season.pk, reason="after all"),
        lambda: steps.move(actor=olga, season_id=season.pk, at=clock.now(), reason="after all"),
    ):
        with pytest.raises(Conflict):
            call()
    travel(timedelta(days=30))
    tick()
    season.refresh_from_db()
    assert season.state == SeasonState.CANCELLED
    assert not season.divisions.exists()


def ask_for_extensions(season):
    for fixture in running(season):
        user = fixture.seats.get(seat=0).entry.user
        requests.ask(user=user, season_id=season.pk, kind="extension", fixture_number=fixture.number)


def test_a_round_waits_for_results_and_is_drawn_by_the_last_of_them(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    step = season.steps.get(kind="round", number=2)
    ask_for_extensions(season)
    travel(step.at - clock.now() + timedelta(seconds=1))
    tick()
    step.refresh_from_db()
    assert step.look_at == clock.now() + timedelta(hours=1)
    travel(timedelta(minutes=5))
    for fixture in running(season):
        resign(fixture, 0)
    tick()
    step.refresh_from_db()
    assert step.done_at == clock.now()


def test_matches_without_an_extension_are_decided_when_the_next_round_is_due(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=2)
    step = season.steps.get(kind="round", number=2)
    travel(step.at - clock.now())
    tick()
    step.refresh_from_db()
    assert step.done_at == step.at
    assert season.log.filter(verb="adjudicated").count() == 2


def test_a_round_that_never_ends_is_decided_after_its_extension_and_the_end_moves_with_it(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=2)
    step, end = season.steps.get(kind="round", number=2), season.steps.get(kind="end_play")
    ask_for_extensions(season)
    travel(step.at + timedelta(days=2) - clock.now() - timedelta(seconds=1))
    tick()
    step.refresh_from_db()
    assert step.look_at == step.at + timedelta(days=2)
    travel(timedelta(seconds=1))
    tick()
    step.refresh_from_db()
    assert step.done_at is not None
    assert season.fixtures.filter(round=1, state="running").count() == 2
    assert season.steps.get(kind="end_play").at == end.at + timedelta(days=2)


def test_a_league_that_is_closed_while_its_next_season_is_announced_has_none_open(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "finish", plays=False)
    travel(timedelta(days=season.break_days, seconds=1))
    at_once(
        tasks.sweep,
        lambda: leagues.close_league(actor=person("olga"), league_id=season.league_id, reason="done"),
        tasks.sweep,
    )
    tick()
    assert League.objects.get(pk=season.league_id).closed_at is not None
    assert set(season.league.seasons.values_list("state", flat=True)) <= {"finished", "cancelled"}


def test_a_league_that_does_not_repeat_has_one_season(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, repeats=False)
    run_until(travel, season, "next_season", plays=False)
    assert season.league.seasons.count() == 1
    assert not Step.objects.filter(look_at__isnull=False).exists()
