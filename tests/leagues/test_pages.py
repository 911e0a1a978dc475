"""The pages of leagues, as visitors, members and organisers meet them."""

import pytest
from django.test import Client

from leagues.core.rules import Format
from leagues.models import League
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import make_league, newest, run_until, sign_up_all, sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PAGES = ("", "matches/", "timetable/", "people/", "log/", "1/", "1/matches/")


@pytest.fixture
def season(travel):
    """A season of pods that is being played."""
    season = newest(make_league(Format.PODS, 3, division_size=4))
    sweep()
    sign_up_all(season, 5)
    return run_until(travel, season, "start")


def test_everybody_reads_a_season(season):
    for client in (Client(), client_of(person("player0")), client_of(person("sandro"))):
        for page in PAGES:
            response = client.get(f"/leagues/{season.league.slug}/{page}")
            assert response.status_code == 200, page
        assert "player3" in client.get(f"/leagues/{season.league.slug}/").content.decode()


def test_the_organisers_page_is_for_organisers(season):
    address = f"/leagues/{season.league.slug}/organise/"
    assert client_of(person("olga")).get(address).status_code == 200
    assert client_of(person("olga")).get(f"{address}rules/").status_code == 200
    assert client_of(person("player0")).get(address).status_code == 403
    assert Client().get(address).status_code == 403


def test_a_league_is_made_by_the_forms_alone():
    client = client_of(person("olga"))
    assert client.get("/leagues/new/").status_code == 200
    assert client.get("/leagues/new/?title=lantern&seats=3").status_code == 200
    chosen = {"title": "lantern", "seats": "3", "format": "pods"}
    page = client.get("/leagues/new/", chosen)
    assert page.status_code == 200
    fields = {name: field.initial for name, field in page.context["form"].fields.items()}
    sent = {
        **chosen,
        **{name: value for name, value in fields.items() if value is not None and value is not False},
        "name": "Friends",
    }
    assert client.post("/leagues/new/", {**sent, "preview": "yes"}).status_code == 200
    assert not League.objects.exists()
    assert client.post("/leagues/new/", sent).status_code == 302
    assert League.objects.get().slug == "friends"
    assert client.post("/leagues/new/", sent).status_code == 422


def test_signing_up_and_leaving_by_the_forms_of_the_page(travel):
    season = newest(make_league(Format.PODS, 3))
    sweep()
    address = f"/leagues/{season.league.slug}/"
    client = client_of(person("anna"))
    assert "Sign up" in client.get(address).content.decode()
    assert client.post(f"{address}sign-up/", {"returns": "yes"}).status_code == 302
    assert season.entries.get().returns is True
    client.post(f"{address}leave/", {})
    assert season.entries.get().state == "entered"
    client.post(f"{address}leave/", {"sure": "yes"})
    assert season.entries.get().state == "withdrawn"


def test_what_is_not_there_is_not_found():
    for address in ("/leagues/nothing/", "/leagues/nothing/7/", "/leagues/nothing/organise/"):
        assert Client().get(address).status_code == 404


def test_a_member_asks_reads_the_answer_and_takes_back_what_is_open(season):
    client = client_of(person("player0"))
    page = f"/leagues/{season.league.slug}/requests/"
    assert "Requests" in client.get(f"/leagues/{season.league.slug}/").content.decode()
    own = [line.fixture.number for line in client.get(page).context["own_matches"]]
    assert own == list(season.fixtures.filter(seats__entry__user=person("player0")).values_list("number", flat=True))
    for kind in ("extension", "correction"):
        asked = client.post(
            f"/leagues/{season.league.slug}/ask/", {"kind": kind, "fixture": str(own[0]), "text": "a wedding"}
        )
        assert asked.status_code == 302
        assert asked.url.endswith("/requests/")
    answered = client.get(page)
    assert "The match is not being played." in answered.content.decode()
    waiting, refused = answered.context["requests"]
    assert (refused.kind, refused.state, refused.is_automatic) == ("extension", "refused", True)
    assert (waiting.kind, waiting.state) == ("correction", "open")
    client.post(f"{page}{waiting.pk}/take-back/")
    assert client.get(page).context["requests"][0].state == "withdrawn"


def test_requests_are_read_by_those_who_made_them_alone(season):
    page = f"/leagues/{season.league.slug}/requests/"
    client = client_of(person("player0"))
    client.post(f"/leagues/{season.league.slug}/ask/", {"kind": "appeal", "text": "a secret of mine"})
    assert "a secret of mine" in client.get(page).content.decode()
    assert "a secret of mine" not in client_of(person("player1")).get(page).content.decode()
    for stranger in (Client(), client_of(person("sandro"))):
        assert stranger.get(page).status_code == 403
    request = season.requests.get()
    client_of(person("player1")).post(f"{page}{request.pk}/take-back/")
    request.refresh_from_db()
    assert request.state == "open"


def test_a_season_is_cancelled_and_another_announced_on_the_organisers_page(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    client, page = client_of(person("olga")), f"/leagues/{league.slug}/organise/"
    assert f"{page}cancel/" in client.get(page).content.decode()
    client.post(f"{page}cancel/", {"reason": ""})
    assert newest(league).state == "sign_up"
    client.post(f"{page}cancel/", {"reason": "too hot"})
    assert newest(league).state == "cancelled"
    shown = client.get(page).content.decode()
    assert f"{page}announce/" in shown
    assert f"{page}cancel/" not in shown
    client.post(f"{page}announce/")
    assert newest(league).number == 2
