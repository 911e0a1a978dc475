"""Sending a move: how each wrong one is refused, and that nothing moves then."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Event, Match
from tests.cast import move, person, play_to_end, running_match, stored_log
from tests.views.pages import Page, at, client_of, idle, turn, whole_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


def test_a_refused_move_shows_the_reason_on_the_page_of_the_match(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "text": "no such"})
    assert response.status_code == 422
    assert "isn’t a move in this title" in Page(response).text
    assert Page(response).addresses("choice")


def test_programs_get_the_reason_as_json(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "text": "9z"}, HTTP_ACCEPT="application/json")
    assert response.status_code == 422
    assert response.json()["code"] == "illegal"
    good = client_of(seat).post(at(match, "move"), fields, HTTP_ACCEPT="application/json")
    assert (good.status_code, good.json()["repeated"]) == (200, False)
    again = client_of(seat).post(at(match, "move"), fields, HTTP_ACCEPT="application/json")
    assert again.json() == {"rev": good.json()["rev"], "repeated": True}


def test_a_move_for_a_closed_decision_learns_what_is_open_now(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "client_move_id": "late"})
    assert response.status_code == 409
    assert "That decision is closed." in Page(response).text


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"text": None}, 400, "text"),
        ({"text": "x" * 201}, 413, "text"),
        ({"text": "1a\x00"}, 400, "text"),
        ({"text": b"1a\xff"}, 400, "text"),
        ({"seen": None}, 400, "seen"),
        ({"seen": "soon"}, 400, "seen"),
        ({"seen": "-1"}, 400, "seen"),
        ({"seen": "²"}, 400, "seen"),
        ({"seen": "9" * 40}, 413, "seen"),
        ({"client_move_id": None}, 400, "client_move_id"),
        ({"client_move_id": "x" * 65}, 413, "client_move_id"),
        ({"client_move_id": "a b"}, 400, "client_move_id"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_moves(match, change, status, says):
    seat, before = turn(match), stored_log(match)
    fields = {name: value for name, value in {**whole_move(match, seat), **change}.items() if value is not None}
    body = b"&".join(
        name.encode() + b"=" + "".join(f"%{byte:02x}" for byte in (v if isinstance(v, bytes) else v.encode())).encode()
        for name, v in fields.items()
    )
    response = client_of(seat).post(at(match, "move"), body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status
    assert says in Page(response).text
    assert stored_log(match) == before


def test_a_body_that_is_no_form_is_refused_in_words(match):
    response = client_of(turn(match)).post(at(match, "move"), "{]", content_type="application/json")
    assert response.status_code == 400
    assert "text" in Page(response).text


def test_another_seat_and_a_stranger_may_not_move(match):
    fields = whole_move(match, turn(match))
    assert client_of(idle(match)).post(at(match, "move"), fields).status_code == 409
    stranger = Client()
    stranger.force_login(person("zeno"))
    assert stranger.post(at(match, "move"), fields).status_code == 403
    assert Client().post(at(match, "move"), fields)["Location"].startswith(reverse("account_login"))
    assert Client().post(at(match, "move"), fields, HTTP_ACCEPT="application/json").status_code == 403


def test_a_move_without_its_token_is_refused(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat.user)
    assert client.post(at(match, "move"), fields).status_code == 403
    assert not Event.objects.filter(match=match, kind="move").exists()


@pytest.mark.parametrize("name", ["match", "hand", "screen", "move", "resign", "rev", "history", "record", "proof"])
def test_a_wrong_method_is_answered_in_words(match, name):
    response = client_of(turn(match)).put(at(match, name))
    assert response.status_code == 405
    assert "only accepts" in Page(response).text
    assert response["Allow"]


def test_a_move_after_the_end_says_that_the_match_is_over(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    play_to_end(match)
    response = client_of(seat).post(at(match, "move"), {**fields, "client_move_id": "late"})
    assert response.status_code == 409
    assert "This match is over." in Page(response).text
