"""More time for matches: granted to members, or given by an organiser to one match or to all that are open."""

from datetime import timedelta

import pytest

from games import clock
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.models import FixtureState
from leagues.services.deciding import extensions, requests, undo
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from tests.cast import person
from tests.leagues.cast import begun, fixture_of, give_role, play_all, resign, run_until, running, seat_user, tick
from tests.leagues.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = timedelta(days=1)


def extend(season, days, fixture=None, actor="olga", **more):
    number = None if fixture is None else fixture.number
    known = {"actor": person(actor), "season_id": season.pk, "days": days, "fixture_number": number}
    return extensions.extend(**known, reason="holidays", **more)


def take_back(season, verb, actor="olga"):
    line = season.log.filter(verb=verb).order_by("-pk").first()
    undo.undo(actor=person(actor), line_id=line.pk, reason="a mistake")


def travel_to(travel, moment):
    travel(moment - clock.now())
    tick()


def test_a_round_waits_for_the_matches_with_an_extension_alone(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=3)
    extended, other = running(season)
    requests.ask(user=seat_user(extended, 0), season_id=season.pk, kind="extension", fixture_number=extended.number)
    step = season.steps.get(kind="round", number=2)
    drawn_at = step.at
    travel_to(travel, drawn_at)
    assert fixture_of(other).state == FixtureState.SETTLED
    assert fixture_of(extended).state == FixtureState.RUNNING
    travel_to(travel, drawn_at + 3 * DAY - timedelta(seconds=1))
    assert fixture_of(extended).state == FixtureState.RUNNING
    assert not season.fixtures.filter(round=1).exists()
    travel_to(travel, drawn_at + 3 * DAY)
    assert fixture_of(extended).state == FixtureState.SETTLED
    assert season.fixtures.filter(round=1).count() == 2


def test_an_organiser_gives_one_match_of_a_round_more_time(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=0)
    extended, other = running(season)
    drawn_at = season.steps.get(kind="round", number=2).at
    assert extend(season, 2, extended) == 1
    assert fixture_of(extended).extended_until == drawn_at + 2 * DAY
    assert fixture_of(other).extended_until is None
    assert extend(season, 1, extended) == 1
    assert fixture_of(extended).extended_until == drawn_at + 3 * DAY
    travel_to(travel, drawn_at + DAY)
    assert fixture_of(extended).state == FixtureState.RUNNING
    travel(timedelta(minutes=1))
    resign(extended, 0)
    tick()
    assert season.fixtures.filter(round=1).count() == 2, "it was drawn with the last result"
    line = season.log.filter(verb="extended").first()
    had = [(drawn_at + days * DAY).isoformat() for days in (2, 3)]
    assert (line.actor, line.reason) == (person("olga"), "holidays")
    assert line.details == {"number": extended.number, "days": 1, "before": {str(extended.number): had}}
    told = set(season.log.filter(verb="match_decided").values_list("subject", flat=True))
    assert told == set(extended.seats.values_list("entry__user", flat=True))


def test_all_open_matches_of_a_season_get_more_time_than_the_season_provides_for(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, extension_days=1)
    over, *others = running(season)
    resign(over, 0)
    end = season.steps.get(kind="end_play").at
    assert extend(season, 4) == 5
    assert fixture_of(over).extended_until is None
    assert {fixture_of(one).extended_until for one in others} == {end + 4 * DAY}
    run_until(travel, season, "end_play", plays=False)
    travel_to(travel, end + 2 * DAY)
    assert len(running(season)) == 5
    assert season.steps.get(kind="end_extension").done_at is None
    travel_to(travel, end + 4 * DAY + timedelta(seconds=1))
    assert not running(season)
    assert season.steps.get(kind="end_extension").done_at is not None


def test_the_extensions_end_with_the_last_result(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, extension_days=1)
    extend(season, 30)
    end = season.steps.get(kind="end_extension").at
    run_until(travel, season, "end_play", plays=False)
    travel_to(travel, end + DAY)
    for fixture in running(season):
        resign(fixture, 0)
    tick()
    assert season.steps.get(kind="end_extension").done_at == clock.now()


def test_impossible_extensions_are_refused(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    for days in (0, 61):
        with pytest.raises(BadInput):
            extend(season, days)
    with pytest.raises(Forbidden):
        extend(season, 1, actor="player0")
    own = seat_user(fixture, 1).username
    give_role(season.league, own, "organiser")
    with pytest.raises(Forbidden, match="You’re involved in this"):
        extend(season, 1, fixture, actor=own)
    resign(fixture, 0)
    with pytest.raises(Conflict):
        extend(season, 1, fixture)
    play_all(season)
    with pytest.raises(Conflict):
        extend(season, 1)


def test_a_player_who_has_seen_another_end_extends_nothing(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    shown = Seen(newest_line(season.league), extensions.open_matches(season).revision)
    extend(season, 1, seen=shown)
    with pytest.raises(Overtaken):
        extend(season, 1, seen=shown)
    assert season.log.filter(verb="extended_all").count() == 1


def test_the_pages_of_the_organisers_extend_one_match_and_all(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    end = season.steps.get(kind="end_play").at
    desk = Desk(person("olga"), season.league)
    assert desk.send("/organise/time/", days="2", reason="holidays").status_code == 302
    assert fixture_of(fixture).extended_until == end + 2 * DAY
    assert desk.send("/organise/time/", days="99", reason="holidays").status_code == 400
    desk.address = f"/leagues/{season.league.slug}/1/organise/matches/{fixture.number}/"
    assert desk.send("/time/", days="3", reason="ill").status_code == 302
    assert fixture_of(fixture).extended_until == end + 5 * DAY


def test_more_time_is_taken_back_while_the_match_would_go_on_without_it(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=0)
    one, other = running(season)
    drawn_at = season.steps.get(kind="round", number=2).at
    extend(season, 2, one)
    extend(season, 3)
    assert [fixture_of(fixture).extended_until for fixture in (one, other)] == [drawn_at + 5 * DAY, drawn_at + 3 * DAY]
    with pytest.raises(Conflict, match="can’t be undone any more"):
        take_back(season, "extended")
    take_back(season, "extended_all")
    assert [fixture_of(fixture).extended_until for fixture in (one, other)] == [drawn_at + 2 * DAY, None]
    with pytest.raises(Conflict, match="already"):
        take_back(season, "extended_all")
    travel_to(travel, drawn_at - DAY)
    take_back(season, "extended")
    assert fixture_of(one).extended_until is None
    travel_to(travel, drawn_at)
    assert {fixture_of(fixture).state for fixture in (one, other)} == {FixtureState.SETTLED}


def test_more_time_stays_where_the_match_would_be_over_without_it(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, extension_days=0)
    one = running(season)[0]
    drawn_at = season.steps.get(kind="round", number=2).at
    extend(season, 2, one)
    travel_to(travel, drawn_at)
    with pytest.raises(Conflict, match="can’t be undone any more"):
        take_back(season, "extended")
    assert fixture_of(one).extended_until == drawn_at + 2 * DAY


def test_nobody_takes_back_what_was_decided_about_their_own_match(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    fixture = running(season)[0]
    give_role(season.league, seat_user(fixture, 0).username, "organiser")
    extend(season, 2, fixture)
    with pytest.raises(Forbidden, match="You’re involved in this"):
        take_back(season, "extended", actor=seat_user(fixture, 0).username)
    assert fixture_of(fixture).extended_until is not None
