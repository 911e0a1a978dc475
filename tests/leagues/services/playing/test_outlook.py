"""The prospects of a division's players: by the numbers of the season, once for all results of a step."""

import pytest
from django.test import Client

from leagues.core.rules import Format
from leagues.models import Division
from leagues.services.deciding import requests
from leagues.services.playing import outlook, standings
from tests.leagues.cast import begun, resign, run_until, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def counted(monkeypatch):
    """For which divisions the remaining matches were simulated."""
    seen = []
    whole = outlook.project

    def project(players, *args, **options):
        seen.append(tuple(players))
        return whole(players, *args, **options)

    monkeypatch.setattr(outlook, "project", project)
    return seen


def season_of_two_tiers(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=8, division_size=4, promoted=2, relegated=1, at_once=0)
    assert list(season.divisions.values_list("tier", flat=True)) == [0, 1]
    return season


def stored(division):
    return Division.objects.get(pk=division.pk).outlook


def total(division, name):
    """How many players are expected to end so."""
    return round(sum(one["chances"].get(name, 0) for one in stored(division).values()), 6)


def test_the_chances_are_those_of_the_numbers_of_the_season(travel):
    season = season_of_two_tiers(travel)
    top, low = season.divisions.order_by("tier")
    resign(running(season)[0], 0)
    assert [total(top, name) for name in ("first", "up", "stay", "down")] == [1, 0, 3, 1]
    assert [total(low, name) for name in ("first", "up", "stay", "down")] == [0, 2, 2, 0]
    assert {tuple(one["goals"]) for one in stored(low).values()} == {("up",)}
    assert {tuple(one["goals"]) for one in stored(top).values()} == {("first", "safe")}


def test_the_second_of_a_division_that_promotes_two_is_certain_of_it(travel):
    season = season_of_two_tiers(travel)
    low = season.divisions.get(tier=1)
    players = list(low.entries.order_by("pk").values_list("pk", flat=True))
    for fixture in running(season):
        seats = list(fixture.seats.order_by("entry"))
        if fixture.division_id == low.pk and [seat.entry_id for seat in seats] != players[2:]:
            resign(fixture, seats[1].seat)  # the first to sign up wins; the last two still play
    second = stored(low)[str(players[1])]
    assert low.standings.get(entry=players[1]).rank == 2
    assert (second["goals"]["up"]["verdict"], second["chances"]["up"]) == ("certain", 1)


def test_a_player_who_has_left_wins_no_division_any_more(travel):
    season = begun(travel, Format.PODS, 3, people=8, division_size=4, promoted=1, relegated=1, at_once=0)
    low = season.divisions.get(tier=1)
    leaver = low.entries.order_by("pk").first()
    requests.ask(user=leaver.user, season_id=season.pk, kind="withdrawal")
    chances = stored(low)[str(leaver.pk)]["chances"]
    assert (chances["up"], chances["stay"]) == (0, 1)
    assert total(low, "up") == 1


def test_it_is_the_same_whenever_it_is_computed(travel):
    season = season_of_two_tiers(travel)
    low = season.divisions.get(tier=1)
    before = stored(low)
    standings.recompute(low)
    assert stored(low) == before
    assert {one["samples"] for one in before.values()} == {outlook.SAMPLES}


def test_the_page_says_by_how_many_runs_it_is_estimated(travel):
    season = season_of_two_tiers(travel)
    page = Client().get(f"/leagues/{season.league.slug}/").content.decode()
    assert f"Estimated from {outlook.SAMPLES} random simulations: " in page
    assert "% promotion" in page
    assert "% relegation" in page


def test_the_end_of_play_simulates_nothing_and_an_extension_leaves_one_simulation(travel, counted):
    season = season_of_two_tiers(travel)
    fixture = running(season)[0]
    user = fixture.seats.first().entry.user
    requests.ask(user=user, season_id=season.pk, kind="extension", fixture_number=fixture.number)
    counted.clear()
    run_until(travel, season, "end_play", plays=False)
    assert len(counted) == 1
    counted.clear()
    run_until(travel, season, "end_extension", plays=False)
    assert counted == []
    assert season.fixtures.exclude(state="settled").count() == 0


def test_where_nobody_goes_up_or_down_there_is_nothing_to_say(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=8, division_size=4, promoted=0, relegated=0)
    assert stored(season.divisions.get(tier=1)) is None
    assert set(next(iter(stored(season.divisions.get(tier=0)).values()))["chances"]) == {"first"}
