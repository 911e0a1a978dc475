"""Hints: what a socket carries, to whom, and that nobody waits for the broker."""

import asyncio
import json
import threading
from datetime import UTC, datetime

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.test import Client

from games import consumers, live
from games.models import Match
from games.plumbing import after_commit
from games.services.waiting import tables
from masques_site.accounts.moderation import ban
from masques_site.asgi import application
from tests.cast import due, fresh, move, person, running_match
from tests.communicators import Socket
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
HOST = (b"host", b"testserver")
ORIGIN = (b"origin", b"http://testserver")


def session_of(user) -> bytes:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


def socket(match_id: str, *headers: tuple[bytes, bytes]) -> Socket:
    return Socket(application, f"/live/matches/{match_id}/", headers=[HOST, *headers])


async def connected(page: Socket) -> None:
    """Open a socket, and hear what it says at once: of the match, and to who is logged in of what waits for them."""
    assert (await page.connect())[0]
    is_known = any(name == b"cookie" for name, _value in page.scope["headers"])
    assert set(await page.receive_json_from()) == {"match", "rev"} | ({"waiting"} if is_known else set())


@pytest.fixture
def match() -> Match:
    return settled(running_match("lantern", [person("anna"), person("bruno")]))


@pytest.fixture
def private() -> Match:
    return settled(running_match("lantern", [person("anna"), person("bruno")], access="link"))


def another_private_match() -> Match:
    return settled(running_match("lantern", [person("carla"), person("dora")], access="link"))


def settled(match: Match) -> Match:
    """The match, once the hints of its beginning have left: a page that opens now hears none of them."""
    assert after_commit.wait_empty(PATIENCE)
    return match


async def page_is_told(user) -> None:
    """Send what `live.recheck` sends, from this test's own loop: the layer of the tests lives in one loop only."""
    await get_channel_layer().group_send(live.group_of_person(user.pk), {"type": live.CHECK})


async def hint(match_id: str, rev: int) -> None:
    await get_channel_layer().group_send(live.group_of(match_id), {"type": live.HINT, "match": match_id, "rev": rev})


async def test_a_page_gets_the_matchs_revision_and_then_every_change(match):
    page = socket(match.pk, ORIGIN)
    assert (await page.connect())[0]
    assert await page.receive_json_from() == {"match": match.pk, "rev": match.rev}
    await hint(match.pk, match.rev + 1)
    assert await page.receive_json_from() == {"match": match.pk, "rev": match.rev + 1}
    await page.disconnect()


@pytest.mark.parametrize("who", ["a visitor", "a member"])
async def test_a_page_gets_a_move_that_came_while_its_socket_opened(match, monkeypatch, who):
    headers = [ORIGIN]
    if who == "a member":
        headers.append((b"cookie", await sync_to_async(session_of)(await sync_to_async(person)("bruno"))))
    listen = consumers.MatchConsumer.listen

    async def moved_meanwhile(consumer, *groups):
        await sync_to_async(Match.objects.filter(pk=match.pk).update)(rev=match.rev + 1)
        await listen(consumer, *groups)

    monkeypatch.setattr(consumers.MatchConsumer, "listen", moved_meanwhile)
    page = socket(match.pk, *headers)
    assert (await page.connect())[0]
    said = await page.receive_json_from()
    assert (said["match"], said["rev"]) == (match.pk, match.rev + 1)
    await page.disconnect()


async def test_a_page_gets_nothing_of_other_matches(match, private):
    page = socket(match.pk, ORIGIN)
    await connected(page)
    await hint(private.pk, 9)
    assert await page.receive_nothing()
    await page.disconnect()


async def test_a_page_that_is_closed_leaves_every_group_that_it_joined(match):
    user = await sync_to_async(person)("anna")
    page = socket(match.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(user)))
    await page.connect()
    groups = get_channel_layer().groups
    assert {live.group_of(match.pk), live.group_of_person(user.pk)} <= set(groups)
    await page.disconnect()
    assert not {live.group_of(match.pk), live.group_of_person(user.pk)} & set(groups)


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"origin", b"http://elsewhere.example")],
        [(b"origin", b"http://testserver:8080")],
        [(b"origin", b"http://testserver.elsewhere.example")],
        [(b"origin", b"null")],
        [(b"origin", b"file://testserver")],
    ],
)
async def test_a_page_from_elsewhere_or_without_origin_is_refused(match, headers):
    assert not (await socket(match.pk, *headers).connect())[0]


@pytest.mark.parametrize(("scheme", "origin"), [("ws", "http"), ("wss", "https")])
def test_the_scheme_of_the_origin_is_that_of_the_socket(scheme, origin):
    for other in ("http", "https"):
        headers = [HOST, (b"origin", f"{other}://testserver".encode())]
        assert consumers.same_origin(headers, scheme=scheme) is (other == origin)


async def test_a_page_sent_by_https_is_not_of_an_http_site(match):
    assert not (await socket(match.pk, (b"origin", b"https://testserver")).connect())[0]


def test_behind_a_public_address_only_that_address_is_an_origin(settings):
    settings.PUBLIC_URL = "https://masques.example"
    assert consumers.same_origin([HOST, (b"origin", b"https://masques.example")])
    assert not consumers.same_origin([HOST, (b"origin", b"http://masques.example")])
    assert not consumers.same_origin([HOST, ORIGIN])


@pytest.mark.parametrize(
    ("host", "origin", "welcome"),
    [
        (b"masques.example", b"http://masques.example", True),
        (b"masques.example:8000", b"http://masques.example:8000", True),
        (b"masques.example:8000", b"http://masques.example", False),
        (b"elsewhere.example", b"http://elsewhere.example", False),
        (b"", b"http://", False),
        (None, b"http://", False),
        (b"masques.example", b"", False),
        (b"masques.example", None, False),
        (b"masques.example", b"http://masques.example\xff", False),
    ],
)
def test_a_page_is_of_this_site_if_its_host_is_one_of_the_site(settings, host, origin, welcome):
    settings.ALLOWED_HOSTS = ["masques.example"]
    settings.PUBLIC_URL = ""
    found = [(b"Host", host), (b"Origin", origin)]
    assert consumers.same_origin([header for header in found if header[1] is not None]) is welcome


async def test_a_private_match_is_closed_to_strangers_like_one_that_is_not_there(private):
    stranger = await sync_to_async(lambda: session_of(person("zeno")))()
    for match_id in (private.pk, "2" * 12, "nonsense"):
        for headers in ([ORIGIN], [ORIGIN, (b"cookie", stranger)]):
            assert await socket(match_id, *headers).connect() == (False, consumers.GONE)


async def test_a_private_match_is_open_to_its_seats(private):
    cookie = await sync_to_async(lambda: session_of(person("bruno")))()
    page = socket(private.pk, ORIGIN, (b"cookie", cookie))
    assert (await page.connect())[0]
    await page.disconnect()


@pytest.mark.parametrize("why", ["logged out", "barred"])
async def test_a_user_who_logs_out_or_is_barred_gets_nothing_more(private, why):
    """From the moment at which their pages get the message, though the check itself comes a little later."""
    bruno = await sync_to_async(person)("bruno")
    cookie = await sync_to_async(session_of)(bruno)
    page = socket(private.pk, ORIGIN, (b"cookie", cookie))
    await connected(page)
    if why == "barred":
        await sync_to_async(get_user_model().objects.filter(username="bruno").update)(is_active=False)
    else:
        await sync_to_async(Session.objects.all().delete)()
    await page_is_told(bruno)
    await hint(private.pk, 9)
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_a_visitor_who_forgets_the_private_link_gets_nothing_more(private):
    client = Client()
    await sync_to_async(client.get)(f"/matches/{private.pk}/?link={private.link_token}")
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    page = socket(private.pk, ORIGIN, (b"cookie", cookie))
    assert (await page.connect())[0]
    await page.receive_json_from()
    await hint(private.pk, 8)
    assert await page.receive_json_from() == {"match": private.pk, "rev": 8}
    await sync_to_async(Session.objects.all().delete)()
    await hint(private.pk, 9)
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_a_private_link_opens_its_own_match_and_no_other(private):
    other = await sync_to_async(another_private_match)()
    client = Client()
    await sync_to_async(client.get)(f"/matches/{private.pk}/?link={private.link_token}")
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    answer = await socket(other.pk, ORIGIN, (b"cookie", cookie)).connect()
    assert answer == (False, consumers.GONE)


async def test_another_account_in_the_same_browser_does_not_listen_on(private):
    """The session that opened the socket is now another user's, who sits at the match too."""
    client = Client()
    await sync_to_async(client.force_login)(await sync_to_async(person)("bruno"))
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    page = socket(private.pk, ORIGIN, (b"cookie", cookie))
    await connected(page)
    anna = await sync_to_async(person)("anna")

    def change_hands():
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        session = consumers.SessionStore(key)
        session["_auth_user_id"] = str(anna.pk)
        session["_auth_user_hash"] = anna.get_session_auth_hash()
        session.save()

    await sync_to_async(change_hands)()
    await page_is_told(await sync_to_async(person)("bruno"))
    await hint(private.pk, 9)
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_only_hints_about_this_match_are_passed_on(match, private):
    page = socket(match.pk, ORIGIN)
    await connected(page)
    for wrong in ({"match": private.pk, "rev": 9}, {"match": match.pk, "rev": "9"}, {"match": match.pk}, {"rev": 9}):
        await get_channel_layer().group_send(live.group_of(match.pk), {"type": live.HINT, **wrong})
    await hint(match.pk, 10)
    assert await page.receive_json_from() == {"match": match.pk, "rev": 10}
    await page.disconnect()


async def test_a_silent_page_is_closed_soon_after_a_log_out(match):
    user = await sync_to_async(person)("bruno")
    client = Client()
    await sync_to_async(client.force_login)(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    page = socket(match.pk, ORIGIN, (b"cookie", cookie))
    await connected(page)
    await sync_to_async(client.post)("/accounts/logout/")
    await page_is_told(user)
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_a_silent_page_is_closed_soon_after_a_ban(match):
    user = await sync_to_async(person)("bruno")
    page = socket(match.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(user)))
    await connected(page)
    moderator = await sync_to_async(person)("moderator")
    await sync_to_async(ban)(moderator=moderator, person=user, reason="rude")
    await page_is_told(user)
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_a_player_who_is_banned_connects_no_more(match):
    user = await sync_to_async(person)("bruno")
    cookie = await sync_to_async(session_of)(user)
    await sync_to_async(ban)(moderator=await sync_to_async(person)("moderator"), person=user, reason="rude")
    answer = await socket(match.pk, ORIGIN, (b"cookie", cookie)).connect()
    assert answer == (False, consumers.GONE)


async def test_a_ban_that_comes_while_a_socket_opens_closes_it(match, monkeypatch):
    user = await sync_to_async(person)("bruno")
    cookie = await sync_to_async(session_of)(user)
    listen = consumers.MatchConsumer.listen

    async def banned_meanwhile(consumer, *groups):
        await sync_to_async(get_user_model().objects.filter(pk=user.pk).update)(banned_at=datetime.now(UTC))
        await listen(consumer, *groups)

    monkeypatch.setattr(consumers.MatchConsumer, "listen", banned_meanwhile)
    assert await socket(match.pk, ORIGIN, (b"cookie", cookie)).connect() == (False, consumers.GONE)


async def test_a_hint_reads_nothing_for_users_who_learn_of_their_loss(match, monkeypatch):
    """Every move would cost it once for every open page."""
    user = await sync_to_async(person)("bruno")
    page = socket(match.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(user)))
    await connected(page)
    read = []
    visible = consumers.MatchConsumer.visible_match

    async def reads(consumer):
        read.append(consumer)
        return await visible(consumer)

    monkeypatch.setattr(consumers.MatchConsumer, "visible_match", reads)
    await hint(match.pk, 9)
    assert await page.receive_json_from() == {"match": match.pk, "rev": 9}
    assert read == []
    await page.disconnect()


async def test_a_player_who_leaves_a_private_table_learns_nothing_more_of_it(monkeypatch):
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    table = await sync_to_async(tables.open_table)(
        host=anna, title="lantern", seats=3, settings={}, pace="standard", access="link"
    )
    link = (await sync_to_async(fresh)(table)).link_token
    await sync_to_async(tables.join_table)(user=bruno, match_id=table.pk, link_token=link)
    page = socket(table.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(bruno)))
    await connected(page)
    told = []
    monkeypatch.setattr(live, "recheck", told.append)
    await sync_to_async(tables.leave_table)(user=bruno, match_id=table.pk)
    assert told == [bruno.pk]
    await page_is_told(bruno)
    closed = await page.receive_output()
    while "code" not in closed:  # the hints of the table, which go to everybody
        closed = await page.receive_output()
    assert closed["code"] == consumers.GONE


def test_the_check_after_a_ban_or_a_log_out_comes_well_within_two_seconds():
    assert consumers.SETTLING <= 1


async def test_the_other_browsers_of_a_player_who_logs_out_stay_open(match):
    user = await sync_to_async(person)("bruno")
    page = socket(match.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(user)))
    await connected(page)
    await page_is_told(user)
    assert await page.receive_nothing(timeout=consumers.SETTLING + 0.3)
    await page.disconnect()


@pytest.mark.parametrize("why", ["logged out", "banned"])
async def test_a_lost_word_about_a_log_out_or_a_ban_is_made_up_for(match, monkeypatch, why):
    monkeypatch.setattr(consumers, "RECHECK", 0.05)
    monkeypatch.setattr(consumers, "SETTLING", 0.0)
    user = await sync_to_async(person)("bruno")
    page = socket(match.pk, ORIGIN, (b"cookie", await sync_to_async(session_of)(user)))
    await connected(page)
    if why == "banned":
        await sync_to_async(get_user_model().objects.filter(pk=user.pk).update)(banned_at=datetime.now(UTC))
    else:
        await sync_to_async(Session.objects.all().delete)()
    assert (await page.receive_output())["code"] == consumers.GONE


async def test_messages_of_a_page_are_ignored_and_too_many_close_it(match):
    page = socket(match.pk, ORIGIN)
    await connected(page)
    await page.send_to(text_data=json.dumps({"type": live.HINT, "match": match.pk, "rev": 99}))
    assert await page.receive_nothing()
    await page.send_to(text_data="x" * (consumers.FRAME_LIMIT + 1))
    assert (await page.receive_output())["code"] == consumers.TOO_BIG


async def test_many_small_frames_close_it_too(match):
    page = socket(match.pk, ORIGIN)
    await connected(page)
    for _frame in range(consumers.FRAMES_LIMIT + 1):
        await page.send_to(bytes_data=b"x")
    assert (await page.receive_output())["code"] == consumers.TOO_MANY


async def test_frames_that_come_after_the_close_are_answered_by_no_second_one_bug(match):
    page = socket(match.pk, ORIGIN)
    await connected(page)
    for _frame in range(consumers.FRAMES_LIMIT + 9):
        await page.send_to(bytes_data=b"x")
    assert (await page.receive_output())["code"] == consumers.TOO_MANY
    assert await page.receive_nothing()


async def test_without_the_broker_the_socket_stays_open_and_silent(match, monkeypatch):
    async def dead(*_args):
        raise ConnectionError

    monkeypatch.setattr(type(get_channel_layer()), "group_add", dead)
    page = socket(match.pk, ORIGIN)
    assert (await page.connect())[0]
    await page.disconnect()


async def test_a_broker_that_is_gone_before_the_socket_opens_closes_it_quietly(match, monkeypatch):
    async def dead(*_args):
        raise ConnectionError

    monkeypatch.setattr(type(get_channel_layer()), "new_channel", dead)
    assert await socket(match.pk, ORIGIN).connect() == (False, consumers.TRY_LATER)


async def test_another_address_is_closed():
    page = Socket(application, "/live/elsewhere/", headers=[HOST, ORIGIN])
    assert await page.connect() == (False, consumers.GONE)


def test_a_move_is_announced_with_match_and_revision_and_nothing_else(match, monkeypatch):
    sent = []

    class Layer:
        async def group_send(self, group, message):
            sent.append((group, message))

    monkeypatch.setattr(live, "get_channel_layer", Layer)
    monkeypatch.setattr(after_commit, "gather", lambda _name, item, call: call([item]))  # at once
    monkeypatch.setattr("games.wake.owed", lambda _match: None)
    (seat,) = due(match)
    accepted = move(match, seat)
    assert after_commit.wait_empty(PATIENCE)
    hint = (live.group_of(match.pk), {"type": "match.hint", "match": match.pk, "rev": accepted.rev})
    news = [(f"person.{seat.user_id}", {"type": "person.news", "match": match.pk}) for seat in match.seats.all()]
    assert sorted(sent, key=str) == sorted([hint, *news], key=str)


def test_a_log_out_and_a_ban_tell_the_open_pages(match, monkeypatch):
    told = []
    monkeypatch.setattr(live, "recheck", told.append)
    client = Client()
    client.force_login(person("anna"))
    client.post("/accounts/logout/")
    ban(moderator=person("moderator"), person=person("bruno"), reason="rude")
    assert told == [person("anna").pk, person("bruno").pk]


@pytest.mark.parametrize("trouble", ["dead", "frozen"])
def test_a_dead_or_frozen_broker_holds_up_no_move(match, monkeypatch, trouble):
    """It says nothing until the move has been taken: who waited for it would wait for ever."""
    moved = threading.Event()

    class Layer:
        async def group_send(self, group, message):
            await asyncio.to_thread(moved.wait)
            if trouble == "dead":
                raise ConnectionError

    monkeypatch.setattr(live, "get_channel_layer", Layer)
    monkeypatch.setattr(live, "SEND_TIMEOUT", PATIENCE)
    (seat,) = due(match)
    move(match, seat)
    for rev in range(20):
        live.announce(match.pk, rev)
    assert not after_commit.wait_empty(0)
    moved.set()
    assert after_commit.wait_empty(PATIENCE)


def test_a_hint_that_a_frozen_broker_never_takes_is_given_up(monkeypatch):
    class Layer:
        async def group_send(self, group, message):
            await asyncio.Event().wait()

    monkeypatch.setattr(live, "get_channel_layer", Layer)
    monkeypatch.setattr(live, "SEND_TIMEOUT", 0.05)
    for rev in range(20):
        live.announce("2" * 12, rev)
    assert after_commit.wait_empty(PATIENCE)
