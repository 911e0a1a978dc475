"""A seat that was taken over: as seen by its former holder, who is a spectator now, by the new one, and by others."""

import json

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.audit import faults_of
from games.models import FormerHolder, Seat
from games.refusals import Missing
from games.selectors.matches import match_for_viewer
from games.services.bot_moves import bots
from games.services.match import play
from games.services.match.arranged import start_match
from games.services.seats.take_over import take_over
from games.services.waiting import tables
from games.views import spectators
from masques_site.accounts.services import delete_account
from masques_site.asgi import application
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.communicators import Socket
from tests.views.pages import FRAGMENT, at, page, steady
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

HAND = 'aria-label="Your lanterns"'
PEOPLE = ("anna", "bruno", "carla")


@pytest.fixture(autouse=True)
def no_pause(settings):
    settings.BOT_PAUSE = 0.0


def taken_over(access="open", moves=1):
    """A match whose seat 0 anna gave up after a few moves of hers, and dora took over."""
    people = [person(name) for name in PEOPLE]
    match = start_match(people=people, title="lantern", pace="standard", access=access, source=f"test:{access}")
    while match.events.filter(kind="move", seat=0).count() < moves:
        for seat in due(match):
            move(match, seat)
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    take_over(match_id=match.pk, seat=0, user=person("dora"), by="a test")
    return fresh(match)


def client_of(name):
    client = Client()
    client.force_login(person(name))
    return client


# Who left is a spectator.


def test_a_player_who_left_sees_what_a_stranger_sees_over_every_channel():
    match = taken_over()
    left, stranger = client_of("anna"), client_of("zeno")
    for number in range(2):
        for name in ("match", "screen", "history", "record", "proof"):
            for more in ({}, FRAGMENT):
                spectators.drawings.kept.clear()
                mine, theirs = (client.get(at(match, name), **more) for client in (left, stranger))
                assert mine.status_code == theirs.status_code == 200
                known = [steady(answer).replace(b"anna", b"zeno") for answer in (mine, theirs)]
                assert known[0] == known[1], (name, more, number)
                assert HAND not in mine.content.decode()
        assert "You’re watching this match" in left.get(at(match)).content.decode()
        assert left.get(at(match, "rev")).json() == stranger.get(at(match, "rev")).json()
        for seat in due(match):
            move(match, seat)
    assert HAND in client_of("dora").get(at(match)).content.decode()


def test_a_player_who_left_may_look_through_no_seat_until_the_match_is_over():
    match = taken_over()
    left, new = client_of("anna"), client_of("dora")
    for name in ("history", "record"):
        for viewpoint in ("0", "1", "all"):
            assert left.get(f"{at(match, name)}?as={viewpoint}").status_code == 403
        assert new.get(f"{at(match, name)}?as=0").status_code == 200
        assert new.get(f"{at(match, name)}?as=1").status_code == 403
    play_to_end(match)
    assert left.get(f"{at(match, 'history')}?ply=5&as=0").status_code == 200


def test_a_player_who_left_neither_moves_nor_resigns_and_has_no_list_of_it():
    match = taken_over()
    left = client_of("anna")
    fields = {"text": "1a", "seen": match.decision, "client_move_id": "one"}
    assert left.post(at(match, "move"), fields).status_code == 403
    assert left.get(at(match, "resign")).status_code == 403
    assert left.post(at(match, "resign")).status_code == 403
    assert at(match) not in left.get("/").content.decode()
    assert at(match) in client_of("dora").get("/").content.decode()
    assert Seat.objects.get(match=match, index=0).vacated_at is None


def test_a_retry_of_a_move_that_who_left_had_made_is_not_answered_with_the_new_persons():
    match = running_match("lantern", [person(name) for name in PEOPLE])
    (seat,) = due(match)
    move(match, seat, client_move_id="first")
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    take_over(match_id=match.pk, seat=seat.index, user=person("dora"), by="a test")
    client = Client()
    client.force_login(seat.user)
    fields = {"text": "1a", "seen": match.decision, "client_move_id": "first"}
    assert client.post(at(match, "move"), fields).status_code == 403


@pytest.mark.parametrize("access", ["link", "invited"])
def test_former_and_new_players_know_of_a_private_match(access):
    match = taken_over(access)
    for name in ("anna", "bruno", "dora"):
        assert match_for_viewer(person(name), match.pk) == match
        assert client_of(name).get(at(match)).status_code == 200
    with pytest.raises(Missing):
        match_for_viewer(person("zeno"), match.pk)
    FormerHolder.objects.all().delete()
    with pytest.raises(Missing):
        match_for_viewer(person("anna"), match.pk)


async def test_the_socket_of_who_left_stays_open_and_carries_hints_alone(transactional_db):
    match = await sync_to_async(taken_over)("invited")
    owed = {seat.user.username for seat in await sync_to_async(due)(match)} - {"anna"}
    for name, expected in (("anna", True), ("dora", True), ("zeno", False)):
        client = await sync_to_async(client_of)(name)
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie.encode())]
        socket = Socket(application, f"/live/matches/{match.pk}/", headers=headers)
        opened, _code = await socket.connect()
        assert opened is expected
        if opened:
            waiting = int(name in owed)  # a player who left owes nothing
            said = json.loads(await socket.receive_from(PATIENCE))
            assert said == {"match": match.pk, "rev": match.rev, "waiting": waiting}
        await socket.disconnect()


def test_the_own_data_of_who_left_hold_what_they_did_and_no_more():
    match = taken_over()
    for _round in range(2):
        for seat in due(match):
            move(match, seat)
    data = json.loads(client_of("anna").get("/account/export/").content)
    assert data["seats"] == []
    assert [row["match_id"] for row in data["former_seats"]] == [match.pk]
    plies = [row["ply"] for row in data["moves"]]
    assert plies == list(match.events.filter(actor=person("anna").pk).values_list("ply", flat=True))
    assert max(plies) < FormerHolder.objects.get().ply


# What everybody reads.


def test_the_log_names_who_held_the_seat_at_the_time():
    match = taken_over()
    play.resign(actor=person("dora"), match_id=match.pk, seat=0)
    take_over(match_id=match.pk, seat=0, user=person("emil"), by="a test")
    while match.events.filter(kind="move", seat=0, actor=person("emil").pk).count() < 1:
        for seat in due(match):
            move(match, seat)
    lines = [line.text for line in Client().get(at(match, "history")).context["lines"]]
    sentences = ["anna resigned.", "dora takes over anna’s seat.", "dora resigned."]
    begin, end = lines.index(sentences[0]), lines.index("emil takes over dora’s seat.")
    assert lines[begin:end] == sentences
    assert any(line.startswith("anna ") for line in lines[:begin])
    assert any(line.startswith("emil ") for line in lines[end + 1 :])
    assert not any(line.startswith(("dora ", "emil ")) for line in lines[:begin])
    assert not any(line.startswith(("anna ", "dora ")) for line in lines[end + 1 :])
    newest = page(Client(), at(match)).text
    assert "emil takes over dora’s seat." in newest
    assert "{site 0 taken_over}" in Client().get(at(match, "record")).content.decode()


def test_the_card_of_the_seat_says_whom_its_holder_follows():
    match = taken_over()
    for name in ("dora", "bruno", "anna"):
        assert "took over from anna" in page(client_of(name), at(match)).text
    play.resign(actor=person("dora"), match_id=match.pk, seat=0)
    assert "gave up the seat" in page(Client(), at(match)).text
    take_over(match_id=match.pk, seat=0, user=person("emil"), by="a test")
    assert "took over from dora" in page(Client(), at(match)).text


def test_a_deleted_account_is_named_nowhere():
    match = taken_over()
    delete_account(person("anna"))
    spectators.drawings.kept.clear()
    for name in ("match", "history"):
        told = page(Client(), at(match, name)).text
        assert "dora takes over a seat that was given up." in told
        assert "anna" not in told
    assert "took over the seat" in page(Client(), at(match)).text


def test_the_home_page_tells_the_others_what_happened_meanwhile(client):
    match = taken_over()
    client.force_login(person("bruno"))
    assert "dora takes over anna’s seat." in client.get("/").content.decode()
    assert match.pk in client.get("/").content.decode()


def test_it_is_available_in_italian_and_by_the_operators_command(capsys):
    match = taken_over()
    with translation.override("it"):
        told = Client(HTTP_ACCEPT_LANGUAGE="it").get(at(match, "history")).content.decode()
    assert "dora prende il posto di anna." in told
    call_command("show_match", match.pk)
    assert "dora takes over anna’s seat." in capsys.readouterr().out


def test_the_new_person_reads_the_whole_history_of_the_seat():
    match = taken_over()
    new = client_of("dora")
    assert HAND in page(new, f"{at(match, 'history')}?ply=4").source
    mine = new.get(at(match, "record")).content.decode()
    assert mine != Client().get(at(match, "record")).content.decode()


def statements(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_only_the_pages_of_a_match_in_which_a_seat_was_taken_over_take_a_statement_more():
    people = [person("anna"), person("bruno"), person("carla")]
    plain = start_match(people=people, title="lantern", pace="standard", access="open", source="test:plain")
    match = taken_over()
    for name in ("match", "history"):
        assert statements(Client(), at(match, name)) == statements(Client(), at(plain, name)) + 1


def test_a_rematch_of_a_host_asks_who_plays_now_and_not_who_left():
    match = running_match("lantern", [person(name) for name in PEOPLE])
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    take_over(match_id=match.pk, seat=0, user=person("dora"), by="a test")
    play_to_end(match)
    assert bots.play_bots(match.pk) == 0
    table = tables.offer_rematch(user=person("bruno"), match_id=match.pk)
    assert {row.user.username for row in table.invitations.select_related("user")} == {"carla", "dora"}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks the types of its columns")
@pytest.mark.parametrize(
    ("column", "value"),
    [("ply", "nonsense"), ("seat", "nonsense"), ("seat", 99), ("left_at", "2031-13-45 12:00:00"), ("user_id", None)],
)
def test_a_row_that_cannot_be_right_costs_the_name_alone_and_is_a_fault(column, value):
    match = taken_over()
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_formerholder SET {column} = %s", [value])
    for name in ("match", "history"):
        assert "dora takes over" in page(client_of("bruno"), at(match, name)).text
    assert client_of("bruno").get("/").status_code == 200
    assert any(column.removesuffix("_id") in fault for fault in faults_of(match))
    delete_account(person("anna"))
