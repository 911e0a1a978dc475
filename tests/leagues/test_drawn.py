"""What is drawn once for all readers of a season: never old, never anybody else's, and of many divisions one."""

import pytest
from django.test import Client

from leagues.core.rules import Format
from leagues.views import drawn
from masques_site.accounts.services import delete_account
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, resign, running, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def season(travel):
    return begun(travel, Format.ROUND_ROBIN, 2, 4)


def page(season, part="", name=None, **headers):
    client = client_of(person(name)) if name else Client()
    return client.get(f"/leagues/{season.league.slug}/{part}", **headers).content.decode()


@pytest.mark.parametrize("part", ["", "cross/"])
def test_everybody_reads_their_own_line_marked_and_nobody_elses(part, season):
    for name in ("player0", "player3", "player0"):
        read = page(season, part, name)
        own = season.entries.get(user=person(name))
        assert read.count("data-own") == 1
        assert f'<tr data-entry="{own.pk}" data-own' in read
    assert "data-own" not in page(season, part)
    assert "data-own" not in page(season, part, "sandro")


@pytest.mark.parametrize("part", ["", "matches/", "cross/", "embed/"])
def test_a_result_is_read_by_those_who_have_read_before(part, season):
    def read():
        return Client().get(f"/leagues/{season.league.slug}/{part}").context["drawn"]

    before = read()
    assert read() == before
    resign(running(season)[0], 1)
    tick()
    assert read() != before


def test_who_has_deleted_the_account_is_named_nowhere_from_then_on(season):
    assert "player2" in page(season)
    delete_account(person("player2"))
    for part in ("", "matches/", "cross/", "embed/"):
        assert "player2" not in page(season, part)


def test_each_language_has_its_own_drawing(season):
    assert "Points" in page(season)
    assert "Punti" in page(season, HTTP_ACCEPT_LANGUAGE="it")
    assert "Points" in page(season)


def test_pages_that_nothing_has_changed_are_drawn_once(season):
    drawn.drawings.kept.clear()
    for name in (None, "player0", "player1", "olga"):
        page(season, "", name)
    assert len(drawn.drawings.kept) == 1


def test_of_many_divisions_one_is_shown_the_readers_own_or_the_one_asked_for(travel, monkeypatch):
    monkeypatch.setattr(drawn, "MOST_AT_ONCE", 2)
    season = begun(travel, Format.PODS, 3, 12, division_size=4)
    for entry in season.entries.select_related("user", "division"):
        read = page(season, "", entry.user.username)
        assert f'id="division-{entry.division_id}"' in read
        assert read.count("league-division") == 1
        assert f'<tr data-entry="{entry.pk}" data-own' in read
    assert ">Division 1<" in page(season)
    for part in ("", "matches/", "cross/"):
        assert "Division 2.2" in page(season, f"{part}?division=2.2")
        assert ">Division 1<" in page(season, f"{part}?division=nothing")
    assert 'href="?division=2.1"' in page(season)
