"""The home page says what waits in one's leagues, and costs nothing for those who are in none."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock
from leagues.core.rules import Format
from leagues.models import BenchOffer, Entry, Request
from leagues.selectors.home import leagues_of
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.organising import leagues
from leagues.services.timetable import seasons
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import give_role, make_league, newest, run_until, sign_up_all, sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

HEADING = "My leagues"


def home(name: str) -> str:
    return client_of(person(name)).get("/").content.decode()


def statements(user) -> int:
    with CaptureQueriesContext(connection) as queries:
        leagues_of(user)
    return len(queries)


def waits(name: str) -> list[str]:
    return [one.text for row in leagues_of(person(name)) for one in row.waiting]


@pytest.fixture
def season(travel):
    season = newest(make_league(Format.PODS, 3, division_size=4, admission="approval"))
    sweep()
    return season


def test_nobody_outside_of_leagues_reads_of_them_or_pays_more_than_one_statement(season):
    assert HEADING not in home("sandro")
    assert statements(person("sandro")) == 1


def test_guests_and_banned_people_are_asked_for_nothing(season, monkeypatch):
    from leagues.templatetags import leagues as tags

    monkeypatch.setattr(tags, "leagues_of", lambda _user: pytest.fail("looked"))
    assert client_of(create_guest()).get("/").status_code == 200
    User.objects.filter(pk=person("anna").pk).update(banned_at="2026-01-01T00:00:00Z")
    assert client_of(person("anna")).get("/").status_code == 200


def test_organisers_see_who_asks_to_play_and_what_members_ask(season):
    entry = entries.sign_up(user=person("anna"), season_id=season.pk)
    assert waits("olga") == ["1 player wants to join"]
    Request.objects.create(season=season, entry=entry, kind="appeal")
    Request.objects.create(season=season, entry=entry, kind="appeal", state="refused")
    entries.sign_up(user=person("bruno"), season_id=season.pk)
    assert waits("olga") == ["2 players want to join", "1 request waiting for an answer"]
    page = home("olga")
    assert HEADING in page
    assert 'href="/leagues/lantern-league/organise/"' in page
    assert waits("anna") == []
    assert "sign-up closes" in home("anna")


def test_a_player_who_played_before_is_asked_back_while_sign_up_is_open(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    sign_up_all(newest(league), 5)
    newest(league).entries.filter(user=person("player1")).update(returns=False)
    run_until(travel, newest(league), "next_season")
    sweep()
    assert waits("player1") == ["Sign-up is open. Do you want to play again?"]
    assert waits("player0") == [], "signed up again already"
    entries.sign_up(user=person("player1"), season_id=newest(league).pk)
    assert waits("player1") == []


def test_a_player_sees_rank_and_what_comes_next(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    sign_up_all(newest(league), 8)
    season = run_until(travel, newest(league), "start")
    entry = Entry.objects.select_related("standing", "division").get(season=season, user=person("player5"))
    page = home("player5")
    place = f"you’re number {entry.standing.rank} in division {entry.division.label}"
    assert place in page
    assert "play ends (except for extended matches)" in page


def test_a_challenge_waits_until_it_is_answered(travel):
    make_league(Format.LADDER, 2)
    sweep()
    season = newest(leagues.League.objects.get())
    sign_up_all(season, 2)
    first, second = season.entries.order_by("position")
    row = challenges.challenge(user=second.user, season_id=season.pk, entry_id=first.pk)
    assert waits("player0") == ["You’ve been challenged. Accept or decline."]
    assert "you’re number 1" in home("player0")
    challenges.accept(user=first.user, challenge_id=row.pk)
    assert waits("player0") == []


def test_an_offered_seat_waits_also_for_those_who_are_only_substitutes(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    season = newest(league)
    sign_up_all(season, 4)
    season = run_until(travel, season, "start")
    entries.join_substitutes(user=person("sub"), season_id=season.pk)
    seat = season.fixtures.first().seats.first()
    until = clock.now() + timedelta(hours=8)
    offer = BenchOffer.objects.create(seat=seat, user=person("sub"), expires_at=until)
    assert len(waits("sub")) == 1
    assert waits("sub")[0].startswith("A seat is free in match")
    BenchOffer.objects.filter(pk=offer.pk).update(closed_at=season.started_at)
    assert waits("sub") == []


def test_waiting_leagues_come_first_and_finished_ones_are_left_out(season, travel):
    travel(timedelta(hours=1))
    other = make_league(Format.PODS, 3, name="Another League")
    sweep()
    for league in (season.league, other):
        give_role(league, "marta", "organiser")
    assert [row.season.league.name for row in leagues_of(person("marta"))] == ["Lantern League", "Another League"]
    entries.sign_up(user=person("anna"), season_id=newest(other).pk)
    Entry.objects.update(state="asked")
    assert [row.season.league.name for row in leagues_of(person("marta"))] == ["Another League", "Lantern League"]
    seasons.cancel(actor=person("olga"), season_id=season.pk, reason="No tables.")
    assert [row.season.league.name for row in leagues_of(person("marta"))] == ["Another League"]


def test_however_many_leagues_six_statements_are_the_most(season):
    for number in range(4):
        league = make_league(Format.PODS, 3, name=f"League {number}")
        sweep()
        give_role(league, "anna", "organiser")
        entries.sign_up(user=person("anna"), season_id=newest(league).pk)
    assert statements(person("anna")) == 6
