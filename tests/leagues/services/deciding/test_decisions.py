"""Decisions of organisers about a match, apart from its places: forfeits, annulments, replays."""

import html

import pytest

from bench.races import at_once
from games import tasks
from games.models import Event, Status
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format
from leagues.models import FixtureState
from leagues.selectors.export import season_data
from leagues.selectors.labels import labels_of
from leagues.services.deciding import decisions, undo
from leagues.services.deciding.seen import Overtaken, Seen, newest_line
from leagues.services.playing import upkeep
from leagues.services.ratings import rated_results
from tests.cast import fresh, person
from tests.leagues.cast import (
    begun,
    finish,
    fixture_of,
    give_role,
    kinds,
    newest,
    opened,
    play_all,
    play_on,
    run_until,
    running,
    tick,
)
from tests.leagues.desk import Desk
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def decide(season, fixture, decision, *seats, actor="olga", **more):
    known = {"actor": person(actor), "season_id": season.pk, "fixture_number": fixture.number}
    decisions.decide(**known, chosen=Chosen(Decision(decision), seats), reason="a reason", **more)


def take_back(season, verb):
    line = season.log.filter(verb=verb).order_by("-pk").first()
    undo.undo(actor=person("olga"), line_id=line.pk, reason="a mistake")


def ends(fixture):
    return list(fixture.seats.order_by("seat").values_list("kind", "place", "points"))


def test_with_two_seats_who_forfeits_a_running_match_loses_it(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    decide(season, fixture, "forfeit", 0)
    assert kinds(fixture) == ["forfeited", "won_by_forfeit"]
    match = fixture_of(fixture).match
    assert (match.status, match.annulled_at, match.outcome["places"]) == (Status.FINISHED, None, [2, 1])
    assert Event.objects.get(match=match, kind="site").text == "forfeited"
    assert rated_results.result_of(match).seats[0].left == "resigned"
    tasks.announce(match.pk)
    assert kinds(fixture) == ["forfeited", "won_by_forfeit"]
    line = season.log.get(verb="match_forfeited")
    assert (line.actor, line.reason, line.details["number"]) == (person("olga"), "a reason", fixture.number)
    told = set(season.log.filter(verb="match_decided").values_list("subject", flat=True))
    assert told == set(fixture.seats.values_list("entry__user", flat=True))
    assert_true_standings(season)


def test_if_both_forfeit_both_lose_and_the_match_is_annulled(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    decide(season, fixture, "forfeit", 0, 1)
    assert ends(fixture) == [("forfeited", None, 0), ("forfeited", None, 0)]
    assert fixture_of(fixture).match.annulled_at is not None
    assert not fixture_of(fixture).needs_upkeep
    assert_true_standings(season)


def test_at_a_table_of_three_a_bot_plays_on_for_who_forfeits(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    decide(season, fixture, "forfeit", 2)
    assert fixture_of(fixture).state == FixtureState.RUNNING
    assert fixture_of(fixture).match.seats.get(index=2).vacated_at is not None
    play_on(fixture_of(fixture).match)
    assert kinds(fixture) == ["played", "played", "forfeited"]
    assert sum(points for _kind, _place, points in ends(fixture)) == 15_000
    assert_true_standings(season)


def test_a_table_at_which_one_is_left_is_not_played_on(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    decide(season, fixture, "forfeit", 0)
    decide(season, fixture, "forfeit", 1)
    assert kinds(fixture) == ["forfeited", "forfeited", "won_by_forfeit"]
    assert fixture_of(fixture).match.annulled_at is not None
    assert_true_standings(season)


def test_a_seat_forfeited_before_the_start_is_a_bots(travel):
    season = begun(travel, Format.PODS, 3, people=4, at_once=1)
    fixture = season.fixtures.filter(state=FixtureState.PLANNED).first()
    decide(season, fixture, "forfeit", 1)
    for other in running(season):
        finish(other)
    tick()
    seat = fixture_of(fixture).match.seats.get(index=1)
    assert (seat.user, seat.bot) == (None, "medium")


def test_a_player_who_forfeits_a_match_that_is_over_comes_last_until_it_is_taken_back(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    finish(fixture)
    said = ends(fixture)
    first = [place for _kind, place, _points in said].index(1)
    decide(season, fixture, "forfeit", first)
    assert ends(fixture)[first] == ("forfeited", None, 0)
    assert sum(points for _kind, _place, points in ends(fixture)) == 15_000
    assert fixture.seats.get(seat=first).entry.incidents.count() == 1
    assert_true_standings(season)
    take_back(season, "match_forfeited")
    assert ends(fixture) == said
    assert not fixture.seats.get(seat=first).entry.incidents.exists()
    assert_true_standings(season)


@pytest.mark.parametrize("is_over", [False, True])
def test_an_annulled_match_counts_for_nobody_nor_for_ratings(is_over, travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    if is_over:
        finish(fixture)
    decide(season, fixture, "annul")
    assert set(kinds(fixture)) == {"annulled"}
    assert fixture_of(fixture).match.annulled_at is not None
    tasks.announce(fixture.match_id)
    assert set(kinds(fixture)) == {"annulled"}
    assert_true_standings(season)
    with pytest.raises(Conflict):
        decide(season, fixture, "annul")


def test_an_annulment_is_taken_back_in_the_standings_and_the_match_stays_annulled(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    finish(fixture)
    said = ends(fixture)
    decide(season, fixture, "annul")
    take_back(season, "match_annulled")
    tasks.announce(fixture.match_id)
    assert ends(fixture) == said
    assert fixture_of(fixture).match.annulled_at is not None
    assert_true_standings(season)


def test_a_replay_is_a_new_match_of_the_same_people_and_the_annulled_one_stays(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = running(season)[0]
    first = finish(fixture)
    decide(season, fixture, "replay")
    assert ends(fixture) == [("", None, None)] * 3
    assert fresh(first).annulled_at is not None
    tick()
    again = fixture_of(fixture)
    assert (again.state, again.match.status) == (FixtureState.RUNNING, Status.RUNNING)
    assert again.match.pk != first.pk
    people = [list(match.seats.order_by("index").values_list("user", flat=True)) for match in (first, again.match)]
    assert people[0] == people[1]
    assert [row.match_id for row in fixture.former_matches.all()] == [first.pk]
    written = season_data(newest(season.league))["divisions"][0]["matches"][fixture.number - 1]
    assert (written["match"], written["former_matches"]) == (again.match.pk, [first.pk])
    label = f"Lantern League, season 1, division 1, match {fixture.number}, since replayed"
    assert labels_of([first])[first.pk].text == label
    tasks.announce(first.pk)
    assert ends(fixture) == [("", None, None)] * 3
    page = Desk(person("olga"), season.league)
    page.address = f"/leagues/{season.league.slug}/1/organise/matches/{fixture.number}/"
    assert f"/matches/{first.pk}" in page.client.get(page.address).content.decode()
    with pytest.raises(Conflict):
        take_back(season, "match_replayed")
    play_all(season)
    assert kinds(fixture) == ["played"] * 3
    assert_true_standings(season)


def test_a_running_match_is_replayed_and_so_is_the_replay(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    matches = []
    for _replay in range(2):
        matches.append(fixture_of(fixture).match)
        decide(season, fixture, "replay")
        tick()
    assert all(fresh(match).annulled_at is not None for match in matches)
    assert fixture.former_matches.count() == 2
    assert fixture_of(fixture).match.status == Status.RUNNING


def test_a_replay_that_has_not_started_is_taken_back(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    match = finish(fixture)
    said = ends(fixture)
    decide(season, fixture, "replay")
    take_back(season, "match_replayed")
    tick()
    tasks.announce(match.pk)
    assert ends(fixture) == said
    assert (fixture_of(fixture).match_id, fixture_of(fixture).state) == (match.pk, FixtureState.SETTLED)
    assert not fixture.former_matches.exists()
    assert_true_standings(season)


def test_the_sweep_finishes_the_work_of_a_crash(travel, monkeypatch):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    forfeited, annulled, replayed = running(season)[:3]
    finish(annulled)
    before = replayed.match
    monkeypatch.setattr(upkeep, "do_now", lambda *_args, **_facts: None)
    decide(season, forfeited, "forfeit", 0)
    decide(season, annulled, "annul")
    decide(season, replayed, "replay")
    assert fixture_of(forfeited).match.status == Status.RUNNING
    tick()
    tasks.announce(forfeited.match_id)
    assert kinds(forfeited) == ["forfeited", "won_by_forfeit"]
    assert fixture_of(annulled).match.annulled_at is not None
    assert fresh(before).annulled_at is not None


def test_two_organisers_at_once_have_a_match_replayed_once(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    give_role(season.league, "nora", "organiser")
    fixture = running(season)[0]
    shown = Seen(newest_line(season.league), fixture.revision)
    found = at_once(
        *[lambda n=name: decide(season, fixture, "replay", actor=n, seen=shown) for name in ("olga", "nora")]
    )
    assert found.count(None) == 1
    assert sum(isinstance(one, Overtaken) for one in found) == 1
    assert fixture.former_matches.count() == 1
    assert season.log.filter(verb="match_replayed").count() == 1


def test_impossible_decisions_are_refused(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4, at_once=1)
    fixture = running(season)[0]
    own = fixture.seats.select_related("entry__user").first().entry.user.username
    give_role(season.league, own, "organiser")
    with pytest.raises(Forbidden):
        decide(season, fixture, "annul", actor=own)
    with pytest.raises(Forbidden):
        decide(season, fixture, "annul", actor="stranger")
    for seats in ((), (2,)):
        with pytest.raises(BadInput):
            decide(season, fixture, "forfeit", *seats)
    planned = season.fixtures.filter(state=FixtureState.PLANNED).first()
    with pytest.raises(Conflict, match="hasn’t started"):
        decide(season, planned, "replay")
    decide(season, fixture, "forfeit", 1)
    with pytest.raises(Conflict, match="already"):
        decide(season, fixture, "forfeit", 1)


def test_a_result_behind_the_next_cup_round_is_final(travel):
    season = begun(travel, Format.CUP, 2, people=4)
    first = running(season)[0]
    play_all(season)
    season = run_until(travel, season, "round", 2)
    for decision in ("annul", "replay"):
        with pytest.raises(Conflict, match="next round"):
            decide(season, first, decision)
    with pytest.raises(Conflict, match="next round"):
        decide(season, first, "forfeit", 0)


def test_before_the_season_nothing_is_decided(travel):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=4), "draw", plays=False)
    with pytest.raises(Conflict):
        decide(season, season.fixtures.first(), "annul")


def test_the_page_of_a_match_asks_what_would_follow_and_does_it_once(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture = running(season)[0]
    names = [seat.entry.user.username for seat in fixture.seats.select_related("entry__user").order_by("seat")]
    desk = Desk(person("olga"), season.league)
    desk.address = f"/leagues/{season.league.slug}/1/organise/matches/{fixture.number}/"
    (form,) = desk.forms("decision/")
    asked = desk.send_form(form, do="forfeit", seat="1", reason="did not come")
    shown = html.unescape(asked.content.decode()).replace("\u2068", "").replace("\u2069", "")
    assert f"Match {fixture.number}: declare a forfeit by {names[1]}?" in shown
    assert "The opponent wins." in shown
    assert fixture_of(fixture).state == FixtureState.RUNNING
    assert desk.say_yes(asked).status_code == 302
    assert kinds(fixture) == ["won_by_forfeit", "forfeited"]
    assert desk.send_form(form, do="forfeit", seat="1", reason="did not come").status_code in (302, 409)
    assert season.log.filter(verb="match_forfeited").count() == 1
