"""Half-point byes that players ask for, rounds that late entrants missed, and entering when no round is left."""

import html
import re
from datetime import timedelta

import pytest

from games import clock
from games.refusals import Conflict, Forbidden, TooMany
from leagues.core.rules import Format
from leagues.models import FixtureSeat, SeasonState
from leagues.services.deciding import requests
from leagues.services.drawing import rounds
from leagues.services.entering import entries
from leagues.services.organising import leagues
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, opened, resign, run_until, running, tick
from tests.leagues.desk import Desk
from tests.leagues.independent import assert_true_standings
from tests.leagues.services.drawing.drawn_rounds import BYE, HALF_BYE, PLAYED, ended, next_round, running_season

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NO_ROUND_LEFT = "All rounds of this season have been drawn. Sign up for the next season."


def ask(season, name):
    return requests.ask(user=person(name), season_id=season.pk, kind="bye")


def answered(season, name):
    found = ask(season, name)
    return found.state, found.answer, found.round


def in_round(season, number):
    """The kinds of results of everybody who is in a round, by name."""
    seats = FixtureSeat.objects.filter(fixture__season=season, fixture__round=number)
    return dict(seats.values_list("entry__user__username", "kind"))


def points(season, name):
    return season.entries.get(user=person(name)).standing.points


def accept(entry):
    entries.answer_entry(actor=person("olga"), entry_id=entry.pk, accept=True)


def shown(response):
    """The words of a page."""
    words = re.sub(r"<[^>]*>", " ", html.unescape(response.content.decode()))
    return " ".join(words.split())


def end_round(season):
    for fixture in running(season):
        resign(fixture, 0)


@pytest.mark.parametrize(("kind", "seats", "half"), [(Format.SWISS, 2, 1), (Format.POD_SWISS, 3, 5_000)])
def test_a_player_who_asks_sits_the_next_round_out_for_half_a_win(kind, seats, half, travel):
    season = begun(travel, kind, seats, people=7, rounds=2, half_byes=1)
    assert answered(season, "player0") == ("granted", "", 1)
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert in_round(season, 1)["player0"] == "half_bye"
    first = FixtureSeat.objects.get(fixture__season=season, fixture__round=0, entry__user=person("player0"))
    assert points(season, "player0") == first.points + half  # the first may be anything: a bye, won, lost
    tick()
    end_round(season)
    season = run_until(travel, season, "finish", plays=False)
    assert_true_standings(season)


def test_asking_for_the_same_round_twice_is_asking_once(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=3, half_byes=2)
    assert ask(season, "player0").pk == ask(season, "player0").pk
    assert season.requests.count() == 1


def test_the_season_says_how_many_half_point_byes_there_are(travel):
    season = running_season("abcd", rounds=4, half_byes=1)
    season.steps.filter(kind__in=["open_sign_up", "close_sign_up", "draw", "start"]).update(
        done_at="2026-01-01T00:00:00Z", look_at=None
    )
    assert answered(season, "a") == ("granted", "", 1)
    season.steps.filter(kind="round", number=2).update(done_at="2026-01-01T00:00:00Z", look_at=None)
    assert answered(season, "a") == ("refused", "You’ve used all your half-point byes for this season.", None)
    assert answered(season, "b") == ("granted", "", 2)


def test_without_a_rule_for_them_there_are_none(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=3)
    assert answered(season, "player0") == ("refused", "This season has no half-point byes.", None)
    with pytest.raises(TooMany):
        ask(season, "player0")
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert "half_bye" not in in_round(season, 1).values()


def test_formats_without_swiss_rounds_have_none(travel):
    season = opened(Format.CUP, 2, people=4, half_byes=2)
    assert answered(season, "player0")[1] == "This season has no half-point byes."


def test_nobody_asks_for_a_bye_when_the_last_round_is_drawn(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, half_byes=1)
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert answered(season, "player0") == ("refused", "All rounds of this season have been drawn.", None)


def test_a_bye_in_the_first_round_is_asked_for_before_it_is_drawn(travel):
    season = opened(Format.SWISS, 2, people=5, rounds=2, half_byes=1)
    assert answered(season, "player2") == ("granted", "", 0)
    season = run_until(travel, season, "draw", plays=False)
    assert in_round(season, 0)["player2"] == "half_bye"
    assert sorted(in_round(season, 0).values()) == ["", "", "", "", "half_bye"]
    assert ask(season, "player0").round == 1
    season = run_until(travel, season, "start", plays=False)
    assert points(season, "player2") == 1


def test_only_those_who_play_ask_for_a_bye(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2, half_byes=1)
    with pytest.raises(Forbidden):
        ask(season, "stranger")


def test_a_player_who_withdraws_after_asking_has_no_bye(travel):
    season = begun(travel, Format.SWISS, 2, people=5, rounds=2, half_byes=1)
    ask(season, "player0")
    requests.ask(user=person("player0"), season_id=season.pk, kind="withdrawal")
    tick()
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert "player0" not in in_round(season, 1)


def test_the_bye_of_an_odd_field_goes_to_a_player_who_plays():
    season = running_season("abcd", half_byes=1)
    ended(season, 0, ("a", PLAYED, 1), ("b", PLAYED, 2))
    ended(season, 0, ("c", PLAYED, 1), ("d", PLAYED, 2))
    entry = season.entries.get(user=person("a"))
    season.requests.create(entry=entry, kind="bye", state="granted", round=1, is_automatic=True)
    tables, out = next_round(season, 2)
    assert out == {"a": HALF_BYE, "d": BYE}
    assert {frozenset(table) for table in tables} == {frozenset("bc")}


def test_the_page_offers_byes_where_there_are_some_and_names_the_round(travel):
    with_byes = begun(travel, Format.SWISS, 2, people=4, rounds=3, half_byes=1)
    without = begun(travel, Format.SWISS, 2, people=4, rounds=3, name="Other League")
    client = client_of(person("player0"))
    assert 'value="bye"' not in client.get(f"/leagues/{without.league.slug}/requests/").content.decode()
    address = f"/leagues/{with_byes.league.slug}/"
    assert 'value="bye"' in client.get(f"{address}requests/").content.decode()
    client.post(f"{address}1/ask/", {"kind": "bye", "text": "a wedding"})
    page = client.get(f"{address}requests/").content.decode()
    assert "a half-point bye in the next round (round 2)" in " ".join(page.split())
    assert "granted" in page


# What is said before.


@pytest.mark.parametrize(
    ("numbers", "byes", "late"),
    [
        ({}, "There are no half-point byes.", "Late entrants get nothing for missed rounds."),
        (
            {"half_byes": "1", "late_halves": "1"},
            "Each player can take 1 half-point bye.",
            "Late entrants get half a win for 1 missed round and nothing for the rest.",
        ),
        (
            {"half_byes": "2", "late_halves": "3"},
            "Each player can take 2 half-point byes.",
            "Late entrants get half a win each for up to 3 missed rounds and nothing for the rest.",
        ),
    ],
)
def test_the_form_of_a_swiss_league_says_what_rounds_without_a_match_count(numbers, byes, late):
    chosen = {"title": "lantern", "seats": "2", "format": "swiss", "name": "Wednesdays", "preview": "yes"}
    answer = client_of(person("olga")).post("/leagues/new/", {**chosen, **numbers})
    assert f"{byes} {late}" in shown(answer)


def test_the_form_of_other_leagues_says_nothing_of_byes():
    chosen = {"title": "lantern", "seats": "2", "format": "cup"}
    assert "half-point" not in shown(client_of(person("olga")).get("/leagues/new/", chosen))


def test_an_organiser_sees_entries_and_byes_before_a_round_is_drawn(travel):
    season = opened(Format.SWISS, 2, admission="approval", rounds=2, half_byes=1)
    for name in ("a", "b", "c", "d", "e"):
        accept(entries.sign_up(user=person(name), season_id=season.pk))
    season = run_until(travel, season, "start", plays=False)
    tick()
    accept(entries.sign_up(user=person("late"), season_id=season.pk))
    for name in ("waits", "waits_too"):
        entries.sign_up(user=person(name), season_id=season.pk)
    ask(season, "a")
    end_round(season)
    asked = Desk(person("olga"), season.league).send(
        "timetable/", do="move", reason="all are done", at=f"{clock.now() + timedelta(minutes=2):%Y-%m-%dT%H:%M:%S}"
    )
    assert (
        "Round 2 is drawn, and its matches start. 1 player joins in this round. 1 player has a half-point "
        "bye. 2 players who asked to join are declined."
    ) in shown(asked)


# Rounds that late entrants missed.


@pytest.mark.parametrize(("halves", "kinds", "total"), [(0, ["unplayed"], 0), (1, ["half_bye"], 1)])
def test_a_late_entrants_missed_round_counts_as_the_season_says(halves, kinds, total, travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=3, late_halves=halves)
    entries.sign_up(user=person("late"), season_id=season.pk)
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    late = season.entries.get(user=person("late"))
    assert [seat.kind for seat in late.seats.filter(fixture__round=0)] == kinds
    again = in_round(season, 1)["late"] == "bye"
    assert points(season, "late") == total + 2 * again


def test_no_more_missed_rounds_count_than_the_season_says():
    season = running_season("abcd", rounds=6, late_halves=2)
    season.entries.create(user=person("late"))
    for number in range(3):
        ended(season, number, ("a", PLAYED, 1), ("b", PLAYED, 2))
    late = season.entries.get(user=person("late")).pk
    missed = [single.kind for single in rounds.prepare(season, 4).drawn.singles if single.entry == late]
    assert missed[:3] == ["half_bye", "half_bye", "unplayed"]


@pytest.mark.parametrize(("halves", "pairs"), [(2, ["ae", "cf", "bd"]), (0, ["ac", "be", "df"])])
def test_missed_rounds_that_count_half_a_win_count_for_the_pairing(halves, pairs):
    # a and c have won once. Two halves put e and f into their score group, where the top half meets the bottom half.
    season = running_season("abcd", rounds=6, late_halves=halves)
    for name in "ef":
        season.entries.create(user=person(name))
    ended(season, 0, ("a", PLAYED, 1), ("b", PLAYED, 2))
    ended(season, 0, ("c", PLAYED, 1), ("d", PLAYED, 2))
    assert {frozenset(table) for table in next_round(season, 3)[0]} == {frozenset(pair) for pair in pairs}


# Entering when no round is left.


def last_round_drawn(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    end_round(season)
    return run_until(travel, season, "round", 2, plays=False)


def test_nobody_enters_when_the_last_round_is_drawn(travel):
    season = last_round_drawn(travel)
    with pytest.raises(Conflict, match=NO_ROUND_LEFT):
        entries.sign_up(user=person("late"), season_id=season.pk)
    assert not season.entries.filter(user=person("late")).exists()
    assert 'id="join"' not in client_of(person("late")).get(f"/leagues/{season.league.slug}/").content.decode()


def test_one_enters_until_the_last_round_is_drawn(travel):
    season = begun(travel, Format.SWISS, 2, people=4, rounds=2)
    assert 'id="join"' in client_of(person("late")).get(f"/leagues/{season.league.slug}/").content.decode()
    assert entries.sign_up(user=person("late"), season_id=season.pk).state == "entered"


def test_nobody_enters_a_season_of_one_round_that_runs(travel):
    season = begun(travel, Format.POD_SWISS, 3, people=4, rounds=1)
    with pytest.raises(Conflict, match=NO_ROUND_LEFT):
        entries.sign_up(user=person("late"), season_id=season.pk)


def test_the_invited_do_not_enter_when_no_round_is_left(travel):
    season = opened(Format.SWISS, 2, admission="invitation", rounds=1)
    for name in ("anna", "bruno", "carla", "late"):
        leagues.invite(actor=person("olga"), league_id=season.league_id, user=person(name))
    for name in ("olga", "anna", "bruno", "carla"):
        entries.sign_up(user=person(name), season_id=season.pk)
    season = run_until(travel, season, "start", plays=False)
    with pytest.raises(Conflict, match=NO_ROUND_LEFT):
        entries.sign_up(user=person("late"), season_id=season.pk)


def test_a_player_who_waits_for_an_organiser_is_declined_when_the_last_round_is_drawn(travel):
    season = opened(Format.SWISS, 2, admission="approval", people=4, rounds=2)
    for entry in season.entries.all():
        accept(entry)
    season = run_until(travel, season, "start", plays=False)
    tick()
    accept(entries.sign_up(user=person("early"), season_id=season.pk))
    late = entries.sign_up(user=person("late"), season_id=season.pk)
    end_round(season)
    season = run_until(travel, season, "round", 2, plays=False)
    late.refresh_from_db()
    assert late.state == "declined"
    assert season.log.get(verb="not_answered").subject == person("late")
    assert "early" in in_round(season, 1)


def test_an_organiser_lets_nobody_in_when_no_round_is_left(travel):
    season = last_round_drawn(travel)
    asked = season.entries.create(user=person("late"), state="asked")
    assert season.state == SeasonState.RUNNING
    with pytest.raises(Conflict, match=NO_ROUND_LEFT):
        entries.answer_entry(actor=person("olga"), entry_id=asked.pk, accept=True)
    entries.answer_entry(actor=person("olga"), entry_id=asked.pk, accept=False)
    asked.refresh_from_db()
    assert asked.state == "declined"
