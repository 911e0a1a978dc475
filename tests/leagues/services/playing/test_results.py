"""The results of a season's matches in its standings, however they end, and however often they are signalled."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock, tasks
from games.models import Match, Seat
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.services.match.annul import annul
from games.services.seats.take_over import take_over
from leagues.core.rules import Format, Unfinished
from leagues.models import FixtureState, Standing
from leagues.services.deciding import requests
from leagues.services.playing import settling, upkeep
from leagues.services.timetable import steps
from tests.cast import fresh, person, running_match
from tests.leagues.cast import (
    begun,
    finish,
    fixture_of,
    kinds,
    play_all,
    play_on,
    resign,
    run_until,
    running,
    seat_user,
    tick,
)
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def places(fixture):
    return list(fixture.seats.order_by("seat").values_list("place", flat=True))


def two(travel, people=4, **more):
    return begun(travel, Format.ROUND_ROBIN, 2, people=people, **more)


def three(travel, **more):
    return begun(travel, Format.PODS, 3, people=4, **more)


def test_a_match_that_was_played_counts_by_its_places(travel):
    season = three(travel)
    fixture = running(season)[0]
    match = finish(fixture)
    fixture = fixture_of(fixture)
    assert fixture.state == FixtureState.SETTLED
    assert kinds(fixture) == ["played"] * 3
    assert places(fixture) == fresh(match).outcome["places"]
    play_all(season)
    assert_true_standings(season)


def test_resigning_with_two_seats_is_a_forfeit(travel):
    season = two(travel)
    fixture = running(season)[0]
    resign(fixture, 1)
    assert kinds(fixture) == ["won_by_forfeit", "forfeited"]
    assert season.entries.get(user=seat_user(fixture, 1)).incidents.count() == 1
    assert_true_standings(season)


def test_a_seat_given_up_at_a_table_of_three_is_last_whatever_the_bot_reaches(travel):
    season = three(travel)
    fixture = running(season)[0]
    resign(fixture, 1)
    assert fixture_of(fixture).state == FixtureState.RUNNING
    play_on(fixture.match)
    assert kinds(fixture) == ["played", "forfeited", "played"]
    assert sorted(place for place in places(fixture) if place) in ([1, 2], [1, 1])
    assert fixture.seats.get(seat=1).points == 0
    assert_true_standings(season)


def test_running_out_of_time_is_a_forfeit_and_time_outs_are_counted(travel):
    season = two(travel)
    fixture = running(season)[0]
    for _day in range(60):
        travel(timedelta(days=1))
        deadlines.expire(fixture.match_id)
        bots.play_bots(fixture.match_id)
        if fresh(fixture.match).status == "finished":
            break
    tasks.announce(fixture.match_id)
    fixture = fixture_of(fixture)
    assert sorted(kinds(fixture)) == ["forfeited", "won_by_forfeit"]
    lost = fixture.seats.get(kind="forfeited")
    assert lost.timeouts == Seat.objects.get(match=fixture.match_id, index=lost.seat).timeouts > 0
    assert lost.entry.incidents.get().at == Seat.objects.get(match=fixture.match_id, index=lost.seat).vacated_at
    assert_true_standings(season)


def test_a_match_annulled_while_it_runs_counts_for_nobody(travel):
    season = two(travel)
    fixture = running(season)[0]
    annul(match_id=fixture.match_id, reason="broken", by="staff")
    tasks.announce(fixture.match_id)
    assert kinds(fixture) == ["annulled", "annulled"]
    assert set(fixture.seats.values_list("points", flat=True)) == {None}
    assert_true_standings(season)


def test_a_match_annulled_after_it_was_counted_is_taken_out_again_with_its_absences(travel):
    season = two(travel)
    fixture = running(season)[0]
    resign(fixture, 1)
    loser = season.entries.get(user=seat_user(fixture, 1))
    assert (loser.incidents.count(), loser.cards.count()) == (1, 1)
    annul(match_id=fixture.match_id, reason="broken", by="staff")
    tasks.announce(fixture.match_id)
    assert kinds(fixture) == ["annulled", "annulled"]
    assert (loser.incidents.count(), loser.cards.count()) == (0, 0)
    assert_true_standings(season)


@pytest.mark.parametrize(("bench_scores", "kind"), [(True, "played"), (False, "forfeited")])
def test_a_substitutes_result_counts_if_the_season_says_so(bench_scores, kind, travel):
    season = three(travel, bench_scores=bench_scores)
    fixture = running(season)[0]
    resign(fixture, 2)
    take_over(match_id=fixture.match_id, seat=2, user=person("sven"), by="league")
    play_on(fixture.match)
    assert kinds(fixture) == ["played", "played", kind]
    assert_true_standings(season)


def test_a_substitute_who_gives_up_in_turn_forfeits_for_the_line(travel):
    season = three(travel, bench_scores=True)
    fixture = running(season)[0]
    resign(fixture, 2)
    take_over(match_id=fixture.match_id, seat=2, user=person("sven"), by="league")
    resign(fixture, 2)
    play_on(fixture.match)
    assert kinds(fixture) == ["played", "played", "forfeited"]


def test_a_match_end_signalled_twice_counts_once(travel):
    season = two(travel)
    fixture = running(season)[0]
    play_on(fixture.match)
    rev = season.league.seasons.get().rev
    assert not any(at_once(*[lambda: settling.record(fixture.match_id) for _ in range(4)]))
    assert season.league.seasons.get().rev == rev
    other = running(season)[0]
    match = Match.objects.get(pk=other.match_id)
    play.resign(actor=seat_user(other, 0), match_id=match.pk, seat=0)
    assert sorted(at_once(*[lambda: settling.record(match.pk) for _ in range(4)])) == [False, False, False, True]
    assert_true_standings(season)


def test_matches_of_nobodys_league_are_nobodys_business():
    match = running_match("lantern", [person("anna"), person("bruno")])
    assert not settling.record(match.pk)
    assert not settling.record("nosuchmatch0")


def let_be_due(fixture, *due):
    """Let these seats of a match owe a decision, and no other."""
    rows = Seat.objects.filter(match=fixture.match_id)
    rows.update(due_decision=None, due_since=None)
    rows.filter(index__in=due).update(due_decision=0, due_since=clock.now())


def test_with_two_seats_the_player_who_was_due_loses_an_unfinished_match(travel):
    season = two(travel)
    assert season.unfinished == "conduct"
    fixture = running(season)[0]
    let_be_due(fixture, 0)
    run_until(travel, season, "end_play", plays=False)
    assert kinds(fixture) == ["played", "played"]
    assert places(fixture) == [2, 1]
    assert list(fixture.seats.order_by("seat").values_list("points", flat=True)) == [0, 2]
    assert_true_standings(season)


def test_by_conduct_at_a_table_of_several_the_others_tie(travel):
    season = three(travel, unfinished=Unfinished.CONDUCT)
    fixture = running(season)[0]
    let_be_due(fixture, 0)
    run_until(travel, season, "end_play", plays=False)
    assert places(fixture) == [3, 1, 1]


def test_when_all_are_due_an_unfinished_match_is_a_tie_by_conduct(travel):
    season = two(travel)
    fixture = running(season)[0]
    let_be_due(fixture, 0, 1)
    run_until(travel, season, "end_play", plays=False)
    assert places(fixture) == [1, 1]


def test_with_several_seats_an_unfinished_match_is_a_draw_by_default(travel):
    season = three(travel)
    fixture = running(season)[0]
    run_until(travel, season, "end_play", plays=False)
    assert places(fixture) == [1, 1, 1]


def test_where_nobody_scores_an_unfinished_match_does_not_count(travel):
    season = three(travel, unfinished=Unfinished.NOBODY)
    fixture, left = running(season)[:2]
    resign(left, 2)
    run_until(travel, season, "end_play", plays=False)
    assert kinds(fixture) == ["annulled"] * 3
    assert set(fixture.seats.values_list("points", flat=True)) == {None}
    assert kinds(left) == ["played", "played", "forfeited"]
    assert_true_standings(season)


def test_a_running_match_is_a_tie_at_the_end_and_stays_one_when_it_is_annulled(travel):
    season = two(travel, unfinished=Unfinished.DRAW)
    fixtures = running(season)
    season = run_until(travel, season, "end_play", plays=False)
    tick()
    for fixture in fixtures:
        assert fresh(fixture.match).annulled_at is not None
        tasks.announce(fixture.match_id)
        travel(timedelta(seconds=1))
        assert kinds(fixture) == ["played", "played"]
        assert places(fixture) == [1, 1]
        assert set(fixture.seats.values_list("points", flat=True)) == {1}
        assert not fixture_of(fixture).needs_upkeep
    assert_true_standings(season)


def test_a_match_that_ended_before_the_end_of_play_counts_without_a_signal(travel):
    season = two(travel)
    fixture = running(season)[0]
    play.resign(actor=seat_user(fixture, 0), match_id=fixture.match_id, seat=0)
    season = run_until(travel, season, "end_play", plays=False)
    assert kinds(fixture) == ["forfeited", "won_by_forfeit"]
    tasks.announce(fixture.match_id)
    assert kinds(fixture) == ["forfeited", "won_by_forfeit"]
    assert_true_standings(season)


def test_a_seat_that_a_substitute_held_at_the_end_of_play_is_the_leavers_forfeit(travel):
    season = three(travel)
    fixture = running(season)[0]
    resign(fixture, 2)
    take_over(match_id=fixture.match_id, seat=2, user=person("sven"), by="league")
    run_until(travel, season, "end_play", plays=False)
    assert kinds(fixture) == ["played", "played", "forfeited"]


def test_a_late_result_changes_nothing_that_was_decided(travel):
    season = two(travel)
    fixture = running(season)[0]
    fixture_id = fixture.match_id
    travel(timedelta(days=season.play_days))
    steps.do_due_steps()
    assert kinds(fixture) == ["played", "played"]
    play.resign(actor=seat_user(fixture, 0), match_id=fixture_id, seat=0)
    tasks.announce(fixture_id)
    upkeep.do_upkeep()
    assert kinds(fixture) == ["played", "played"]


def test_an_organiser_sets_a_result_and_what_the_match_says_is_left_alone(travel):
    season = three(travel)
    fixture = running(season)[0]
    requests.correct_result(
        actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=[2, 1, 2], reason="bug"
    )
    tick()
    assert fresh(fixture.match).annulled_at is not None
    tasks.announce(fixture.match_id)
    assert (kinds(fixture), places(fixture)) == (["played"] * 3, [2, 1, 2])
    other = running(season)[0]
    play_on(other.match)
    before = places(other)
    wanted = [place % 3 + 1 for place in before] if sorted(before) == [1, 2, 3] else [1, 2, 3]
    requests.correct_result(
        actor=person("olga"), season_id=season.pk, fixture_number=other.number, places=wanted, reason="bug"
    )
    assert places(other) == wanted
    settling.record(other.match_id)
    assert places(other) == wanted
    assert_true_standings(season)


def test_an_absence_that_becomes_known_late_is_one_episode_with_what_followed(travel):
    season = three(travel)
    first, second = running(season)[:2]
    user = next(
        seat.entry.user
        for seat in first.seats.select_related("entry__user")
        if second.seats.filter(entry=seat.entry).exists()
    )
    entry = season.entries.get(user=user)
    resign(first, first.seats.get(entry=entry).seat)
    travel(timedelta(hours=5))
    resign(second, second.seats.get(entry=entry).seat)
    travel(timedelta(hours=5))
    play_on(second.match)
    assert entry.cards.count() == 1
    play_on(first.match)
    assert entry.incidents.count() == 2
    assert entry.cards.count() == 1
    assert entry.cards.get().began_at == entry.incidents.order_by("at").first().at
    assert season.log.filter(verb="card").count() == 1


def test_final_standings_stay_when_a_match_is_annulled_after_the_season(travel):
    season = two(travel)
    fixture = running(season)[0]
    resign(fixture, 1)
    season = run_until(travel, season, "finish")
    before = list(Standing.objects.filter(division__season=season).values_list("entry", "rank", "points"))
    annul(match_id=fixture.match_id, reason="found out later", by="staff")
    tasks.announce(fixture.match_id)
    assert kinds(fixture) == ["won_by_forfeit", "forfeited"]
    assert list(Standing.objects.filter(division__season=season).values_list("entry", "rank", "points")) == before
