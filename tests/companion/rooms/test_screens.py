"""The screen of a room: it goes on with its people, from one match to the next."""

import pytest
from django.test import Client

from companion.models import Room
from companion.services.rooms import codes
from games.models import Match
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end
from tests.companion.rooms.cast import code_of, opened, sit, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def match(anna) -> Match:
    """A match of anna and a guest, which runs."""
    match = opened(anna, seats=2)
    sit(Client(), match)
    return started(match)


def television_of(match: Match) -> Client:
    """Return a device that became the screen by the code of the room."""
    television = Client()
    answer = television.get(f"/room/{code_of(match)}/screen/")
    assert answer["Location"] == f"/matches/{match.pk}/screen/?link={match.link_token}"
    assert television.get(answer["Location"]).status_code == 200
    return television


def part(browser: Client, match: Match):
    """Return what the script of a screen gets when it asks for what is new."""
    return browser.get(f"/matches/{match.pk}/screen/", headers=PART)


def play_again(anna, match: Match) -> Match:
    play_to_end(match)
    client_of(anna).post(f"/matches/{match.pk}/room/again/")
    return Match.objects.get(rematch_of=match)


def test_the_screen_of_a_room_is_sent_on_to_the_next_match(anna, match):
    television = television_of(match)
    play_to_end(match)
    assert part(television, match).status_code == 200
    client_of(anna).post(f"/matches/{match.pk}/room/again/")
    again = Match.objects.get(rematch_of=match)
    answer = part(television, match)
    assert (answer.status_code, answer["Location"]) == (302, f"/room/{code_of(again)}/screen/")
    shown = television.get(answer["Location"], headers=PART, follow=True)
    assert shown.redirect_chain == [(f"/matches/{again.pk}/screen/?link={again.link_token}", 302)]
    assert "1 seat is still free." in shown.content.decode()


def test_a_page_that_is_opened_still_shows_the_match_that_is_over(anna, match):
    television = television_of(match)
    play_again(anna, match)
    assert "The match is over" in television.get(f"/matches/{match.pk}/screen/").content.decode()


def test_a_device_with_the_old_link_alone_stays_where_it_is(anna, match):
    watching = Client()
    watching.get(f"/matches/{match.pk}/screen/?link={match.link_token}")
    play_again(anna, match)
    assert part(watching, match).status_code == 200


def test_a_screen_whose_code_was_replaced_stays_where_it_is(anna, match):
    television = television_of(match)
    codes.renew_code(host=anna, match_id=play_again(anna, match).pk)
    assert part(television, match).status_code == 200


def test_a_player_who_shows_the_screen_goes_on_once_they_sit_there(anna, match):
    tablet = client_of(anna)
    other = match.seats.exclude(user=anna).get().user
    play_to_end(match)
    client_of(other).post(f"/matches/{match.pk}/room/again/")
    again = Match.objects.get(rematch_of=match)
    assert part(tablet, match).status_code == 200
    client_of(anna).post(f"/matches/{match.pk}/room/again/")
    assert part(tablet, match)["Location"] == f"/matches/{again.pk}/screen/"


def test_the_code_of_a_room_whose_match_is_over_makes_no_screen(match):
    code = code_of(match)
    play_to_end(match)
    assert Client().get(f"/room/{code}/screen/")["Location"] == f"/room/{code}/"


def test_the_code_of_a_hand_makes_no_screen(anna, match):
    guest = match.seats.exclude(user=anna).get().user
    client_of(guest).post(f"/matches/{match.pk}/hand/code/")
    moving = Room.objects.get(pk=match.pk).hands.get(user=guest).code
    assert Client().get(f"/room/{moving}/screen/").status_code == 404


def test_a_device_remembers_the_rooms_of_which_it_was_the_screen_last(anna):
    television = Client()
    for _evening in range(7):
        match = opened(anna, seats=2)
        television.get(f"/room/{code_of(match)}/screen/")
        client_of(anna).post(f"/matches/{match.pk}/close/")
    assert len(television.session["room_screens"]) == 5
    assert television.session["room_screens"][-1] == code_of(match)
