"""A player whom an organiser takes out of a season or expels, before and after the draw."""

import html

import pytest

from games.refusals import Conflict, Forbidden
from leagues.core.rules import Format
from leagues.models import FixtureState
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from leagues.services.entering import entries
from leagues.services.leaving import withdrawals
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, finish, fixture_of, give_role, kinds, newest, opened, run_until, tick
from tests.leagues.desk import Desk
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def entry_of(season, name):
    return season.entries.get(user=person(name))


def take_out(season, name, *, expel=False, actor="olga", **more):
    row = entry_of(season, name)
    withdrawals.take_out(actor=person(actor), entry_id=row.pk, expel=expel, reason="why not", **more)


def theirs(season, name):
    return [fixture_of(one) for one in season.fixtures.filter(seats__entry=entry_of(season, name)).order_by("number")]


def text(response):
    return " ".join(html.unescape(response.content.decode()).split())


def test_after_the_draw_the_matches_of_a_player_expelled_are_settled_when_the_season_starts(travel):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=5), "draw", plays=False)
    take_out(season, "player4", expel=True)
    assert entry_of(season, "player4").state == "removed"
    season = run_until(travel, season, "start", plays=False)
    assert {kind for fixture in theirs(season, "player4") for kind in kinds(fixture)} == {"unplayed"}
    with pytest.raises(Forbidden):
        entries.sign_up(user=person("player4"), season_id=season.pk)


def test_in_a_running_season_60_per_cent_decide_as_for_everybody_who_leaves(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=6)
    played = [one for one in theirs(season, "player0") if one.state == FixtureState.RUNNING][:3]
    for number, fixture in enumerate(played):
        finish(fixture, number + 1)
    take_out(season, "player0", expel=True)
    tick()
    found = sorted("+".join(sorted(kinds(fixture))) for fixture in theirs(season, "player0"))
    assert found == ["forfeited+won_by_forfeit"] * 2 + ["played+played"] * 3
    assert_true_standings(season)
    line = season.log.get(verb="expelled")
    assert (line.actor, line.subject, line.reason) == (person("olga"), person("player0"), "why not")


def test_a_player_who_is_expelled_has_no_seat_in_a_running_match_by_the_time_of_the_answer(travel):
    season = begun(travel, Format.POD_SWISS, 3, people=4)
    (fixture,) = theirs(season, "player0")
    seat = fixture.seats.get(entry=entry_of(season, "player0")).seat
    assert fixture.match.seats.get(index=seat).vacated_at is None
    take_out(season, "player0", expel=True)
    assert fixture.match.seats.get(index=seat).vacated_at is not None
    assert not fixture_of(fixture).needs_upkeep


def test_a_player_who_is_taken_out_without_being_expelled_may_come_back_before_the_first_match(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=5)
    take_out(season, "player4")
    assert entry_of(season, "player4").state == "withdrawn"
    assert season.log.filter(verb="taken_out").count() == 1
    assert entries.sign_up(user=person("player4"), season_id=season.pk).state == "entered"


def test_nobody_takes_themselves_out_or_a_player_twice_or_after_the_end(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    give_role(season.league, "player0", "organiser")
    with pytest.raises(Forbidden):
        take_out(season, "player0", actor="player0")
    take_out(season, "player1", actor="player0")
    with pytest.raises(Conflict):
        take_out(season, "player1")
    season = run_until(travel, season, "finish")
    with pytest.raises(Conflict):
        take_out(season, "player2")


def test_a_player_who_has_left_meanwhile_is_not_expelled(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    row = entry_of(season, "player1")
    shown = Seen(newest_line(season.league), row.revision)
    take_out(season, "player1")
    with pytest.raises(Overtaken) as refused:
        take_out(season, "player1", expel=True, seen=shown)
    assert "taken_out" in [line.verb for line in refused.value.lines]
    assert entry_of(season, "player1").state == "withdrawn"


def test_the_page_of_a_person_says_what_would_follow_and_asks_once(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=6)
    desk = Desk(person("olga"), season.league)
    people = desk.client.get(f"/leagues/{season.league.slug}/1/people/").content.decode()
    address = f"/leagues/{season.league.slug}/1/organise/people/{entry_of(season, 'player0').pk}/"
    assert address in people
    assert address not in client_of(person("player1")).get(f"/leagues/{season.league.slug}/1/people/").content.decode()
    desk.address = address
    asked = desk.send("take-out/", do="expel", reason="abuse")
    assert "They’ve played less than 60% of their matches: none of them count" in text(asked)
    assert "can’t sign up for this season again" in text(asked)
    assert "they sit out the next season and then start a tier lower" in text(asked)
    assert entry_of(season, "player0").state == "entered"
    assert desk.say_yes(asked).status_code == 302
    assert entry_of(season, "player0").state == "removed"
    assert "There’s nothing left to decide here." in text(desk.client.get(address))
    season = newest(season.league)
    people = text(desk.client.get(f"/leagues/{season.league.slug}/1/people/"))
    assert "player0" in people[people.index("Left the season") :]
