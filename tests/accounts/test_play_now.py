"""From the front page to the first decision in one press."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Access, Match, Status
from games.registry import TITLES
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from tests.accounts.cast import client_of, member

pytestmark = pytest.mark.django_db
PLAY = "/play/"


def test_a_stranger_sits_at_a_match_of_the_first_title_as_a_guest():
    browser = Client()
    answer = browser.post(PLAY)
    match = Match.objects.get()
    assert answer.url == reverse("games:match", args=[match.pk])
    assert (match.title, match.seat_count, match.status) == (next(iter(TITLES)), 2, Status.RUNNING)
    assert match.access == Access.LINK
    assert list(match.seats.values_list("user__is_guest", "bot")) == [(True, ""), (None, "easy")]
    assert browser.get(answer.url).status_code == 200


def test_a_member_plays_under_their_own_name():
    giulia = member("Giulia")
    client_of(giulia).post(PLAY)
    assert Match.objects.get().seats.get(index=0).user == giulia
    assert not User.objects.filter(is_guest=True).exists()


def test_the_play_button_is_on_the_front_page_and_at_home():
    form = f'action="{PLAY}"'
    stranger, giulia = Client(), client_of(member("Giulia"))
    assert form in stranger.get("/").content.decode()
    assert giulia.get("/").content.decode().count(form) == 1
    giulia.post(PLAY)
    assert giulia.get("/").content.decode().count(form) == 1


def test_it_takes_a_form_with_its_token():
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(PLAY).status_code == 405
    assert browser.post(PLAY).status_code == 403
    assert not User.objects.exists()


def test_presses_of_strangers_are_throttled_as_guests_are():
    codes = [Client(REMOTE_ADDR="192.0.2.7").post(PLAY).status_code for _visit in range(61)]
    assert codes == [302] * 60 + [429]
    assert Match.objects.count() == 60
    known = client_of(User.objects.first())
    assert known.post(PLAY, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_player_who_may_not_play_learns_so():
    giulia, olga = member("Giulia"), member("Olga", is_staff=True)
    moderation.ban(person=giulia, moderator=olga, reason="Stalls.")
    browser = client_of(giulia)
    answer = browser.post(PLAY, follow=True)
    assert not Match.objects.exists()
    assert [str(message) for message in answer.context["messages"]]


def test_a_title_is_played_at_its_usual_number_of_seats(monkeypatch):
    game = next(iter(TITLES.values()))
    monkeypatch.setattr(game, "usual_seats", 3, raising=False)
    Client().post(PLAY)
    assert Match.objects.get().seat_count == 3
