"""The pages of leagues, as visitors, members and organisers meet them."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from leagues.core.rules import Format
from leagues.models import League
from leagues.selectors.crosstables import crosstable
from leagues.selectors.seasons import FixtureLine, Person, SeatLine, ShownDivision
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import (
    make_league,
    newest,
    play_all,
    resign,
    run_until,
    running,
    seat_user,
    sign_up_all,
    sweep,
    tick,
)
from tests.leagues.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PAGES = ("", "matches/", "cross/", "hall/", "timetable/", "people/", "log/", "1/", "1/matches/", "1/cross/")


@pytest.fixture
def season(travel):
    """A season of pods whose first matches run."""
    season = newest(make_league(Format.PODS, 3, division_size=4))
    sweep()
    sign_up_all(season, 5)
    return run_until(travel, season, "start", plays=False)


def test_everybody_reads_a_season(season):
    play_all(season)
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


def test_missing_rows_give_404():
    for address in ("/leagues/nothing/", "/leagues/nothing/7/", "/leagues/nothing/organise/"):
        assert Client().get(address).status_code == 404


def test_a_member_asks_reads_the_answer_and_takes_back_what_is_open(season):
    play_all(season)
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
    assert "The match isn’t in progress." in answered.content.decode()
    waiting, refused = answered.context["requests"]
    assert (refused.kind, refused.state, refused.is_automatic) == ("extension", "refused", True)
    assert (waiting.kind, waiting.state) == ("correction", "open")
    client.post(f"{page}{waiting.pk}/take-back/")
    assert client.get(page).context["requests"][0].state == "withdrawn"


@pytest.mark.parametrize(
    ("stored", "english", "italian"),
    [
        ("The match is not being played.", "The match isn’t in progress.", "La partita non è in corso."),
        ("This season knows no extensions.", "This season doesn’t allow extensions.", "non prevede proroghe"),
        ("The match isn’t in progress.", "The match isn’t in progress.", "La partita non è in corso."),
    ],
)
def test_answers_that_earlier_versions_stored_are_shown_in_the_words_of_now(season, stored, english, italian):
    play_all(season)
    client = client_of(person("player0"))
    page = f"/leagues/{season.league.slug}/requests/"
    number = client.get(page).context["own_matches"][0].fixture.number
    client.post(
        f"/leagues/{season.league.slug}/ask/", {"kind": "extension", "fixture": str(number), "text": "a wedding"}
    )
    row = season.requests.get()
    row.answer = stored
    row.save()
    assert english in client.get(page).content.decode()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    assert italian in client.get(page).content.decode()


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
    desk = Desk(person("olga"), league)
    assert desk.send("cancel/", reason="").status_code == 400
    assert newest(league).state == "sign_up"
    asked = desk.send("cancel/", reason="too hot")
    assert "0 players have signed up and will be notified." in asked.content.decode()
    assert newest(league).state == "sign_up"
    desk.say_yes(asked)
    assert newest(league).state == "cancelled"
    assert not desk.forms("cancel/")
    desk.send("announce/")
    assert newest(league).number == 2


def test_the_cross_table_leads_from_every_pair_to_its_matches(travel):
    season = newest(make_league(Format.ROUND_ROBIN, 2))
    sweep()
    sign_up_all(season, 4)
    season = run_until(travel, season, "start", plays=False)
    first, *others = running(season)
    resign(first, 0)
    tick()
    page = Client().get(f"/leagues/{season.league.slug}/cross/")
    ((_division, rows),) = page.context["crosstables"]
    met = [(row.line.entry.user.username, cell) for row in rows for cell in row.cells if cell]
    signs = {(name, one.match.fixture.pk): one.sign for name, cell in met for one in cell}
    assert signs[seat_user(first, 0).username, first.pk] == "×"
    assert signs[seat_user(first, 1).username, first.pk] == "+"
    assert {signs[seat_user(one, seat).username, one.pk] for one in others for seat in (0, 1)} == {"·"}
    assert [sum(cell is None for cell in row.cells) for row in rows] == [1] * 4
    assert str(first.match_id) in page.content.decode()


def test_the_hall_of_fame_names_who_won_the_highest_tier(travel):
    season = newest(make_league(Format.PODS, 3, division_size=4))
    sweep()
    assert "No season has been won yet" in Client().get(f"/leagues/{season.league.slug}/hall/").content.decode()
    sign_up_all(season, 9)
    run_until(travel, season, "finish")
    hall = Client().get(f"/leagues/{season.league.slug}/hall/").context["hall"]
    winner = season.divisions.get(tier=0, index=0).standings.get(rank=1)
    assert [(champion.person.name, champion.titles) for champion in hall.champions] == [(winner.entry.user.username, 1)]
    (past,) = hall.seasons
    assert [len(one.honours) for one in past.divisions] == [3, *[1] * (len(past.divisions) - 1)]


def test_embedded_standings_are_the_same_for_all_readers(season):
    address = f"/leagues/{season.league.slug}/embed/"
    for client in (Client(), client_of(person("player0"))):
        page = client.get(address)
        assert "X-Frame-Options" not in page.headers
        assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
        assert "player0" in page.content.decode()
        assert "data-own" not in page.content.decode()
        other = client.get(f"/leagues/{season.league.slug}/")
        assert "frame-ancestors *" not in other.headers["Content-Security-Policy"]


def test_a_seasons_exports_are_linked_from_its_page(season):
    page = client_of(person("player0")).get(f"/leagues/{season.league.slug}/").content.decode()
    for part in ("1/season.csv", "1/season.json", "log.atom", "1/embed/"):
        assert f'href="/leagues/{season.league.slug}/{part}"' in page
        assert Client().get(f"/leagues/{season.league.slug}/{part}").status_code == 200
    token = page.split('href="/leagues/calendar/')[1].split('"')[0]
    calendar = Client().get(f"/leagues/calendar/{token}")
    assert calendar.status_code == 200
    assert calendar.content.startswith(b"BEGIN:VCALENDAR")


def test_the_address_of_a_players_calendar_stays_the_same_and_is_nobody_elses(season):
    def address(name):
        page = client_of(person(name)).get(f"/leagues/{season.league.slug}/").content.decode()
        return page.split('href="/leagues/calendar/')[1].split('"')[0]

    first = address("player0")
    with time_machine.travel(datetime.now(UTC) + timedelta(days=40)):
        assert address("player0") == first
        assert Client().get(f"/leagues/calendar/{first}").status_code == 200
    assert address("player1") != first


@pytest.mark.parametrize(
    ("own", "other", "sign"),
    [
        (("played", 1), ("played", 2), "1"),
        (("played", 3), ("played", 2), "0"),
        (("played", 2), ("played", 2), "½"),
        (("played", 3), ("forfeited", None), "1"),
        (("forfeited", None), ("played", 3), "×"),
        (("forfeited", None), ("forfeited", None), "×"),
        (("won_by_forfeit", None), ("forfeited", None), "+"),
        (("annulled", 1), ("annulled", 2), "–"),
        (("", None), ("", None), "·"),
    ],
)
def test_a_cross_table_writes_results_as_the_standings_weigh_them(own, other, sign):
    seats = [
        SeatLine(number, Person(str(number), "", is_viewer=False), "", kind, place, "", None, 0)
        for number, (kind, place) in enumerate((own, other))
    ]
    lines = [SimpleNamespace(entry=SimpleNamespace(pk=number)) for number in range(2)]
    fixtures = [FixtureLine(SimpleNamespace(number=1), "", seats)]
    (first, _second) = crosstable(ShownDivision(SimpleNamespace(pk=1), lines, fixtures))
    assert [cell and cell[0].sign for cell in first.cells] == [None, sign]


def test_organisers_read_everything_except_members_own_mails(season):
    page = f"/leagues/{season.league.slug}/log/"
    assert season.log.filter(verb="plays").count() == 5
    told = "The season has started. Matches are starting for"
    assert client_of(person("olga")).get(page).content.decode().count(told) == 0
    member = client_of(person("player0")).get(page).content.decode()
    assert member.count(told) == 1
    assert f"{told} player0." in member
    assert "player3 signed up." in client_of(person("olga")).get(page).content.decode()


def test_standings_mark_promotion_relegation_and_the_readers_rank(travel):
    """Two of a division go down by the rules of the season, but of four only the last."""
    season = newest(make_league(Format.PODS, 3, division_size=4, promoted=1, relegated=2))
    sweep()
    sign_up_all(season, 12)
    season = run_until(travel, season, "start")
    page = client_of(person("player0")).get(f"/leagues/{season.league.slug}/")
    standings = page.content.decode().split('class="table standings"')[1:]
    zones = [re.findall(r'<tr data-entry="\d+"(?: data-own)?(?: class="(\w+)")?>', each) for each in standings]
    assert zones == [["", "", "", "down"], ["up", "", "", ""], ["up", "", "", ""]]
    line, players = page.context["own"]
    assert (line.person.name, players) == ("player0", 4)
    assert f"You’re number {line.rank} of 4" in page.content.decode()
    assert "You’re number" not in Client().get(f"/leagues/{season.league.slug}/").content.decode()


def test_a_refusal_at_the_address_of_standings_to_embed_is_no_page_for_frames(season):
    for answer in (
        Client().post(f"/leagues/{season.league.slug}/embed/"),
        Client().get("/leagues/nothing/embed/"),
    ):
        assert answer.status_code in (404, 405)
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
