"""Shared drawings of a season: never old, never another reader's, and of many divisions one."""

import re

import pytest
from django.test import Client

from leagues.core.rules import Format
from leagues.services.deciding import extensions, requests
from leagues.services.leaving import withdrawals
from leagues.views import drawn, exports
from masques_site.accounts.services import delete_account
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, forget_drawings, resign, running, seat_user, tick

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


def test_a_player_who_has_deleted_the_account_is_named_nowhere_from_then_on(season):
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


PARTS = ("", "matches/", "cross/", "season.json")


def divided(travel):
    """A season of two divisions, of which everybody plays one match at a time."""
    return begun(travel, Format.ROUND_ROBIN, 2, 8, division_size=4, at_once=1)


def test_a_result_of_one_division_leaves_the_drawings_of_others(travel):
    season = divided(travel)
    low = season.divisions.get(tier=1)
    forget_drawings()
    for part in PARTS:
        page(season, part)
    assert (len(drawn.of_divisions.kept), len(exports.kept.kept)) == (6, 2)
    resign(next(one for one in running(season) if one.division_id == low.pk), 1)
    tick()
    for part in PARTS:
        page(season, part)
    assert (len(drawn.of_divisions.kept), len(exports.kept.kept)) == (9, 3)


def acts_of(season):
    """Return acts that change pages, one after the other, each in the middle of a season."""
    olga, (first, second) = person("olga"), running(season)[:2]
    known = {"actor": olga, "season_id": season.pk, "reason": "agreed"}
    entry = season.entries.get(user=seat_user(second, 0))
    leaver = season.entries.exclude(pk=entry.pk).filter(division=entry.division_id).first()
    yield "a result", lambda: resign(first, 1)
    yield "matches that start", tick
    yield "a correction", lambda: requests.correct_result(**known, fixture_number=first.number, places=[2, 1])
    yield "more time", lambda: extensions.extend(**known, days=2)
    yield (
        "somebody who is taken out",
        lambda: withdrawals.take_out(actor=olga, entry_id=entry.pk, expel=True, reason="rude"),
    )
    yield "somebody who leaves", lambda: requests.ask(user=leaver.user, season_id=season.pk, kind="withdrawal")
    yield "a deleted account", lambda: delete_account(person(seat_user(first, 0).username))


def test_whatever_happens_everybody_reads_what_a_new_process_would_draw(travel):
    season = divided(travel)
    forget_drawings()
    before = [page(season, part) for part in PARTS]
    for name, act in acts_of(season):
        act()
        kept = [words(page(season, part)) for part in PARTS]
        forget_drawings()
        assert kept == [words(page(season, part)) for part in PARTS], name
    assert [words(one) for one in before] != kept


def words(html):
    """A page without what differs each time that it is asked for."""
    return re.sub(r'(nonce|value|content)="[^"]*"', "", html)


def test_one_of_many_divisions_is_shown_the_readers_or_the_requested(travel, monkeypatch):
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
