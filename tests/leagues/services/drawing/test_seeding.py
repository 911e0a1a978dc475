"""Seeding by ratings, and the ratings on the people page of a season."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock
from leagues.core.rules import Format
from leagues.models import PlayerRating, Season
from leagues.services.drawing.draw import seeded
from leagues.services.entering.entries import sign_up
from tests.cast import person
from tests.leagues.cast import begun, opened
from tests.ratings import rate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def entered(season, names):
    for name in names:
        sign_up(user=person(name), season_id=season.pk)
    return season


def order(season):
    return [entry.user.username for entry in seeded(season)]


def test_the_strongest_come_first_and_a_new_player_counts_as_one_thousand():
    season = entered(opened(Format.ROUND_ROBIN, 2), ["anna", "bruno", "carla", "dora"])
    rate(person("anna"), 900)
    rate(person("carla"), 1500)
    rate(person("dora"), 1001)
    assert order(season) == ["carla", "dora", "bruno", "anna"]


def test_only_ratings_among_people_with_the_settings_of_the_season_count():
    season = entered(opened(Format.ROUND_ROBIN, 2), ["anna", "bruno", "carla"])
    rate(person("anna"), 1900, pool="bots.calm")
    rate(person("bruno"), 1900, pool="people.storm")
    rate(person("carla"), 1001)
    assert order(season)[0] == "carla"
    Season.objects.filter(pk=season.pk).update(settings={"wind": "storm"})
    assert order(Season.objects.get(pk=season.pk))[0] == "bruno"


def test_the_present_display_counts_not_the_last_matchs():
    season = entered(opened(Format.ROUND_ROBIN, 2), ["anna", "bruno"])
    rate(person("anna"), 1210)
    rate(person("bruno"), 1200)
    assert order(season) == ["anna", "bruno"]
    PlayerRating.objects.filter(player=person("anna").pk).update(last=clock.now() - timedelta(weeks=30))
    assert order(season) == ["bruno", "anna"]


def test_equal_ratings_are_drawn_by_the_seed_of_the_season():
    season = entered(opened(Format.ROUND_ROBIN, 2), [f"p{n}" for n in range(8)])
    first = order(season)
    assert order(season) == first
    others = []
    for seed in ("a", "b", "c"):
        Season.objects.filter(pk=season.pk).update(seed=seed)
        others.append(order(Season.objects.get(pk=season.pk)))
    assert any(other != first for other in others)


def test_the_seeds_of_a_season_that_begins_follow_the_ratings(travel):
    for number in range(4):
        rate(person(f"player{number}"), 1000 + 10 * number)
    season = begun(travel, Format.ROUND_ROBIN, 2, 4)
    shown = {row.player: row.rating.shown(season.started_at) for row in PlayerRating.objects.all()}
    rows = season.entries.order_by("seed")
    ratings = [shown.get(entry.user_id, 1000) for entry in rows]
    assert ratings == sorted(ratings, reverse=True)


def people_page(client, season):
    return client.get(f"/leagues/{season.league.slug}/{season.number}/people/")


def test_the_people_page_shows_ratings_by_one_statement(client):
    season = entered(opened(Format.ROUND_ROBIN, 2), ["anna", "bruno"])
    rate(person("anna"), 1432)
    page = people_page(client, season).content.decode()
    assert "1432" in page
    assert ">1000<" in page.replace("1000<span", "1000<")
    assert page.count("provisional") == 1  # bruno has not played
    counts = []
    for names in ([], ["carla", "dora"]):
        entered(season, names)
        people_page(client, season)
        with CaptureQueriesContext(connection) as queries:
            people_page(client, season)
        counts.append(len(queries))
    assert counts[0] == counts[1]
