"""How standings are made is stored with each season, and set on the league's page."""

import json
from dataclasses import replace

import pytest
from django.test import Client

from games.refusals import BadInput
from games.registry import TITLES
from leagues.core import rules as core_rules
from leagues.core.points import Scale
from leagues.core.rules import Format, default_rules
from leagues.core.standings import Criterion
from leagues.forms import LeagueForm
from leagues.models import League, Season, Standing
from leagues.selectors.export import season_data
from leagues.services.organising import leagues
from leagues.services.playing import standings
from tests.cast import person
from tests.leagues.cast import make_league, newest, opened, run_until
from tests.leagues.independent import assert_true_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

USUAL = ["points", "wins", "head_to_head", "sonneborn_berger", "score_share", "timeouts", "lot"]
SENT = {"name": "Lantern League", "pace": "standard", "admission": "open", "setting_wind": "calm"}
SENT |= {"setting_memory": "kept", "sign_up_days": "7", "play_days": "42", "extension_days": "7", "break_days": "7"}
SENT |= {"at_once": "0", "division_size": "6", "unfinished": "nobody"}
SENT |= {"objection_days": "3", "promoted": "1", "relegated": "2", "is_rated": "on", "nights": "on"}


def stored_standings(season):
    return list(Standing.objects.filter(division__season=season).order_by("pk").values())


def form(**chosen):
    return LeagueForm(TITLES["lantern"], 2, Format.ROUND_ROBIN, SENT | chosen)


def test_another_default_in_the_code_changes_no_finished_season(travel, monkeypatch):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, 4), "finish")
    before = stored_standings(season)
    assert len(before) == 4
    reordered = (Criterion.POINTS, Criterion.TIMEOUTS, Criterion.LOT)
    monkeypatch.setattr(core_rules, "default_criteria", lambda _format: reordered)
    standings.recompute_season(Season.objects.get(pk=season.pk))
    assert stored_standings(season) == before
    assert newest(make_league(Format.ROUND_ROBIN, 2, name="Later League")).rules.criteria == reordered


def test_a_season_keeps_the_order_that_its_league_had():
    league = make_league(Format.ROUND_ROBIN, 2)
    first = newest(league)
    league.rules = replace(league.rules, criteria=(Criterion.POINTS, Criterion.LOT))
    league.save()
    assert newest(league).pk == first.pk
    assert Season.objects.get(pk=first.pk).criteria == USUAL


def test_the_chosen_order_makes_the_standings_and_is_published(travel):
    order = (Criterion.POINTS, Criterion.SONNEBORN_BERGER, Criterion.TIMEOUTS, Criterion.LOT)
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, 4, criteria=order), "finish")
    published = json.loads(json.dumps(season_data(season)))
    assert published["rules"]["criteria"] == ["points", "sonneborn_berger", "timeouts", "lot"]
    assert published["rules"]["scale"] == {"unit": 2, "win": 2, "worths": [[2, 0]]}
    assert published["rules"]["scoring_version"] == 1
    lines = [line for division in published["divisions"] for line in division["table"]]
    assert all(line["values"].keys() == {"points", "sonneborn_berger", "timeouts", "lot"} for line in lines)
    assert_true_standings(season)


def test_an_order_that_cannot_be_is_refused():
    points, wins, lot = Criterion.POINTS, Criterion.WINS, Criterion.LOT
    for order, said in (
        ((wins, points, lot), "points come first"),
        ((points, wins), "drawing lots comes last"),
        ((points, wins, wins, lot), "only once"),
        ((points, Criterion.BUCHHOLZ, lot), "Swiss"),
        ((), "points come first"),
    ):
        rules = replace(default_rules(Format.ROUND_ROBIN, 2), criteria=order)
        with pytest.raises(BadInput, match=said):
            leagues.create_league(
                owner=person("olga"), name="Lantern", terms=leagues.Terms(title="lantern", rules=rules)
            )


def test_the_form_sets_the_order_and_shows_it_again():
    chosen = form(criterion_2="sonneborn_berger", criterion_3="", criterion_4="wins")
    assert chosen.is_valid(), chosen.errors
    assert [one.value for one in chosen.terms().rules.criteria] == ["points", "sonneborn_berger", "wins", "lot"]
    league = leagues.create_league(owner=person("olga"), terms=chosen.terms(), **chosen.about())
    shown = LeagueForm.of(League.objects.get(pk=league.pk))
    assert [field.value() for field in shown.criteria() if field.value()] == ["sonneborn_berger", "wins"]
    assert shown["unfinished"].value() == "nobody"


def test_the_form_names_the_place_of_a_criterion_chosen_twice():
    assert form(criterion_2="wins", criterion_4="wins").errors.keys() == {"criterion_4"}
    assert form(criterion_2="buchholz").errors.keys() == {"criterion_2"}


def test_a_new_form_has_the_usual_order_and_a_ladder_has_none():
    swiss = LeagueForm(TITLES["lantern"], 2, Format.SWISS)
    assert [field.value() for field in swiss.criteria() if field.value()] == [
        "wins", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "score_share", "timeouts"
    ]  # fmt: skip
    assert LeagueForm(TITLES["lantern"], 2, Format.LADDER).criteria() == []


def test_everything_that_a_season_keeps_is_set_by_the_form():
    chosen = LeagueForm(
        TITLES["lantern"],
        3,
        Format.PODS,
        SENT
        | {"promoted": "2", "relegated": "1", "weekends": "on", "is_rated": ""}
        | {"bench_scores": "on", "table_results": "on"},
    )
    assert chosen.is_valid(), chosen.errors
    league = leagues.create_league(owner=person("olga"), terms=chosen.terms(), **chosen.about())
    season = newest(league)
    assert (season.promoted, season.relegated) == (2, 1)
    assert (season.is_rated, season.nights, season.weekends, season.vacations) == (False, True, True, False)
    assert (season.bench_scores, season.table_results) == (True, True)
    shown = LeagueForm.of(league)
    assert [field.value() for field in shown.play_fields()] == [False, True, True, False, True, True]
    usual = form()
    assert usual.is_valid()
    assert not usual.terms().rules.table_results


def test_a_pace_that_does_not_fit_the_days_is_refused_at_the_pace():
    # Lantern takes 12 moves with two: at half a day for each of them, 6 days; one after the other, 30.
    assert form(pace="relaxed", play_days="7").is_valid()
    refused = form(pace="relaxed", play_days="7", at_once="1")
    assert refused.errors == {"pace": ["Pace: “Relaxed” is too slow. Days to play: 7; needed: 30."]}
    rules = replace(default_rules(Format.ROUND_ROBIN, 2), play_days=7, at_once=1)
    terms = leagues.Terms(title="lantern", rules=rules, pace="relaxed")
    with pytest.raises(BadInput, match="too slow"):
        leagues.create_league(owner=person("olga"), name="Lantern", terms=terms)


def test_the_pages_say_how_long_the_season_takes():
    league = make_league(Format.ROUND_ROBIN, 2)
    client = Client()
    client.force_login(person("olga"))
    # A week to sign up, a day to look at the draw, six weeks to play, a week of extension, three days to object.
    said = "The season takes 60 days from the start of sign-up to the final standings."
    page = client.get("/leagues/new/?title=lantern&seats=2&format=round_robin")
    assert said in page.content.decode()
    address = f"/leagues/{league.slug}/organise/rules/"
    assert said in client.get(address).content.decode()
    longer = client.post(address, SENT | {"play_days": "43", "preview": "yes"})
    assert "The season takes 61 days" in longer.content.decode()
    assert League.objects.get(pk=league.pk).play_days == 42


def test_the_page_of_the_rules_shows_and_keeps_what_the_league_has():
    scale = Scale(unit=1, win=3, worths=((3, 0),))
    league = make_league(Format.ROUND_ROBIN, 2, scale=scale, play_days=30)
    client = Client()
    client.force_login(person("olga"))
    assert "The season takes 48 days" in client.get(f"/leagues/{league.slug}/organise/rules/").content.decode()
    changed = LeagueForm.of(league, SENT | {"play_days": "50"})
    assert changed.is_valid(), changed.errors
    rules = changed.terms().rules
    assert (rules.scale, rules.play_days) == (scale, 50)
