"""Leaving a running season: what becomes of the matches, the standings, and what follows for the next."""

import pytest

from bench.races import at_once
from games import clock, tasks
from games.audit import faults_of
from leagues.core.rules import Format
from leagues.models import Entry, FixtureState
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.playing import settling, upkeep
from leagues.services.ratings import rated_results
from masques_site.accounts.services import delete_account
from tests.cast import fresh, person, play_to_end
from tests.leagues.cast import (
    begun,
    finish,
    fixture_of,
    kinds,
    newest,
    play_all,
    play_on,
    resign,
    run_until,
    running,
    tick,
)
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def entry_of(season, name):
    return season.entries.get(user=person(name))


def leave(season, name, text=""):
    requests.ask(user=person(name), season_id=season.pk, kind="withdrawal", text=text)


def theirs(season, name):
    return list(season.fixtures.filter(seats__entry=entry_of(season, name)).order_by("number"))


def finish_some(season, name, count):
    """Play this many of a player's matches to their end."""
    found = [fixture for fixture in theirs(season, name) if fixture.state == FixtureState.RUNNING][:count]
    for number, fixture in enumerate(found):
        finish(fixture, number + 1)
    return found


def own_kind(fixture, season, name):
    return fixture.seats.get(entry=entry_of(season, name)).kind


def test_with_two_seats_and_60_per_cent_played_the_rest_is_forfeited(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=6)
    played = finish_some(season, "player0", 3)
    leave(season, "player0", "x" * 1000)
    tick()
    for fixture in theirs(season, "player0"):
        assert fixture.state == FixtureState.SETTLED
        if fixture in played:
            assert kinds(fixture) == ["played", "played"]
        else:
            assert sorted(kinds(fixture)) == ["forfeited", "won_by_forfeit"]
            assert own_kind(fixture, season, "player0") == "forfeited"
            assert fresh(fixture.match).status == "finished"
            tasks.announce(fixture.match_id)
            assert sorted(kinds(fixture)) == ["forfeited", "won_by_forfeit"]
    assert not season.divisions.get().is_per_match
    assert not entry_of(season, "player0").incidents.exists()
    assert max(len(reason) for reason in season.log.values_list("reason", flat=True)) == 500
    play_all(season)
    assert_true_standings(season)


def test_with_two_seats_and_less_than_60_per_cent_everything_is_taken_out(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=6)
    played = finish_some(season, "player0", 2)
    leave(season, "player0")
    tick()
    for fixture in theirs(season, "player0"):
        tasks.announce(fixture.match_id)
        assert set(kinds(fixture)) == ({"annulled"} if fixture in played else {"unplayed"})
        assert fresh(fixture.match).status == "finished"
    assert season.divisions.get().is_per_match
    play_all(season)
    assert_true_standings(season)
    for fixture in played:
        tasks.announce(fixture.match_id)
        assert not settling.record(fixture.match_id)
        assert set(kinds(fixture)) == {"annulled"}


def test_a_match_that_has_just_ended_counts_as_played_when_its_player_leaves(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=6)
    finish_some(season, "player0", 2)
    third = next(fixture for fixture in theirs(season, "player0") if fixture.state == FixtureState.RUNNING)
    play_to_end(third.match)
    leave(season, "player0")
    assert not season.divisions.get().is_per_match
    assert kinds(third) == ["played", "played"]


def test_at_tables_of_three_the_others_play_on_and_the_leaver_is_last(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    played = finish_some(season, "player0", 2)
    leave(season, "player0")
    (left,) = [fixture for fixture in theirs(season, "player0") if fixture not in played]
    assert fixture_of(left).state == FixtureState.RUNNING
    assert not fixture_of(left).needs_upkeep
    seat = left.seats.get(entry=entry_of(season, "player0")).seat
    assert fixture_of(left).match.seats.get(index=seat).vacated_at is not None
    season = run_until(travel, season, "end_play", plays=False)
    assert sorted(kinds(left)) == ["forfeited", "played", "played"]
    assert own_kind(left, season, "player0") == "forfeited"
    assert_true_standings(season)


@pytest.mark.parametrize(("seats", "shared"), [(3, 15_000), (4, 19_000)])
def test_one_leaver_of_five_takes_no_match_from_the_others(seats, shared, travel):
    """Three seats are worth 10, 5, 1 and four 10, 6, 3, 1: the leaver has no points, the others those before the last
    place."""
    season = begun(travel, Format.PODS, seats, people=5, at_once=1)
    first = running(season)[0]
    finish(first)
    before = list(first.seats.order_by("seat").values_list("kind", "place", "points"))
    leaver = first.seats.select_related("entry__user").get(seat=0).entry
    leave(season, leaver.user.username)
    tick()
    while open_now := running(season):
        for fixture in open_now:
            play_on(fixture_of(fixture).match)
        tick()
    assert season.fixtures.filter(state=FixtureState.SETTLED).count() == 5
    assert list(first.seats.order_by("seat").values_list("kind", "place", "points")) == before
    others = [fixture for fixture in theirs(season, leaver.user.username) if fixture != first]
    assert len(others) == seats - 1
    for fixture in others:
        assert sorted(kinds(fixture)) == ["forfeited"] + ["played"] * (seats - 1)
        own = fixture.seats.get(entry=leaver)
        assert (own.kind, own.points) == ("forfeited", 0)
        rest = list(fixture.seats.exclude(pk=own.pk))
        all_tie = len(rest) == 3 and len({seat.place for seat in rest}) == 1  # to each 6.333 of 19
        assert sum(seat.points for seat in rest) == (shared - 1 if all_tie else shared)
        assert fixture.match.seats.get(index=own.seat).user is None
        assert faults_of(fixture.match) == []
    assert not season.divisions.get().is_per_match
    assert season.log.filter(verb="seats_forfeited", subject=leaver.user).count() == 1
    assert_true_standings(season)


def test_a_leaver_loses_no_rating_in_a_match_that_began_without_them(travel):
    season = begun(travel, Format.PODS, 3, people=5, at_once=1)
    first = running(season)[0]
    leaver = first.seats.select_related("entry__user").get(seat=0).entry
    planned = [fixture.pk for fixture in theirs(season, leaver.user.username) if fixture.state == FixtureState.PLANNED]
    leave(season, leaver.user.username)
    tick()
    later = season.fixtures.filter(pk__in=planned, state=FixtureState.RUNNING).first()
    play_on(later.match)
    rated = rated_results.result_of(fresh(later.match))
    people = {seat.entry.user_id for seat in later.seats.select_related("entry")} - {leaver.user_id}
    assert {seat.player for seat in rated.seats} == people
    assert [seat.left for seat in rated.seats] == [None, None]
    assert rated.pool == "lantern" or not rated.pool.endswith("bots")


def test_the_running_seats_of_leavers_who_are_banned_or_deleted_are_taken_by_bots(travel):
    season = begun(travel, Format.PODS, 3, people=5)
    banned, deleted = person("player0"), person("player1")
    places = {user.pk: list(entry_of(season, user.username).seats.all()) for user in (banned, deleted)}
    type(banned).objects.filter(pk=banned.pk).update(banned_at=clock.now())
    leave(season, "player0")
    delete_account(deleted)
    tick()
    for found in places.values():
        assert len(found) == 3
        for place in found:
            fixture = fixture_of(place.fixture)
            assert fixture.match.seats.get(index=place.seat).bot == "medium"
            assert not fixture.needs_upkeep


def test_two_who_leave_one_table_at_once_both_lose_their_seats(travel):
    season = begun(travel, Format.POD_SWISS, 3, people=9)
    fixture = running(season)[0]
    people = [seat.entry.user for seat in fixture.seats.select_related("entry__user")]
    found = at_once(
        *[lambda u=u: requests.ask(user=u, season_id=season.pk, kind="withdrawal") for u in people[:2]],
        upkeep.do_upkeep,
    )
    assert not any(isinstance(one, Exception) for one in found)
    tick()
    held = list(fixture_of(fixture).match.seats.filter(vacated_at=None).values_list("user", flat=True))
    assert held == [people[2].pk]


def test_a_player_who_leaves_while_the_upkeep_is_at_work_is_looked_after(travel, monkeypatch):
    season = begun(travel, Format.POD_SWISS, 3, people=9)
    fixture = running(season)[0]
    people = [seat.entry.user for seat in fixture.seats.select_related("entry__user")]
    whole = upkeep.resign

    def meanwhile(**facts):
        whole(**facts)
        monkeypatch.setattr(upkeep, "resign", whole)
        requests.ask(user=people[1], season_id=season.pk, kind="withdrawal")

    monkeypatch.setattr(upkeep, "resign", meanwhile)
    monkeypatch.setattr(requests, "give_up_seats", lambda _entry: None)  # their processes die before it
    requests.ask(user=people[0], season_id=season.pk, kind="withdrawal")
    upkeep.do_upkeep()
    assert fixture_of(fixture).needs_upkeep
    upkeep.do_upkeep()
    assert not fixture_of(fixture).needs_upkeep
    assert fixture_of(fixture).match.seats.filter(vacated_at=None).count() == 1


def test_a_fault_at_one_match_keeps_the_upkeep_of_others_from_nothing(travel, monkeypatch):
    season = begun(travel, Format.SWISS, 2, people=4)
    first, second = running(season)
    whole = upkeep.resign

    def fail(**facts):
        if facts["match_id"] == first.match_id:
            raise RuntimeError("out of luck")
        whole(**facts)

    monkeypatch.setattr(upkeep, "resign", fail)
    for fixture in (first, second):
        user = fixture.seats.get(seat=0).entry.user
        requests.ask(user=user, season_id=season.pk, kind="withdrawal")
    tick()
    assert fresh(second.match).status == "finished"
    assert fixture_of(first).needs_upkeep
    monkeypatch.setattr(upkeep, "resign", whole)
    tick()
    assert fresh(first.match).status == "finished"


def test_leaving_costs_the_next_season_and_a_tier_after_it(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=8, division_size=4)
    top = next(entry for entry in season.entries.select_related("user") if entry.division.tier == 0)
    leave(season, top.user.username)
    run_until(travel, season, "next_season", plays=False)
    top.refresh_from_db()
    assert (top.banned_seasons, top.tiers_lower) == (1, 1)
    second = newest(season.league)
    tick()
    assert not second.entries.filter(user=top.user).exists()
    run_until(travel, second, "next_season", plays=False)
    third = newest(season.league)
    tick()
    entries.sign_up(user=top.user, season_id=third.pk)
    run_until(travel, third, "draw", plays=False)
    back = Entry.objects.get(season=third, user=top.user)
    assert back.division.tier == 1
    assert back.movement == "rejoined"


def test_a_player_who_gives_up_every_seat_without_leaving_is_inactive(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    for fixture in theirs(season, "player0"):
        seat = fixture.seats.get(entry=entry_of(season, "player0")).seat
        resign(fixture, seat)
    assert entry_of(season, "player0").cards.get().kind == "warning"
    run_until(travel, season, "finish", plays=False)
    assert (entry_of(season, "player0").banned_seasons, entry_of(season, "player0").tiers_lower) == (0, 1)
