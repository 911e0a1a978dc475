"""Banned people leave their seasons, and nobody is paired with them or waits for them."""

from datetime import timedelta

import pytest

from games import clock, tasks
from games.models import Status
from leagues.core.rules import Format
from leagues.models import FixtureSeat, FixtureState
from leagues.services.entering import entries
from leagues.services.leaving import bans
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from tests.cast import fresh, person
from tests.leagues.cast import begun, fixture_of, kinds, opened, resign, run_until, running, tick
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def mark_banned(name):
    """A ban of which nothing has been said to the leagues, as if the process had died just then."""
    User.objects.filter(pk=person(name).pk).update(banned_at=clock.now())


def ban(name):
    """A ban as moderators make it."""
    moderation.ban(moderator=person("zeno"), person=person(name), reason="stalls")


def lift(name):
    moderation.unban(moderator=person("zeno"), person=person(name), note="a mistake")


def entry_of(season, name):
    return season.entries.get(user=person(name))


def in_round(season, number):
    """The kinds of results of everybody who is in a round, by name."""
    seats = FixtureSeat.objects.filter(fixture__season=season, fixture__round=number)
    return dict(seats.values_list("entry__user__username", "kind"))


def end_round(season):
    """End the running matches: the first seats lose, except where their holder may not act any more. Matches that have
    ended because a seat was given up are announced."""
    for fixture in running(season):
        if fixture.match.status == Status.RUNNING:
            resign(fixture, int(fixture.seats.get(seat=0).entry.user.banned_at is not None))
        else:
            tasks.announce(fixture.match_id)


def test_in_a_swiss_season_banned_players_are_not_paired(travel):
    season = begun(travel, Format.SWISS, 2, people=6, rounds=3)
    end_round(season)
    gave_up = entry_of(season, "player0").incidents.count()  # one, if player0 is among the first seats
    mark_banned("player0")
    season = run_until(travel, season, "round", 2, plays=False)
    assert sorted(in_round(season, 1)) == ["player1", "player2", "player3", "player4", "player5"]
    assert sorted(in_round(season, 1).values()) == ["", "", "", "", "bye"]
    gone = entry_of(season, "player0")
    assert (gone.state, gone.left_round) == ("withdrawn", 1)
    line = season.log.get(verb="withdrew")
    assert (line.subject, line.actor) == (person("player0"), None)
    assert gone.incidents.count() == gave_up, "a ban is no incident"


def test_a_ban_that_is_lifted_brings_nobody_back_into_the_season(travel):
    season = begun(travel, Format.SWISS, 2, people=6, rounds=3)
    ban("player0")
    lift("player0")
    assert str(entries.why_not(person("player0"), season, entry_of(season, "player0"))) == "You’ve left this season."
    tick()
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert "player0" not in in_round(season, 1)


def test_swiss_pods_are_made_without_banned_players(travel):
    season = begun(travel, Format.POD_SWISS, 3, people=9, rounds=2)
    end_round(season)
    mark_banned("player0")
    season = run_until(travel, season, "round", 2, plays=False)
    assert len(in_round(season, 1)) == 8
    assert "player0" not in in_round(season, 1)
    assert season.fixtures.filter(round=1).count() == 3  # two tables of three and one of two


def test_in_a_cup_a_banned_players_opponent_advances_without_a_match(travel):
    season = begun(travel, Format.CUP, 2, people=4)
    first, second = running(season)
    names = [first.seats.get(seat=1).entry.user.username, second.seats.get(seat=1).entry.user.username]
    end_round(season)  # the second seats win
    mark_banned(names[0])
    season = run_until(travel, season, "finish", plays=False)
    assert season.fixtures.filter(round=1).count() == 0
    assert (entry_of(season, names[0]).state, entry_of(season, names[1]).state) == ("withdrawn", "entered")


@pytest.mark.parametrize(("kind", "seats"), [(Format.ROUND_ROBIN, 2), (Format.SWISS, 2), (Format.PODS, 3)])
def test_a_season_is_drawn_without_banned_players(kind, seats, travel):
    season = opened(kind, seats, people=6)
    mark_banned("player3")
    season = run_until(travel, season, "draw", plays=False)
    assert entry_of(season, "player3").division is None
    assert season.entries.filter(division__isnull=False).count() == 5
    assert not FixtureSeat.objects.filter(entry=entry_of(season, "player3")).exists()


def test_if_too_few_are_left_by_a_ban_the_sign_up_goes_on(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    mark_banned("player3")
    travel(timedelta(days=season.sign_up_days, seconds=1))
    tick()
    assert season.log.filter(verb="sign_up_extended").count() == 1
    assert entry_of(season, "player3").state == "withdrawn"


def test_a_player_who_is_banned_before_the_start_is_taken_out_of_the_schedule(travel):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=4), "draw", plays=False)
    mark_banned("player0")
    season = run_until(travel, season, "start", plays=False)
    tick()
    gone = entry_of(season, "player0")
    for fixture in season.fixtures.all():
        theirs = fixture.seats.filter(entry=gone).exists()
        assert fixture.state == (FixtureState.SETTLED if theirs else FixtureState.RUNNING)
        assert kinds(fixture) == (["unplayed", "unplayed"] if theirs else ["", ""])
    assert (gone.banned_seasons, gone.tiers_lower) == (0, 0)


def test_a_starting_match_takes_banned_players_out_of_the_division(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, at_once=1)
    mark_banned("player0")
    end_round(season)
    tick()
    gone = entry_of(season, "player0")
    assert gone.state == "withdrawn"
    assert not gone.seats.filter(fixture__state=FixtureState.PLANNED).exists()
    assert set(gone.seats.values_list("kind", flat=True)) == {"annulled", "unplayed"}
    assert season.divisions.get().is_per_match


def test_a_ban_ends_the_matches_of_a_division_at_once(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, at_once=1)
    ban("player0")
    (theirs,) = season.fixtures.filter(match__seats__user=person("player0"))
    other = theirs.seats.exclude(entry=entry_of(season, "player0")).get().entry
    assert kinds(theirs) == ["unplayed", "unplayed"]
    tick()
    assert fresh(theirs.match).status == "finished"
    end_round(season)  # of the other two, one of whom plays with the opponent now
    tick()
    (following,) = running(season)
    assert following.seats.filter(entry=other).exists()
    assert season.log.get(verb="withdrew").actor is None
    season = run_until(travel, season, "finish", plays=False)
    assert_true_standings(season)


def test_a_ban_ends_the_match_of_a_round_and_the_other_one_wins_it(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    ban("player0")
    (theirs,) = season.fixtures.filter(match__seats__user=person("player0"))
    tick()
    assert fresh(theirs.match).status == "finished"
    run_until(travel, season, "round", 2, plays=False)
    assert sorted(kinds(theirs)) == ["forfeited", "won_by_forfeit"]
    assert entry_of(season, "player0").seats.get(kind="forfeited").fixture == theirs


def test_at_a_table_of_three_a_bot_plays_on_for_a_banned_player(travel):
    season = begun(travel, Format.POD_SWISS, 3, people=6, rounds=2)
    ban("player0")
    tick()
    (theirs,) = season.fixtures.filter(match__seats__user=person("player0"))
    assert fixture_of(theirs).match.seats.get(user=person("player0")).vacated_at is not None
    assert fresh(theirs.match).status == "running"


def test_a_ban_concerns_every_season_that_is_not_over(travel):
    ended = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=4, name="Old League"), "finish", plays=False)
    coming = opened(Format.SWISS, 2, people=4, name="New League")
    ban("player1")
    ban("player1")
    assert entry_of(ended, "player1").state == "entered"
    assert entry_of(coming, "player1").state == "withdrawn"
    assert coming.log.filter(verb="withdrew").count() == 1


def test_a_player_who_is_banned_has_a_penalty_as_after_leaving(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    ban("player0")
    season = run_until(travel, season, "finish", plays=False)
    gone = entry_of(season, "player0")
    assert (gone.banned_seasons, gone.tiers_lower) == (1, 1)


def test_nobody_is_banned_nothing_is_written(travel, django_assert_num_queries):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    with django_assert_num_queries(2):
        bans.withdraw_banned(season)
