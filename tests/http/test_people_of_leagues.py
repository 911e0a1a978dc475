"""The pages of leagues for people who have deleted their accounts, are banned, or have blocked each other."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from leagues.services.playing import starting
from leagues.tasks import fill_seats, sweep
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.accounts.services import delete_account
from tests.http.doors import address, routes
from tests.http.seasons import hasten, newest
from tests.http.test_authorisation import table
from tests.http.town import Town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def town(shared_town: Town) -> Town:
    return shared_town


def pages(town: Town) -> Iterator[str]:
    """Every page of leagues that anybody can open, in each of the town's leagues."""
    declared = {route for route, (get, _post) in table().items() if set(get.values()) != {"405"}}
    for name, pattern in routes():
        if name.startswith("leagues:") and name in declared and not name.endswith("_of"):
            path = address(town, name, pattern)
            yield path
            if town.leagues.played.slug in path:
                yield path.replace(town.leagues.played.slug, town.leagues.ladder.slug)
    yield reverse("games:home")
    yield reverse("games:match", args=[town.leagues.own.match_id])


def read(town: Town, client: Client) -> dict[str, str]:
    """The text of every page that this browser may read."""
    found = {}
    for path in pages(town):
        response = client.get(path)
        assert response.status_code in (200, 302, 403, 404), path
        if response.status_code == 200:
            found[path] = response.content.decode()
    assert len(found) > 20
    return found


def test_no_page_names_people_whose_accounts_are_deleted(town):
    """A player with a card and a challenge, a substitute with an offer, and an organiser."""
    gone = ("other", "stranger", "organiser")
    names = [town.people[role].username for role in gone]
    before = "".join(read(town, town.client("owner")).values())
    assert all(name in before for name in names), "the pages name them while they are there"
    for role in gone:
        delete_account(town.people[role])
    sweep()
    fill_seats()
    for role in ("anonymous", "seated", "owner"):
        found = read(town, town.client(role))
        named = [(path, name) for path, text in found.items() for name in names if name in text]
        assert not named, (role, named)
        assert "a deleted account" in found[f"/leagues/{town.leagues.played.slug}/"]


def test_a_banned_player_stays_in_the_tables_and_is_asked_for_nothing(town):
    banned = town.people["other"]
    User.objects.filter(pk=banned.pk).update(banned_at=clock.now())
    found = read(town, Client())
    assert banned.username in found[f"/leagues/{town.leagues.played.slug}/"]
    assert banned.username in found[f"/leagues/{town.leagues.ladder.slug}/"]
    assert read(town, town.client("other"))


def test_a_block_keeps_nobody_from_a_league_and_shows_on_no_page(town):
    """Seats of leagues are drawn: blocks decide who sits down together at tables, not who meets in a season."""
    anna, bruno = town.people["seated"], town.people["other"]
    before = {role: set(read(town, town.client(role))) for role in ("seated", "other")}
    moderation.block(blocker=anna, blocked=bruno)
    for role in ("seated", "other"):
        found = read(town, town.client(role))
        assert set(found) == before[role]
        for user in (anna, bruno):
            assert user.username in found[f"/leagues/{town.leagues.played.slug}/"]
    season = newest(town.leagues.approved)
    for user in (anna, bruno, *town.leagues.rest):
        season.entries.update_or_create(user=user, defaults={"state": "entered"})
    hasten(season, "start")
    starting.start_due()
    both = season.fixtures.filter(seats__entry__user=anna).filter(seats__entry__user=bruno).get()
    assert both.match_id is not None
