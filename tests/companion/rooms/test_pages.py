"""The pages of rooms: what they show to whom, and by how many statements."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from companion.services.rooms import sitting
from games.models import Match
from games.services.waiting import tables
from masques_site.accounts.models import User
from tests.accounts.cast import client_of, member
from tests.cast import fresh, person, play_to_end
from tests.companion.rooms.cast import code_of, holders, opened, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

FRAGMENT = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def anna() -> User:
    return member("Anna")


def statements(client: Client, path: str) -> int:
    """Return how many statements a page takes when it is opened for the second time."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def full(anna: User, seats: int) -> Match:
    """A room of anna in which all seats but one are taken."""
    match = opened(anna, seats=seats, pace="glass-1", offers_rated=True)
    for name in ("bruno", "carla", "dario")[: seats - 2]:
        sitting.sit_down(user=person(name), session=name, code=code_of(match))
    return fresh(match)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pages_take_the_same_statements_however_many_sit_there(anna, seats):
    match = full(anna, seats)
    path = f"/matches/{match.pk}/"
    # Of a user: the session, the user, how many matches wait, the match.
    assert statements(client_of(anna), f"{path}room/") == 7  # and the room, the seats, who has agreed
    assert statements(client_of(anna), f"{path}hand/move/") == 8  # and the room, the seats, where the hand is, the hand


def test_a_page_that_follows_its_room_gets_a_part_of_it(anna):
    match = opened(anna)
    part = client_of(anna).get(f"/matches/{match.pk}/room/", headers=FRAGMENT)
    assert part["X-Fragment"] == "room"
    assert part.content.decode().startswith('<div class="stack loose" id="room"')


def test_a_waiting_phone_is_led_to_its_hand_when_the_match_starts(anna):
    match, phone = opened(anna, seats=2), Client()
    sit(phone, match)
    path = f"/matches/{match.pk}/room/"
    assert "Keep this page open" in phone.get(path).content.decode()
    answer = client_of(anna).post(f"{path}start/", {"rev": fresh(match).rev})
    assert answer.status_code == 303
    led = phone.get(path, headers=FRAGMENT)
    assert led.status_code == 302
    assert "X-Fragment" not in led.headers


def test_the_code_is_drawn_here_for_the_address_that_it_leads_to(anna):
    match = opened(anna)
    page = client_of(anna).get(f"/matches/{match.pk}/room/").content.decode()
    assert f"http://testserver/room/{code_of(match)}/" in page
    assert re.search(r'<svg[^>]*class="qr"', page)
    assert not re.search(r'(src|href)="https?://(?!testserver)', page)


def test_a_bot_is_added_and_removed_in_the_room(anna):
    match, host = opened(anna, seats=3), client_of(anna)
    added = host.post(f"/matches/{match.pk}/bots/", {"level": "easy"}, follow=True)
    assert added.request["PATH_INFO"] == f"/matches/{match.pk}/room/"
    removed = host.post(f"/matches/{match.pk}/bots/1/remove/", {"level": "easy"}, follow=True)
    assert removed.request["PATH_INFO"] == f"/matches/{match.pk}/room/"
    assert match.seats.count() == 1


def test_a_host_opens_a_room_by_its_form_and_a_stranger_becomes_a_guest():
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": "unlimited"}
    phone = Client()
    assert "Play in one room" in phone.get("/room/new/").content.decode()
    answer = phone.post("/room/new/", form)
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/room/"
    assert match.host == User.objects.get(is_guest=True)


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"pace": "standard"}, 422, "Select a valid choice"),
        ({"rated": "yes"}, 422, "A rated match needs a clock"),
        ({"title": "chess"}, 400, "Choose the game"),
        ({"seats": "9"}, 400, "Choose the game"),
        ({"seat_2": "genius"}, 422, "Select a valid choice"),
    ],
)
def test_a_form_that_is_wrong_opens_no_room_and_makes_no_guest(anna, more, status, words):
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": "unlimited"}
    answer = client_of(anna).post("/room/new/", {**form, **more})
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize("pace", ["unlimited", "glass-1", "glass-3", "live"])
def test_a_room_has_the_clock_that_its_host_has_chosen(anna, pace):
    client = client_of(anna)
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": pace}
    assert client.post("/room/new/", form).status_code == 302
    assert Match.objects.get().pace == pace


def test_a_room_has_no_clock_of_days(anna):
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": "standard"}
    assert client_of(anna).post("/room/new/", form).status_code == 422


def test_a_host_with_too_many_tables_is_told_so(anna, monkeypatch):
    monkeypatch.setattr(tables, "OPEN_TABLES_PER_HOST", 0)
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": "unlimited"}
    answer = client_of(anna).post("/room/new/", form)
    assert answer.status_code == 409
    assert "open tables" in answer.content.decode()


def test_the_room_shows_its_code_to_those_who_may_sit_down_and_to_nobody_else(anna):
    match = opened(anna)
    assert Client().get(f"/matches/{match.pk}/room/").status_code == 404
    by_link = Client().get(f"/matches/{match.pk}/room/?link={match.link_token}")
    assert by_link.status_code == 200
    assert f"/room/{code_of(match)}/sit/" in by_link.content.decode()
    assert f"/room/{code_of(match)}/sit/" not in client_of(anna).get(f"/matches/{match.pk}/room/").content.decode()


def test_the_code_is_shown_until_the_moment_at_which_it_ends(anna, time_machine):
    match = opened(anna)
    code, page = code_of(match), f"/matches/{match.pk}/room/"
    shown = f"{code[:3]} {code[3:]}"
    time_machine.move_to(match.room.code_until - timedelta(seconds=1), tick=False)
    assert shown in client_of(anna).get(page).content.decode()
    time_machine.move_to(match.room.code_until, tick=False)
    assert shown not in client_of(anna).get(page).content.decode()


def test_agreeing_to_a_rated_match_is_one_tap(anna):
    match, host = opened(anna, seats=2, pace="glass-3", offers_rated=True), client_of(anna)
    path = f"/matches/{match.pk}/room/"
    assert "I agree to a rated match" in host.get(path).content.decode()
    host.post(f"{path}agree/", {"agree": "yes"})
    assert "rated: yes" in host.get(path).content.decode()
    host.post(f"{path}agree/", {"agree": "no"})
    assert "rated: yes" not in host.get(path).content.decode()
    refused = host.post(f"{path}agree/", {"agree": "perhaps"}, headers={"accept": "application/json"})
    assert refused.status_code == 400
    assert refused.json()["message"] == "Rated: say yes or no."


def test_lobby_home_and_landing_page_lead_to_rooms(anna):
    for client, path in ((Client(), "/"), (Client(), "/tables/"), (client_of(anna), "/")):
        assert 'href="/room/"' in client.get(path).content.decode()
    assert 'href="/room/new/"' in client_of(anna).get("/").content.decode()


def test_the_screen_shows_the_code_until_the_match_starts(anna):
    match, phone, television = opened(anna, seats=2), Client(), Client()
    code = code_of(match)
    television.get(f"/matches/{match.pk}/screen/?link={match.link_token}")
    screen = f"/matches/{match.pk}/screen/"
    assert f"{code[:3]} {code[3:]}" in television.get(screen).content.decode()
    sit(phone, match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    page = television.get(screen).content.decode()
    assert code[:3] + " " + code[3:] not in page
    assert 'class="qr"' not in page


def test_a_rematch_in_one_room_keeps_the_seats_and_a_finished_play_is_recorded(anna):
    match, phone = opened(anna, seats=2), Client()
    sit(phone, match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    play_to_end(match)
    page = phone.get(f"/matches/{match.pk}/hand/").content.decode()
    assert f"/matches/{match.pk}/play/" in page
    answer = phone.post(f"/matches/{match.pk}/rematch/")
    assert (answer.status_code, answer["Location"]) == (307, f"/matches/{match.pk}/room/again/")
    opened_again = phone.post(answer["Location"])
    again = Match.objects.get(rematch_of=match)
    assert opened_again["Location"] == f"/matches/{again.pk}/room/"
    assert holders(again)[0] is None
    client_of(anna).post(f"/matches/{match.pk}/room/again/")
    assert holders(again) == holders(match)
