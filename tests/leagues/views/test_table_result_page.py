"""The page on which a match of a season gets its result from a real table."""

import json

import pytest
from django.test import Client

from companion.models import Play
from leagues.core.rules import Format
from leagues.models import Fixture, TablePlay
from masques_site.accounts.moderation import block
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import begun, kinds, running
from tests.leagues.tables import announce, confirm, confirmed, people_of, recorded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def fixture(travel) -> Fixture:
    """The first match of a running season that allows table results."""
    return running(begun(travel, Format.ROUND_ROBIN, 2, people=4, table_results=True))[0]


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def page_of(fixture, part=""):
    season = fixture.season
    return f"/leagues/{season.league.slug}/{season.number}/matches/{fixture.number}/table/{part}"


def season_page(fixture, part=""):
    return f"/leagues/{fixture.season.league.slug}/{fixture.season.number}/{part}"


def text(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def sent(client, fixture, **fields):
    day = fixture.season.started_at.date().isoformat()
    return client.post(page_of(fixture, "record/"), {"place_1": "1", "place_2": "2", "played_on": day, **fields})


def test_a_player_records_a_result_which_settles_the_match_when_the_other_confirms_it(fixture):
    one, other = map(client_of, people_of(fixture))
    assert page_of(fixture) in text(one, season_page(fixture))
    assert page_of(fixture) in text(one, season_page(fixture, "matches/"))
    assert "Record the result" in text(one, page_of(fixture))
    response = sent(one, fixture, place_1="2", place_2="1", minutes="40", where="Caffè Florian")
    play = Play.objects.get()
    assert response["Location"] == f"/plays/{play.pk}/"
    assert [(seat.user, seat.place) for seat in play.seats.all()] == list(zip(people_of(fixture), (2, 1), strict=True))
    assert (play.minutes, play.place, play.is_rated) == (40, "Caffè Florian", True)
    shown = text(other, f"/plays/{play.pk}/")
    assert "It settles a league match as soon as everyone has confirmed it" in shown
    assert "Lantern League, season 1, division 1, match 1" in shown
    assert "waiting to be confirmed" in text(other, page_of(fixture))
    other.post(f"/plays/{play.pk}/confirm/", {"version": str(play.version)})
    announce()
    assert kinds(fixture) == ["played", "played"]
    assert f'href="/plays/{play.pk}/">table result</a>' in text(Client(), season_page(fixture, "matches/"))
    assert "It settled a league match" in text(other, f"/plays/{play.pk}/")
    assert "league match" not in text(Client(), f"/plays/{play.pk}/")  # what follows from it is for those who sat there
    assert "already has a result" in text(other, page_of(fixture))
    data = json.loads(text(Client(), season_page(fixture, "season.json")))
    assert data["rules"]["table_results"] is True
    assert data["divisions"][0]["matches"][0]["play"] == play.pk


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"place_2": ""}, "This field is required."),
        ({"place_2": "3"}, "less than or equal to 2"),
        ({"place_1": "2", "place_2": "2"}, "Places: begin with 1."),
        ({"played_on": "1999-01-01"}, "Date: the match can be played from"),
        ({"played_on": "yesterday"}, "Enter a valid date."),
        ({"minutes": "9999"}, "less than or equal to 1440"),
    ],
)
def test_a_wrong_result_is_shown_again_with_what_is_wrong_and_stores_nothing(fixture, fields, said):
    response = sent(client_of(people_of(fixture)[0]), fixture, **fields)
    assert 400 <= response.status_code < 500
    assert said in response.content.decode()
    assert not Play.objects.exists()


def test_an_organiser_records_for_the_players_who_all_confirm(fixture):
    sent(client_of(person("olga")), fixture)
    play = Play.objects.get()
    assert (play.recorder.username, TablePlay.objects.get().fixture) == ("olga", fixture)
    assert {seat.answer for seat in play.seats.all()} == {"none"}
    confirm(play)
    announce()
    assert kinds(fixture) == ["played", "played"]


def test_people_who_block_each_other_record_nothing_for_each_other_but_an_organiser_can(fixture):
    one, other = people_of(fixture)
    block(blocker=other, blocked=one)
    for user in (one, other):
        response = sent(client_of(user), fixture)
        assert response.status_code == 403
        assert "You can’t record a play with one of these players." in response.content.decode()
    assert not Play.objects.exists()
    sent(client_of(person("olga")), fixture)
    assert Play.objects.count() == 1


def test_others_get_neither_the_page_nor_its_link(fixture):
    stranger = client_of(person("stranger"))
    assert Client().get(page_of(fixture)).status_code == 403
    assert stranger.get(page_of(fixture)).status_code == 403
    assert "Played at a real table?" not in text(stranger, season_page(fixture))
    sent(stranger, fixture)
    assert not Play.objects.exists()
    nowhere = season_page(fixture, "matches/99/table/")
    assert stranger.get(nowhere).status_code == 404


def test_a_result_that_was_recorded_before_can_be_used_and_withdrawn(fixture):
    one, other = people_of(fixture)
    play = recorded([other, one], [1, 2])
    recorded([one, other], [1, 2], settings={"wind": "storm"})
    client = client_of(other)
    shown = text(client, page_of(fixture))
    assert shown.count("Use this result") == 1
    assert client.post(page_of(fixture, "offer/"), {"play": play.pk})["Location"] == f"/plays/{play.pk}/"
    assert TablePlay.objects.get().play == play
    client.post(page_of(fixture, "withdraw/"), {"play": play.pk})
    assert not TablePlay.objects.exists()


def test_a_season_without_table_results_says_so(travel):
    fixture = running(begun(travel, Format.ROUND_ROBIN, 2, people=4))[0]
    client = client_of(people_of(fixture)[0])
    assert "doesn’t allow table results" in text(client, page_of(fixture))
    assert "Played at a real table?" not in text(client, season_page(fixture))
    assert "table_results" not in season_page(fixture)
    sent(client, fixture)
    assert not Play.objects.exists()


def test_a_match_with_a_deleted_account_is_decided_on_the_site(travel):
    fixture = running(begun(travel, Format.PODS, 3, people=4, table_results=True))[0]
    one, other, _third = people_of(fixture)
    delete_account(other)
    shown = text(client_of(one), page_of(fixture))
    assert "A player has given up their seat, so this match is decided on the site." in shown
    assert "record/" not in shown


def test_a_played_match_shows_no_form(fixture):
    play = confirmed(fixture, [1, 2])
    shown = text(client_of(people_of(fixture)[0]), page_of(fixture))
    assert f"/plays/{play.pk}/" in shown
    assert "record/" not in shown
