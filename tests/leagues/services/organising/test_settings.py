"""A league's choice of a title's settings holds for matches of all sizes; settings left open follow each size."""

from dataclasses import asdict

import pytest

from games.models import Match
from games.refusals import BadInput
from leagues.core.rules import Format, default_rules
from leagues.forms import SETTING, LeagueForm
from leagues.services.organising import leagues
from tests.cast import person
from tests.core.engine.test_settings import GAME
from tests.lantern.plugin import as_a_title
from tests.leagues.cast import newest, run_until, sign_up_all, tick

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def painted():
    """Lantern with settings of all kinds."""
    with as_a_title(GAME):
        yield


def league_of(settings, format=Format.POD_SWISS, seats=4):
    terms = leagues.Terms(title="lantern", rules=default_rules(format, seats), settings=settings)
    return leagues.create_league(owner=person("olga"), name="Painted League", terms=terms)


def form(**chosen):
    rules = {name: value for name, value in asdict(default_rules(Format.POD_SWISS, 4)).items() if value is not None}
    given = {"name": "Painted League", "pace": "standard", "admission": "open", f"{SETTING}wind": "calm"}
    given |= {f"{SETTING}memory": "kept"}
    return LeagueForm(GAME, 4, Format.POD_SWISS, {**rules, **given, f"{SETTING}paint": "own", **chosen})


def test_open_settings_follow_the_number_of_seats(travel):
    league = league_of({"paint": "own"})
    assert league.settings == {"wind": "calm", "memory": "kept", "paint": "own"}
    tick()
    sign_up_all(newest(league), 7)
    run_until(travel, newest(league), "start", plays=False)
    found = {match.seat_count: match.settings for match in Match.objects.all()}
    assert found == {
        3: {"wind": "calm", "memory": "kept", "paint": "own", "colours": "red blue", "nights": "15"},
        4: {"wind": "calm", "memory": "kept", "paint": "own", "colours": "red blue", "nights": "20"},
    }


def test_chosen_settings_are_the_same_in_matches_of_all_sizes(travel):
    league = league_of({"nights": "7", "paint": "own", "colours": "green red"})
    tick()
    sign_up_all(newest(league), 7)
    run_until(travel, newest(league), "start", plays=False)
    found = list(Match.objects.values_list("seat_count", "settings"))
    assert {seats for seats, _settings in found} == {3, 4}
    for _seats, settings in found:
        assert settings == {"wind": "calm", "memory": "kept", "paint": "own", "colours": "red green", "nights": "7"}


def test_settings_impossible_at_one_size_are_refused_with_the_rule():
    with pytest.raises(BadInput, match="one for two"):
        league_of({"paint": "own", "colours": "red"})
    assert league_of({"paint": "own", "colours": "red"}, Format.ROUND_ROBIN, 2).settings["colours"] == "red"


def test_the_form_says_so_next_to_the_setting():
    refused = form(**{f"{SETTING}colours": ["red"]})
    assert refused.errors == {f"{SETTING}colours": ["Colours: at least one for two players."]}
    assert form(**{f"{SETTING}nights": "41"}).errors.keys() == {f"{SETTING}nights"}
    left_open = form()
    assert left_open.is_valid(), left_open.errors
    assert left_open.terms().settings == {"wind": "calm", "memory": "kept", "paint": "own"}


def test_a_league_is_changed_from_what_it_has():
    league = league_of({"paint": "own", "colours": "red blue", "nights": "7"})
    shown = LeagueForm.of(league)
    assert shown[f"{SETTING}nights"].value() == "7"
    page = str(shown[f"{SETTING}colours"])
    assert page.count("checked") == 2


@pytest.mark.parametrize(("format", "seats"), [(Format.SWISS, 2), (Format.POD_SWISS, 4)])
def test_the_form_of_a_swiss_season_asks_for_half_point_byes(format, seats):
    shown = {field.name: field.value() for field in LeagueForm(GAME, seats, format).number_fields()}
    assert (shown["half_byes"], shown["late_halves"]) == (0, 0)


@pytest.mark.parametrize(("format", "seats"), [(Format.CUP, 2), (Format.PODS, 4), (Format.LADDER, 2)])
def test_the_forms_of_other_seasons_do_not_ask_for_half_point_byes(format, seats):
    shown = {field.name for field in LeagueForm(GAME, seats, format).number_fields()}
    assert shown.isdisjoint({"half_byes", "late_halves"})


def test_the_form_refuses_more_half_point_byes_than_there_are_rounds():
    taken = form(rounds=5, half_byes=2, late_halves=1)
    assert taken.is_valid(), taken.errors
    assert (taken.terms().rules.half_byes, taken.terms().rules.late_halves) == (2, 1)
    refused = form(rounds=5, half_byes=5)
    assert refused.errors == {"__all__": ["Half-point byes: enter a number from 0 to 4 (one less than the rounds)."]}
