"""On to the next match by itself after a move, for who wants it."""

import pytest

from games.models import Seat
from masques_site.accounts.models import User
from tests.accounts.cast import client_of, member
from tests.cast import due, fresh, running_match
from tests.views.pages import FRAGMENT, whole_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def matches():
    """Two matches of the same two; who owes a decision in the first owes none in the second, unless a test says so."""
    people = [member("Giulia"), member("Bianca")]
    return running_match("lantern", people), running_match("lantern", people)


def owes(match, user, owes=True):
    seat = due(match)[0]
    Seat.objects.filter(match=match).update(due_decision=None, deadline=None, due_since=None)
    if owes:
        Seat.objects.filter(match=match, user=user).update(due_decision=seat.due_decision, due_since=seat.due_since)


def send(user, match, **headers):
    seat = next(seat for seat in due(match) if seat.user_id == user.pk)
    return client_of(user).post(f"/matches/{match.pk}/move/", whole_move(match, seat), **headers)


def wants(user, yes=True):
    User.objects.filter(pk=user.pk).update(goes_on=yes)
    return User.objects.get(pk=user.pk)


def test_the_next_match_opens_where_one_waits(matches):
    here, there = matches
    user = wants(due(here)[0].user)
    owes(there, user)
    answer = send(user, here)
    assert (answer.status_code, answer.url) == (303, f"/matches/{there.pk}/")


def test_the_pages_script_gets_the_address(matches):
    here, there = matches
    user = wants(due(here)[0].user)
    owes(there, user)
    answer = send(user, here, HTTP_X_ANSWER="table", **FRAGMENT)
    assert answer.headers["X-Go-On"] == f"/matches/{there.pk}/"
    assert answer.content == b""


def test_one_stays_where_nothing_waits_or_without_the_setting(matches):
    here, there = matches
    user = due(here)[0].user
    owes(there, user)
    assert send(user, here).url == f"/matches/{here.pk}/"
    assert fresh(here).ply > 0


def test_one_stays_while_the_same_match_waits(matches, monkeypatch):
    from games.selectors import lists

    here, there = matches
    user = wants(due(here)[0].user)
    owes(there, user)
    assert lists.next_after(user, here.pk) is None  # before the move
    assert lists.next_after(user, "another") in (here.pk, there.pk)


def test_nobody_goes_on_where_nothing_else_waits(matches):
    here, there = matches
    user = wants(due(here)[0].user)
    owes(there, user, owes=False)
    assert send(user, here).url == f"/matches/{here.pk}/"


def test_the_setting_is_kept():
    user = member("Giulia")
    page = {"username": "Giulia", "timezone": "Europe/Rome", "language": "", "theme": "auto", "goes_on": "on"}
    assert client_of(user).post("/account/settings/", page).status_code == 302
    assert User.objects.get().goes_on
    page.pop("goes_on")
    client_of(user).post("/account/settings/", page)
    assert not User.objects.get().goes_on
