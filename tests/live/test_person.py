"""Every open page of a user learns how many matches wait for them, whenever one of their lists has changed."""

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client

from games import consumers, live
from games.models import Access
from games.plumbing import after_commit
from games.services.match import agreement, play
from games.services.waiting import tables
from leagues.core.rules import Format
from leagues.services.organising import leagues
from masques_site.accounts.services import create_guest
from masques_site.asgi import application
from tests.accounts.cast import client_of
from tests.cast import due, move, person, play_to_end, running_match
from tests.communicators import Socket
from tests.leagues.cast import make_league
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
HOST = (b"host", b"testserver")
ORIGIN = (b"origin", b"http://testserver")


def socket(*headers: tuple[bytes, bytes]) -> Socket:
    return Socket(application, "/live/", headers=[HOST, *headers])


def cookie_of(user) -> tuple[bytes, bytes]:
    client = client_of(user)
    return (b"cookie", f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode())


async def tell(user, word: str, **more: str) -> None:
    await get_channel_layer().group_send(live.group_of_person(user.pk), {"type": word, **more})


@pytest.fixture
def sent(monkeypatch):
    """Return the messages to the broker: the receivers of news."""
    found = []

    class Layer:
        async def group_send(self, group, message):
            if message["type"] == "person.news":
                assert set(message) <= {"type", "match"}
                found.append(group)

    monkeypatch.setattr(live, "get_channel_layer", Layer)
    gathered = []
    gather = after_commit.gather

    def hold(name, item, call):
        """Hold news back until they are read."""
        if name == "news":
            gathered.append((item, call))
        else:
            gather(name, item, call)

    monkeypatch.setattr(after_commit, "gather", hold)

    def told():
        for call in {call for _item, call in gathered}:
            call(list(dict.fromkeys(item for item, _call in gathered)))
        gathered.clear()
        assert after_commit.wait_empty(PATIENCE)
        people, found[:] = set(found), []
        return people

    return told


def pages_of(*people):
    return {f"person.{one.pk}" for one in people}


async def test_a_page_says_at_once_and_with_all_news_how_many_matches_wait():
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    match = await sync_to_async(running_match)("lantern", [anna, bruno])
    seat = (await sync_to_async(due)(match))[0]
    page = socket(ORIGIN, await sync_to_async(cookie_of)(seat.user))
    assert (await page.connect())[0]
    assert await page.receive_json_from() == {"waiting": 1}
    await sync_to_async(move)(match, seat)
    owed = {one.user_id for one in await sync_to_async(due)(match)}
    await tell(seat.user, "person.news")
    assert await page.receive_json_from() == {"waiting": int(seat.user_id in owed)}
    await page.disconnect()


@pytest.mark.parametrize("who", ["a guest", "a member"])
async def test_guests_have_it_too_and_strangers_do_not(who):
    user = await sync_to_async(create_guest if who == "a guest" else lambda: person("anna"))()
    page = socket(ORIGIN, await sync_to_async(cookie_of)(user))
    assert (await page.connect())[0]
    assert await page.receive_json_from() == {"waiting": 0}
    await page.disconnect()
    assert await socket(ORIGIN).connect() == (False, consumers.GONE)
    elsewhere = (b"origin", b"http://elsewhere.example")
    assert await socket(elsewhere, await sync_to_async(cookie_of)(user)).connect() == (False, consumers.REFUSED)


async def test_a_page_gets_nothing_of_others():
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    page = socket(ORIGIN, await sync_to_async(cookie_of)(anna))
    await page.connect()
    await page.receive_json_from()
    await tell(bruno, "person.news")
    assert await page.receive_nothing()
    await page.disconnect()


async def test_the_page_of_a_match_says_both_in_one_frame_and_counts_for_other_matches_only():
    """Scripts that read `rev` in each frame of a match's page find it; the part of its own hint is not counted
    twice."""
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    match = await sync_to_async(running_match)("lantern", [anna, bruno])
    assert after_commit.wait_empty(PATIENCE)
    waits = int(anna in [seat.user for seat in await sync_to_async(due)(match)])
    headers = [HOST, ORIGIN, await sync_to_async(cookie_of)(anna)]
    page = Socket(application, f"/live/matches/{match.pk}/", headers=headers)
    assert (await page.connect())[0]
    whole = {"match": match.pk, "rev": match.rev, "waiting": waits}
    assert await page.receive_json_from() == whole
    await tell(anna, "person.news", match=match.pk)
    assert await page.receive_nothing()
    await tell(anna, "person.news", match="another")
    assert await page.receive_json_from() == whole
    await tell(anna, "person.news")
    assert await page.receive_json_from() == whole
    await page.disconnect()


def test_moves_in_many_matches_are_announced_once(sent, monkeypatch):
    """Of one match its own page hears by its hint; of several every page hears."""
    messages = []
    monkeypatch.setattr(live, "_send", lambda group, message: messages.append((group, message)))
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    live.announce_news([anna.pk, bruno.pk], "first")
    live.announce_news([anna.pk, None], "second")
    live.announce_news([bruno.pk], "first")
    live.announce_news([carla.pk])
    sent()
    assert sorted(messages, key=str) == sorted(
        [
            (f"person.{anna.pk}", {"type": "person.news"}),
            (f"person.{bruno.pk}", {"type": "person.news", "match": "first"}),
            (f"person.{carla.pk}", {"type": "person.news"}),
        ],
        key=str,
    )


async def test_it_is_closed_after_a_log_out():
    anna = await sync_to_async(person)("anna")
    page = socket(ORIGIN, await sync_to_async(cookie_of)(anna))
    await page.connect()
    await page.receive_json_from()
    await sync_to_async(Session.objects.all().delete)()
    await tell(anna, "person.check")
    assert (await page.receive_output())["code"] == consumers.GONE


def test_the_mover_and_the_next_player_are_notified(sent):
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    match = running_match("lantern", [anna, bruno, carla])
    assert sent() == pages_of(anna, bruno, carla)  # it has begun for all three
    before = {seat.user for seat in due(match)}
    move(match, due(match)[0])
    after = {seat.user for seat in due(match)}
    assert sent() == pages_of(*(before ^ after))


def test_all_learn_of_the_end(sent):
    anna, bruno = person("anna"), person("bruno")
    match = running_match("lantern", [anna, bruno])
    sent()
    play.resign(actor=anna, match_id=match.pk, seat=0)
    assert sent() == pages_of(anna, bruno)
    other = running_match("lantern", [anna, bruno])
    sent()
    play_to_end(other)
    assert sent() == pages_of(anna, bruno)


def test_players_and_invited_people_learn_of_a_table(sent):
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    table = tables.open_table(host=anna, title="lantern", seats=3, pace="standard", access=Access.OPEN)
    assert sent() == pages_of(anna)
    tables.invite(host=anna, match_id=table.pk, user=carla)
    assert sent() == pages_of(carla)
    tables.join_table(user=bruno, match_id=table.pk)
    assert sent() == pages_of(anna, bruno)
    tables.leave_table(user=bruno, match_id=table.pk)
    assert sent() == pages_of(anna, bruno)
    tables.close_table(user=anna, match_id=table.pk)
    assert sent() == pages_of(anna)


def test_people_asked_by_a_league_are_notified(sent):
    league = make_league(Format.PODS, 3, admission="invitation")
    sent()
    leagues.invite(actor=person("olga"), league_id=league.pk, user=person("bruno"))
    assert sent() == pages_of(person("bruno"))


def test_nobody_learns_of_uncommitted_changes(sent):
    with transaction.atomic():
        live.announce_news([person("anna").pk])
        transaction.set_rollback(True)
    assert sent() == set()


def test_a_proposal_and_an_answer_change_no_list(sent):
    anna, bruno = person("anna"), person("bruno")
    match = running_match("lantern", [anna, bruno])
    sent()
    agreement.propose(actor=anna, match_id=match.pk)
    assert sent() == set()


def test_without_a_socket_a_page_asks(django_assert_num_queries):
    anna, bruno = person("anna"), person("bruno")
    match = running_match("lantern", [anna, bruno])
    waits = {seat.user_id for seat in due(match)}
    for user in (anna, bruno):
        answer = client_of(user).get("/waiting/")
        assert answer.json() == {"waiting": int(user.pk in waits)}
        assert "no-store" in answer.headers["Cache-Control"]
    with django_assert_num_queries(0):
        assert Client().get("/waiting/").json() == {"waiting": 0}
    assert Client().post("/waiting/").status_code == 405
