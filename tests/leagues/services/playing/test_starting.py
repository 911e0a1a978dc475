"""A fixture has one match, which starts when it may and with those who are still there."""

import pytest
from django.utils import timezone

from bench.races import at_once
from games.models import Match
from games.refusals import BadInput
from leagues.core.rules import Format
from leagues.models import FixtureSeat, FixtureState
from leagues.services.deciding import requests
from leagues.services.drawing import fixtures
from leagues.services.playing import starting
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import finish, fixture_of, kinds, opened, play_on, run_until, running, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def planned(season):
    return season.fixtures.filter(state=FixtureState.PLANNED).order_by("number")


def ban(name):
    banned = person(name)
    banned.banned_at = timezone.now()
    banned.save()
    return banned


@pytest.mark.database
def test_two_sweeps_at_once_start_one_match_of_each_fixture(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    fixtures.release(season)
    at_once(*[starting.start_due for _sweeper in range(4)])
    starting.start_due()
    assert Match.objects.count() == 6 == len(running(season))
    assert len({fixture.match_id for fixture in running(season)}) == 6


@pytest.mark.database
def test_one_fixture_started_by_many_has_one_match(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    fixture = planned(season).first()
    type(fixture).objects.filter(pk=fixture.pk).update(opens_at=timezone.now())
    found = at_once(*[lambda: starting.start(fixture.pk) for _sweeper in range(4)])
    assert sorted(found) == [False, False, False, True]
    assert Match.objects.count() == 1


@pytest.mark.database
def test_a_crash_between_the_match_and_its_mark_leaves_neither(travel, monkeypatch):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    fixture = planned(season).first()
    type(fixture).objects.filter(pk=fixture.pk).update(opens_at=timezone.now())

    class Killed(BaseException):
        pass

    def killed(season, divisions):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(starting, "touch", killed)
        with pytest.raises(Killed):
            starting.start(fixture.pk)
    assert not Match.objects.exists()
    assert fixture_of(fixture).state == FixtureState.PLANNED
    assert starting.start(fixture.pk)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("error", [BadInput("no"), RuntimeError("out of luck")], ids=["refusal", "fault"])
def test_a_fixture_that_cannot_start_keeps_no_other_waiting(error, travel, monkeypatch):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    whole, first = starting.start_match, planned(season).first()

    def fail(**facts):
        if facts["source"] == starting.source_of(first):
            raise error
        return whole(**facts)

    monkeypatch.setattr(starting, "start_match", fail)
    run_until(travel, season, "start", plays=False)
    tick()
    assert len(running(season)) == 5
    monkeypatch.setattr(starting, "start_match", whole)
    travel(starting.TROUBLE)
    tick()
    assert len(running(season)) == 6


def test_no_more_run_at_once_than_the_season_says_and_the_next_start_when_some_end(travel):
    season = opened(Format.PODS, 3, people=6, at_once=1)
    season = run_until(travel, season, "start", plays=False)
    for _round in range(10):
        tick()
        busy = list(FixtureSeat.objects.filter(fixture__in=running(season)).values_list("entry", flat=True))
        assert len(busy) == len(set(busy))
        if not busy:
            break
        for fixture in running(season):
            finish(fixture)
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()


def test_a_player_who_deletes_the_account_drops_out_and_nobody_wins_by_it(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    left = season.entries.get(user=person("player1"))
    delete_account(person("player1"))
    season = run_until(travel, season, "start", plays=False)
    tick()
    for fixture in season.fixtures.prefetch_related("seats"):
        if left.pk in {seat.entry_id for seat in fixture.seats.all()}:
            assert fixture.match is None
            assert set(kinds(fixture)) == {"unplayed"}
        else:
            assert fixture.state == FixtureState.RUNNING


def test_a_table_of_which_several_are_left_starts_with_bots_for_the_others(travel):
    season = opened(Format.PODS, 3, people=5)
    run_until(travel, season, "draw", plays=False)
    entries = {name: season.entries.get(user=person(name)) for name in ("player0", "player1")}
    ban("player0")
    delete_account(person("player1"))
    season = run_until(travel, season, "start", plays=False)
    absent = {entry.pk for entry in entries.values()}
    alone = 0
    for fixture in season.fixtures.prefetch_related("seats"):
        gone = {seat.seat for seat in fixture.seats.all() if seat.entry_id in absent}
        if len(gone) == 2:
            alone += 1
            assert fixture.match is None
            assert sorted(kinds(fixture)) == ["forfeited", "forfeited", "won_by_forfeit"]
            continue
        assert fixture.state == FixtureState.RUNNING
        left = fixture.match.seats.exclude(vacated_at=None)
        assert {seat.index for seat in left} == gone
        assert [seat.user for seat in left] == [None] * len(gone)
    assert alone in (1, 2)


@pytest.mark.parametrize("kind", [Format.POD_SWISS, Format.CUP])
def test_in_rounds_a_table_of_three_starts_with_a_bot_for_who_left(kind, travel):
    season = run_until(travel, opened(kind, 3, people=9), "draw", plays=False)
    requests.ask(user=person("player0"), season_id=season.pk, kind="withdrawal")
    season = run_until(travel, season, "start", plays=False)
    tick()
    assert len(running(season)) == 3
    place = season.entries.get(user=person("player0")).seats.get()
    seat = place.fixture.match.seats.get(index=place.seat)
    assert (seat.user, seat.bot) == (None, "medium")
    play_on(place.fixture.match)
    assert sorted(kinds(place.fixture)) == ["forfeited", "played", "played"]


def test_a_player_who_left_is_not_waited_for(travel):
    season = opened(Format.SWISS, 2, people=4)
    run_until(travel, season, "draw", plays=False)
    requests.ask(user=person("player0"), season_id=season.pk, kind="withdrawal")
    season = run_until(travel, season, "start", plays=False)
    entry = season.entries.get(user=person("player0"))
    assert entry.seats.get().kind == "forfeited"
    assert not entry.incidents.exists()
    assert len(running(season)) == 1
