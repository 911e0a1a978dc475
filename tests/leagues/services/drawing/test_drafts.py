"""Draws are made without the season's lock, and stored if none of their input has changed."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection

from bench.races import at_once
from games import clock
from games.services.match.annul import annul
from games.tasks import announce
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import EntryState, FixtureSeat, Step
from leagues.services.deciding import requests
from leagues.services.drawing import draw
from leagues.services.entering import entries
from leagues.services.timetable import steps
from masques_site.accounts.models import User
from tests.cast import person
from tests.leagues.cast import begun, kinds, newest, opened, resign, run_until, running, tick
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


class Killed(BaseException):
    """The end of a worker, of which no code hears."""


def due(season, travel, kind, number=0):
    """The step, at its time."""
    step = season.steps.get(kind=kind, number=number)
    travel(max(timedelta(0), step.at - clock.now()) + timedelta(seconds=1))
    Step.objects.filter(pk=step.pk).update(look_at=clock.now())
    return step


def round_two(travel, people=4, **more):
    """A Swiss season whose first round is over, and the step that draws the second."""
    season = begun(travel, Format.SWISS, 2, people=people, rounds=3, **more)
    for fixture in running(season):
        resign(fixture, 0)
    tick()
    return season, due(season, travel, "round", 2)


def while_drawing(monkeypatch, kind, *calls):
    """Do one of `calls` after each draft that is made, as another process would; return how many drafts there were."""
    whole, drafts = steps.DRAWINGS[kind], []

    def prepare(season, step):
        assert not connection.in_atomic_block
        draft = whole.prepare(season, step)
        drafts.append(draft)
        if len(drafts) <= len(calls):
            calls[len(drafts) - 1]()
        return draft

    monkeypatch.setitem(steps.DRAWINGS, kind, whole._replace(prepare=prepare))
    return drafts


def in_round(season, number):
    seats = FixtureSeat.objects.filter(fixture__season=season, fixture__round=number)
    return set(seats.values_list("entry__user__username", flat=True))


def facts(season):
    """Return what a half-finished draw would have changed."""
    entered = season.entries.values_list("pk", "state", "division", "seed")
    return season.log.count(), season.fixtures.count(), season.divisions.count(), sorted(entered)


@pytest.mark.database
def test_a_round_is_drawn_once_without_the_lock(travel, monkeypatch):
    season, step = round_two(travel)
    drafts = while_drawing(monkeypatch, StepKind.ROUND)
    assert steps.do_step(step.pk)
    assert len(drafts) == 1
    assert in_round(season, 1) == {"player0", "player1", "player2", "player3"}
    assert not steps.do_step(step.pk)
    assert len(drafts) == 1


def test_a_player_who_enters_while_a_round_is_drawn_is_in_it(travel, monkeypatch):
    season, step = round_two(travel)
    sign_up = partial(entries.sign_up, user=person("late"), season_id=season.pk)
    drafts = while_drawing(monkeypatch, StepKind.ROUND, sign_up)
    assert steps.do_step(step.pk)
    assert len(drafts) == 2
    assert "late" in in_round(season, 1)
    assert_true_standings(season)


def test_a_player_who_leaves_while_a_round_is_drawn_is_not_in_it(travel, monkeypatch):
    season, step = round_two(travel)
    user = person("player0")
    leave = partial(requests.ask, user=user, season_id=season.pk, kind="withdrawal")
    drafts = while_drawing(monkeypatch, StepKind.ROUND, leave)
    assert steps.do_step(step.pk)
    assert len(drafts) == 2
    assert in_round(season, 1) == {"player1", "player2", "player3"}


def test_a_player_who_is_banned_while_a_round_is_drawn_is_not_in_it(travel, monkeypatch):
    season, step = round_two(travel)
    user = person("player0")
    mark = partial(User.objects.filter(pk=user.pk).update, banned_at=clock.now())
    drafts = while_drawing(monkeypatch, StepKind.ROUND, mark)
    assert steps.do_step(step.pk)
    assert len(drafts) == 2
    assert in_round(season, 1) == {"player1", "player2", "player3"}


def test_a_bye_that_is_asked_for_while_a_round_is_drawn_is_given(travel, monkeypatch):
    season, step = round_two(travel, people=5, half_byes=1)
    user = person("player0")
    ask = partial(requests.ask, user=user, season_id=season.pk, kind="bye")
    drafts = while_drawing(monkeypatch, StepKind.ROUND, ask)
    assert steps.do_step(step.pk)
    assert len(drafts) == 2
    entry = season.entries.get(user=user)
    assert entry.seats.get(fixture__round=1).kind == "half_bye"


def test_a_result_that_changes_while_a_round_is_drawn_counts(travel, monkeypatch):
    season, step = round_two(travel)
    first = season.fixtures.order_by("number").first()

    def annul_first():
        annul(match_id=first.match_id, reason="broken", by="staff")
        announce(first.match_id)

    drafts = while_drawing(monkeypatch, StepKind.ROUND, annul_first)
    assert steps.do_step(step.pk)
    assert kinds(first) == ["annulled", "annulled"]
    assert len(drafts) == 2
    assert drafts[0].seen != drafts[1].seen


def test_a_season_that_changes_each_time_is_drawn_by_a_later_sweep(travel, monkeypatch):
    season, step = round_two(travel)
    names = [f"late{number}" for number in range(steps.DRAFTS)]
    calls = [partial(entries.sign_up, user=person(name), season_id=season.pk) for name in names]
    drafts = while_drawing(monkeypatch, StepKind.ROUND, *calls)
    assert not steps.do_step(step.pk)
    assert len(drafts) == steps.DRAFTS
    assert in_round(season, 1) == set()
    assert steps.do_step(step.pk)
    assert in_round(season, 1) == {"player0", "player1", "player2", "player3", *names}


@pytest.mark.database
@pytest.mark.parametrize(("kind", "number"), [(StepKind.DRAW, 0), (StepKind.ROUND, 2)])
def test_a_worker_that_is_killed_with_a_draft_leaves_nothing_behind(kind, number, travel, monkeypatch):
    season, step = _before(kind, travel)
    known, whole = facts(season), steps.DRAWINGS[kind]

    def killed(season, step):
        whole.prepare(season, step)
        raise Killed

    monkeypatch.setitem(steps.DRAWINGS, kind, whole._replace(prepare=killed))
    with pytest.raises(Killed):
        steps.do_step(step.pk)
    assert facts(season) == known
    monkeypatch.setitem(steps.DRAWINGS, kind, whole)
    assert steps.do_step(step.pk)
    assert facts(season) != known


@pytest.mark.database
@pytest.mark.parametrize(("kind", "number"), [(StepKind.DRAW, 0), (StepKind.ROUND, 2)])
def test_a_worker_that_is_killed_while_it_stores_leaves_nothing_behind(kind, number, travel, monkeypatch):
    season, step = _before(kind, travel)
    known, whole = facts(season), steps.DRAWINGS[kind]

    def killed(season, step, draft):
        found = whole.act(season, step, draft)
        if draft is not None:
            raise Killed
        return found

    monkeypatch.setitem(steps.DRAWINGS, kind, whole._replace(act=killed))
    with pytest.raises(Killed):
        steps.do_step(step.pk)
    assert facts(season) == known
    monkeypatch.setitem(steps.DRAWINGS, kind, whole)
    assert steps.do_step(step.pk)


def test_a_worker_that_is_killed_when_a_season_is_drawn_leaves_the_telling_to_the_next(travel, monkeypatch):
    season, step = _before(StepKind.DRAW, travel)
    whole = steps.DRAWINGS[StepKind.DRAW]

    def killed(season, step):
        if season.state == "drawn":
            raise Killed
        return whole.prepare(season, step)

    monkeypatch.setitem(steps.DRAWINGS, StepKind.DRAW, whole._replace(prepare=killed))
    with pytest.raises(Killed):
        steps.do_step(step.pk)
    drawn = facts(newest(season.league))
    assert drawn[1:3] == (3, 1)
    assert not season.log.filter(verb="in_field").exists()
    monkeypatch.setitem(steps.DRAWINGS, StepKind.DRAW, whole)
    assert steps.do_step(step.pk)
    assert not steps.do_step(step.pk)
    told = season.log.filter(verb="in_field").values_list("subject__username", flat=True)
    assert sorted(told) == ["player0", "player1", "player2", "player3", "player4"]
    assert facts(season)[1:] == drawn[1:]
    assert season.log.filter(verb="drawn").count() == 1


def _before(kind, travel):
    """A season and its step of this kind, which is due."""
    if kind == StepKind.ROUND:
        return round_two(travel)
    season = run_until(travel, opened(Format.SWISS, 2, people=5, rounds=2), "close_sign_up", plays=False)
    return season, due(season, travel, "draw")


@pytest.mark.database
def test_two_workers_that_draw_at_once_store_one_round(travel):
    season, step = round_two(travel)
    found = at_once(*[lambda: steps.do_step(step.pk) for _worker in range(3)])
    assert sorted(found) == [False, False, True]
    assert season.fixtures.filter(round=1).count() == 2
    assert season.log.filter(verb="round_drawn").count() == 1


@pytest.mark.parametrize(("format", "seats"), [(Format.ROUND_ROBIN, 2), (Format.SWISS, 2), (Format.CUP, 2)])
def test_a_player_who_leaves_while_a_season_is_drawn_is_not_in_it(format, seats, travel, monkeypatch):
    season = run_until(travel, opened(format, seats, people=6), "close_sign_up", plays=False)
    step = due(season, travel, "draw")
    user = person("player0")
    leave = partial(requests.ask, user=user, season_id=season.pk, kind="withdrawal")
    drafts = while_drawing(monkeypatch, StepKind.DRAW, leave)
    assert steps.do_step(step.pk)
    assert len([draft for draft in drafts if isinstance(draft, draw.Plan)]) == 2
    season = newest(season.league)
    assert season.divisions.count() == 1
    assert season.entries.get(user=user).state == EntryState.WITHDRAWN
    assert not FixtureSeat.objects.filter(entry__user=user).exists()
    seeds = season.entries.filter(division__isnull=False).values_list("seed", flat=True)
    assert sorted(seeds) == [0, 1, 2, 3, 4]


@pytest.mark.database
def test_a_step_that_is_held_while_it_is_drawn_waits(travel, monkeypatch):
    season, step = round_two(travel)
    hold = partial(steps.hold, actor=person("olga"), season_id=season.pk, reason="wait")
    while_drawing(monkeypatch, StepKind.ROUND, hold)
    assert not steps.do_step(step.pk)
    assert in_round(season, 1) == set()
    steps.release(actor=person("olga"), season_id=season.pk, reason="go on")
    tick()
    assert len(in_round(season, 1)) == 4


@pytest.mark.database
@pytest.mark.parametrize("fast", [True, False])
def test_rounds_are_stored_the_same_with_fast_paths_and_without(fast, travel, settings):
    settings.FAST_PATHS = fast
    season = begun(travel, Format.SWISS, 2, people=5, rounds=2, late_halves=1)
    division = season.divisions.get().pk
    assert rows_of_round(season, 0) == [
        (1, division, "running", True, False, 0, "", None),
        (1, division, "running", True, False, 1, "", None),
        (2, division, "running", True, False, 0, "", None),
        (2, division, "running", True, False, 1, "", None),
        (3, division, "settled", False, True, 0, "bye", 2),
    ]
    assert sorted(season.entries.values_list("seed", "division")) == [(seed, division) for seed in range(5)]
    assert season.log.filter(verb="in_field").count() == 5
    entries.sign_up(user=person("late"), season_id=season.pk)
    for fixture in running(season):
        resign(fixture, 0)
    season = run_until(travel, season, "round", 2, plays=False)
    assert [row for row in rows_of_round(season, 0) if row[0] > 3] == [
        (7, division, "settled", False, True, 0, "half_bye", 1),
    ]
    assert [row[:5] for row in rows_of_round(season, 1)] == [
        (number, division, "running", True, False) for number in (4, 4, 5, 5, 6, 6)
    ]
    late = season.entries.get(user=person("late"))
    assert (late.seed, late.division_id, late.standing.points) == (5, division, 1)


def rows_of_round(season, number):
    """Return the rows of a round, one per seat: fixture, division, state, whether it may start and is settled, the
    seat, its kind and its points."""
    seats = FixtureSeat.objects.filter(fixture__season=season, fixture__round=number).select_related("fixture")
    return [
        (
            row.fixture.number,
            row.fixture.division_id,
            row.fixture.state,
            row.fixture.opens_at is not None,
            row.fixture.settled_at is not None,
            row.seat,
            row.kind,
            row.points,
        )
        for row in seats.order_by("fixture__number", "seat")
    ]
