"""The purpose of a match is on its page and in the lists; a match from a table needs no statement for it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock
from games.models import Match
from games.policy import Policy
from games.selectors.lists import dashboard
from leagues.core.rules import Format
from leagues.models import Fixture
from masques_site.accounts.policy import SitePolicy
from tests.accounts.cast import client_of
from tests.cast import person, running_match
from tests.leagues.cast import make_league, newest, sign_up_all, sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def running_season(travel, format=Format.PODS, seats=3, people=4, **rules):
    """A season whose first matches run; its people in the order of their names."""
    season = newest(make_league(format, seats, **rules))
    sweep()
    sign_up_all(season, people)
    for kind in ("close_sign_up", "draw", "start"):
        if step := season.steps.filter(kind=kind, done_at=None).first():
            travel(max(timedelta(0), step.at - clock.now()) + timedelta(seconds=1))
        sweep()
    return season


def statements(call) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def test_the_page_and_the_lists_say_what_a_match_counts_for(travel):
    season = running_season(travel, division_size=4)
    fixture = Fixture.objects.filter(season=season, match__isnull=False).order_by("number").last()
    words = f"Lantern League, season 1, division 1, match {fixture.number}"
    link = f'href="/leagues/lantern-league/1/?division=1#division-{fixture.division_id}"'
    player = fixture.seats.first().entry.user
    for client in (Client(), client_of(player), client_of(person("sandro"))):
        page = client.get(f"/matches/{fixture.match_id}/").content.decode()
        assert words in page
        assert link in page
        history = client.get(f"/matches/{fixture.match_id}/history/").content.decode()
        assert words in history
        assert link in history
    home = client_of(player).get("/").content.decode()
    assert words in home
    assert (
        f'id="division-{fixture.division_id}"' in client_of(player).get("/leagues/lantern-league/1/").content.decode()
    )


def test_a_match_of_rounds_says_its_round(travel):
    season = running_season(travel, Format.SWISS, 2, 4, rounds=3)
    fixture = Fixture.objects.filter(season=season, match__isnull=False).first()
    page = Client().get(f"/matches/{fixture.match_id}/").content.decode()
    assert f"Lantern League, season 1, round 1, match {fixture.number}" in page


def test_a_fragment_of_a_page_keeps_the_label(travel):
    season = running_season(travel, division_size=4)
    match = Fixture.objects.filter(season=season, match__isnull=False).first().match
    part = Client().get(f"/matches/{match.pk}/", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert "Lantern League" in part.content.decode()


def test_a_list_of_arranged_matches_asks_once_and_one_of_others_never(travel):
    season = running_season(travel, division_size=4)
    player = season.entries.get(user=person("player0")).user
    with_label = statements(lambda: dashboard(player))
    Match.objects.update(source=None)
    assert statements(lambda: dashboard(player)) == with_label - 1


def test_matches_from_tables_have_no_label_and_nobody_is_asked(monkeypatch):
    match = running_match("lantern", [person("anna"), person("bruno")])
    monkeypatch.setattr(Policy, "labels", lambda *_args: pytest.fail("asked about a match from a table"))
    monkeypatch.setattr(SitePolicy, "labels", lambda *_args: pytest.fail("asked about a match from a table"))
    assert client_of(person("anna")).get("/").status_code == 200
    assert Client().get(f"/matches/{match.pk}/").status_code == 200
