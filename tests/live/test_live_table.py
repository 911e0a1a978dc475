"""The live table: moves that come over a socket, and what every open page is sent of them."""

import asyncio
import random
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from games import consumers, live
from games import open_matches as open_pages
from games.models import Event, Match, Receipt
from games.open_matches import open_matches
from games.registry import TITLES
from tests.cast import due, fresh, move, person, running_match, some_move
from tests.live.pages import OpenPage, comparable, hint, marked_seats
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern", "own_hints_only")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


@sync_to_async
def next_move(match: Match, rng: random.Random | None = None) -> tuple[Any, dict[str, Any]]:
    """Return who owes a decision first, and their move as their page would send it."""
    seat, now = due(match)[0], fresh(match)
    text = some_move(now, seat.index, rng)
    return seat.user, {"text": text, "seen": now.decision, "client_move_id": f"a{now.rev}-{seat.index}"}


async def pages_of(match: Match, *people: Any) -> dict[Any, OpenPage]:
    return {user: await OpenPage(match, user).open() for user in people}


async def close(pages: dict[Any, OpenPage]) -> None:
    for page in pages.values():
        await page.close()


async def test_a_move_over_the_socket_is_committed_when_it_is_answered_and_all_pages_are_shown_it(match):
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    pages = await pages_of(match, anna, bruno, None)
    mover, sent = await next_move(match)
    await pages[mover].say({"move": sent})
    assert "section" in await pages[mover].hear()
    answer = await pages[mover].hear()
    after = await sync_to_async(fresh)(match)
    assert answer == {"sent": sent["client_move_id"], "rev": after.rev}
    assert after.ply > match.ply
    assert await sync_to_async(Receipt.objects.get)(match=match, client_move_id=sent["client_move_id"])
    for user, page in pages.items():
        if user != mover:
            assert "section" in await page.hear()
        assert page.rev == after.rev
        assert comparable(page.section) == comparable(await page.fetched())
        assert await page.hear_nothing()
    await close(pages)


async def test_sent_and_fetched_sections_mark_presence_alike(match):
    anna, bruno = await two_people()
    carla = await sync_to_async(person)("carla")
    seats = {anna: {1}, bruno: {0}, carla: {0, 1}, None: {0, 1}}
    for hiding in (None, anna):
        if hiding is not None:
            hiding.show_presence = False
            await sync_to_async(hiding.save)()
        pages = await pages_of(match, *seats)
        mover, sent = await next_move(match)
        await pages[mover].say({"move": sent})
        for user, page in pages.items():
            assert "section" in await page.hear()
            assert marked_seats(str(page.section)) == seats[user] - ({0} if hiding else set())
            assert comparable(str(page.section)) == comparable(await page.fetched())
        await close(pages)


async def test_only_who_has_an_open_page_is_marked_in_what_is_sent(match):
    anna, _bruno = await two_people()
    pages = await pages_of(match, anna, None)
    seat = (await sync_to_async(due)(match))[0]
    await hint(match.pk, (await sync_to_async(move)(match, seat)).rev)
    for user, seats in ((anna, set()), (None, {0})):
        await pages[user].hear()
        assert marked_seats(str(pages[user].section)) == seats
    await close(pages)


async def test_the_hint_of_a_move_that_a_page_has_been_shown_says_nothing_more(match):
    anna, bruno = await sync_to_async(person)("anna"), await sync_to_async(person)("bruno")
    pages = await pages_of(match, anna, bruno)
    mover, sent = await next_move(match)
    await pages[mover].say({"move": sent})
    for page in pages.values():
        await page.hear()
    await pages[mover].hear()
    await hint(match.pk, pages[mover].rev)
    for page in pages.values():
        assert await page.hear_nothing()
    await close(pages)


async def test_a_hint_that_comes_before_the_move_is_answered_is_not_drawn_again(match, monkeypatch):
    pages = await pages_of(match, *await two_people())
    loop, play, draw = asyncio.get_running_loop(), open_pages.play_sent, open_pages.draw_for
    drawings = []

    async def heard(rev):
        await hint(match.pk, rev)
        for _round in range(100):
            await asyncio.sleep(0)

    def played(*move):
        answer = play(*move)
        asyncio.run_coroutine_threadsafe(heard(answer.accepted.rev), loop).result(PATIENCE)
        return answer

    def drawn(*what):
        drawings.append(what)
        return draw(*what)

    monkeypatch.setattr(open_pages, "play_sent", played)
    monkeypatch.setattr(open_pages, "draw_for", drawn)
    mover, sent = await next_move(match)
    await pages[mover].say({"move": sent})
    assert "section" in await pages[mover].hear()
    assert "rev" in await pages[mover].hear()
    assert len(drawings) == 1
    for page in pages.values():
        if page is not pages[mover]:
            assert "section" in await page.hear()
        assert await page.hear_nothing()
    await close(pages)


async def test_a_move_that_cannot_be_drawn_is_answered_with_its_revision(match, monkeypatch):
    pages = await pages_of(match, *await two_people())
    monkeypatch.setattr(open_pages, "draw_for", lambda *_what: 1 / 0)
    mover, sent = await next_move(match)
    await pages[mover].say({"move": sent})
    after = match.rev + 1
    assert await pages[mover].hear() == {"match": match.pk, "rev": after}
    assert await pages[mover].hear() == {"sent": sent["client_move_id"], "rev": after}
    assert (await sync_to_async(fresh)(match)).rev == after


async def test_the_move_of_a_closed_page_counts_and_is_shown_to_the_others(match):
    pages = await pages_of(match, *await two_people())
    mover, sent = await next_move(match)
    page = pages.pop(mover)
    await page.say({"move": sent})
    await page.socket.disconnect()
    (other,) = pages.values()
    assert "section" in await other.hear()
    assert other.rev == (await sync_to_async(fresh)(match)).rev == match.rev + 1
    await close(pages)


async def test_a_move_that_came_another_way_is_shown_by_its_hint(match):
    page = await OpenPage(match, await sync_to_async(person)("anna")).open()
    for _turn in range(2):
        seat = (await sync_to_async(due)(match))[0]
        accepted = await sync_to_async(move)(match, seat)
        await hint(match.pk, accepted.rev)
        await page.hear()
        assert page.rev == accepted.rev
        assert comparable(page.section) == comparable(await page.fetched())
    assert [frame.get("base") for frame in page.frames[1:]] == [None, page.frames[1]["rev"]]
    await page.close()


async def test_pages_that_read_packed_frames_are_sent_the_same_bytes_packed_once(match, monkeypatch):
    pages = [OpenPage(match, user) for user in (None, None, await sync_to_async(person)("anna"), None)]
    for page in pages[:3]:
        page.reads_packed = True
    for page in pages:
        await page.open()
    packed, pack, sent = [], open_pages.packed, []
    monkeypatch.setattr(open_pages, "packed", lambda words: packed.append(words) or pack(words))
    for page in pages:
        send = page.page.send

        async def noted(send=send, **frame):
            sent.append(frame)
            await send(**frame)

        monkeypatch.setattr(page.page, "send", noted)
    for turn in range(1, 3):
        sent.clear()
        seat = (await sync_to_async(due)(match))[0]
        await hint(match.pk, (await sync_to_async(move)(match, seat)).rev)
        for page in pages:
            assert "section" in await page.hear()
            assert comparable(page.section) == comparable(await page.fetched())
        assert len(packed) == 2 * turn  # for both strangers, and for Anna
        assert sorted(list(frame) for frame in sent) == [["bytes_data"]] * 3 + [["text_data"]]
        assert len({id(frame["bytes_data"]) for frame in sent if "bytes_data" in frame}) == 2
    for page in pages:
        await page.close()


async def test_changes_are_a_small_part_of_the_section():
    match = await sync_to_async(running_match)("masques", await two_people())
    page = await OpenPage(match, None).open()
    sizes = []
    for _turn in range(5):
        _user, sent = await next_move(match)
        seat = (await sync_to_async(due)(match))[0]
        await hint(match.pk, (await sync_to_async(move)(match, seat, sent["text"])).rev)
        frame = await page.hear()
        sizes.append(sum(len(str(part)) for part in frame["section"]))
    assert sizes[0] > 10_000
    assert max(sizes[1:]) < sizes[0] / 2
    await page.close()


async def two_people() -> list[Any]:
    return [await sync_to_async(person)(name) for name in ("anna", "bruno")]


async def test_a_retry_gets_the_first_answer_and_moves_nothing(match):
    pages = await pages_of(match, *await two_people())
    mover, sent = await next_move(match)
    page = pages[mover]
    await page.say({"move": sent})
    await page.hear()
    first = await page.hear()
    events = await sync_to_async(Event.objects.filter(match=match).count)()
    await page.say({"move": sent})
    assert await page.hear() == first
    assert await sync_to_async(Event.objects.filter(match=match).count)() == events
    await close(pages)


@pytest.mark.parametrize("wrong", [{"text": "zzz"}, {"seen": 0}, {"client_move_id": "no name!"}, {"text": ""}])
async def test_a_move_that_is_refused_changes_nothing_and_is_answered_without_a_revision(match, wrong):
    pages = await pages_of(match, *await two_people())
    mover, sent = await next_move(match)
    before = await sync_to_async(fresh)(match)
    await pages[mover].say({"move": sent | wrong})
    assert await pages[mover].hear() == {"sent": (sent | wrong)["client_move_id"]}
    assert (await sync_to_async(fresh)(match)).rev == before.rev
    for page in pages.values():
        assert await page.hear_nothing()
    await close(pages)


async def test_nobody_moves_for_another_seat_and_a_stranger_moves_nothing(match):
    pages = await pages_of(match, *await two_people(), None, await sync_to_async(person)("zeno"))
    mover, sent = await next_move(match)
    for user, page in pages.items():
        if user != mover:
            await page.say({"move": sent})
            if user is not None:
                assert await page.hear() == {"sent": sent["client_move_id"]}
            assert await page.hear_nothing()
    assert (await sync_to_async(fresh)(match)).rev == match.rev
    await close(pages)


@pytest.mark.parametrize(
    "said",
    [
        {"move": None},
        {"move": {}},
        {"move": {"text": 1, "seen": 1, "client_move_id": "a"}},
        {"move": {"text": "a", "seen": "1", "client_move_id": "a"}},
        {"move": {"text": "a", "seen": True, "client_move_id": "a"}},
        {"move": {"text": "a", "seen": -1, "client_move_id": "a"}},
        {"move": {"text": "a", "seen": 10**30, "client_move_id": "a"}},
        {"move": {"text": "a", "seen": 1, "client_move_id": "a", "seat": 1}},
        {"follow": 1},
        {"something": "else"},
        [],
        1,
    ],
)
async def test_frames_without_a_move_are_ignored(match, said):
    page = await OpenPage(match, await sync_to_async(person)("anna")).open()
    await page.say(said)
    assert await page.hear_nothing()
    await page.close()


@pytest.mark.parametrize("title", sorted(TITLES))
async def test_decision_after_decision_the_section_and_its_changes_make_what_is_fetched(title):
    """Of all seats and of a spectator, in two languages, whatever way the moves come."""
    rng = random.Random(7)
    match = await sync_to_async(running_match)(title, await two_people())
    pages = [await OpenPage(match, user).open() for user in await two_people()]
    zeno = await sync_to_async(person)("zeno")
    zeno.language, zeno.timezone = "it", "Europe/Rome"
    await sync_to_async(zeno.save)()
    pages += [await OpenPage(match, zeno, "it", "Europe/Rome").open(), await OpenPage(match, None).open()]
    for turn in range(14):
        user, sent = await next_move(match, rng)
        mover = next(page for page in pages if page.user == user)
        if turn % 3:
            await mover.say({"move": sent})
        else:
            seat = next(seat for seat in await sync_to_async(due)(match) if seat.user == user)
            await hint(match.pk, (await sync_to_async(move)(match, seat, sent["text"])).rev)
        now = await sync_to_async(fresh)(match)
        for page in pages:
            frame = await page.hear()
            assert frame["rev"] == (await sync_to_async(fresh)(match)).rev
            if turn % 3 and page is mover:
                assert (await page.hear())["sent"] == sent["client_move_id"]
            if "stop" in frame and frame["stop"] is not None:
                assert (
                    "data-held" in page.section
                )  # the end of a round is looked at first; what is fetched is the table
            else:
                assert comparable(page.section) == comparable(await page.fetched()), (title, turn, page.user)
        if now.status != "running":
            break
    for page in pages:
        await page.close()


async def test_a_player_who_was_logged_out_moves_nothing_though_the_socket_is_still_open(match):
    pages = await pages_of(match, *await two_people())
    mover, sent = await next_move(match)
    await sync_to_async(Session.objects.all().delete)()
    await pages[mover].say({"move": sent})
    assert await pages[mover].hear() == {"sent": sent["client_move_id"]}
    assert (await sync_to_async(fresh)(match)).rev == match.rev
    await close(pages)


async def test_a_player_who_was_banned_moves_nothing_though_the_socket_is_still_open(match):
    pages = await pages_of(match, *await two_people())
    mover, sent = await next_move(match)
    await sync_to_async(get_user_model().objects.filter(pk=mover.pk).update)(banned_at=datetime.now(UTC))
    await pages[mover].say({"move": sent})
    assert await pages[mover].hear() == {"sent": sent["client_move_id"]}
    assert (await sync_to_async(fresh)(match)).rev == match.rev
    await close(pages)


async def test_nothing_is_sent_to_users_who_lost_the_right_during_a_move(match, monkeypatch):
    """The check of their socket is under way: until its outcome is known, they are sent nothing unchecked."""
    monkeypatch.setattr(consumers, "SETTLING", 0.2)
    anna, bruno = await two_people()
    zeno = await sync_to_async(person)("zeno")
    pages = await pages_of(match, anna, bruno, zeno)
    mover, sent = await next_move(match)
    await sync_to_async(get_user_model().objects.filter(pk=zeno.pk).update)(banned_at=datetime.now(UTC))
    await get_channel_layer().group_send(live.group_of_person(zeno.pk), {"type": live.CHECK})
    await asyncio.sleep(0)
    await pages[mover].say({"move": sent})
    assert (await pages[zeno].socket.receive_output())["code"] == consumers.GONE
    await close(pages)


async def test_a_stranger_with_a_private_link_fetches_and_is_sent_no_section():
    private = await sync_to_async(running_match)("lantern", await two_people(), access="link")
    page = OpenPage(private, None)
    page.can_follow = False
    await sync_to_async(page.client.get)(f"{page.path}?link={private.link_token}")
    await page.open()
    await hint(private.pk, private.rev + 1)
    assert await page.hear() == {"match": private.pk, "rev": private.rev + 1}
    await page.close()


async def test_a_page_that_takes_nothing_is_closed_and_others_feel_nothing(match, monkeypatch):
    monkeypatch.setattr(consumers, "SEND_PATIENCE", 0.3)
    pages = await pages_of(match, *await two_people(), None)

    async def never(**_frame):
        await asyncio.sleep(60)

    monkeypatch.setattr(pages[None].page, "send", never)
    for _turn in range(2):
        mover, sent = await next_move(match)
        await pages[mover].say({"move": sent})
        await pages[mover].hear()
        assert "rev" in await pages[mover].hear()
        other = next(page for user, page in pages.items() if user not in (mover, None))
        assert "section" in await other.hear()
    assert (await pages[None].socket.receive_output())["code"] == consumers.TRY_LATER
    await close(pages)


async def test_a_slow_page_gets_the_newest_revision_and_starts_again(match, monkeypatch):
    pages = await pages_of(match, *await two_people(), None)
    slow = pages[None].page
    honest, go_on = slow.send, asyncio.Event()

    async def later(**frame):
        await go_on.wait()
        await honest(**frame)

    monkeypatch.setattr(slow, "send", later)
    for _turn in range(2):
        mover, sent = await next_move(match)
        await pages[mover].say({"move": sent})
        await pages[mover].hear()
        answer = await pages[mover].hear()
        await next(page for user, page in pages.items() if user not in (mover, None)).hear()
    go_on.set()
    assert "section" in await pages[None].hear()
    assert await pages[None].hear() == {"match": match.pk, "rev": answer["rev"]}
    mover, sent = await next_move(match)
    await pages[mover].say({"move": sent})
    assert (await pages[None].hear())["base"] is None
    await close(pages)


async def test_the_last_page_that_goes_takes_the_match_with_it(match):
    pages = await pages_of(match, *await two_people())
    await hint(match.pk, match.rev + 1)
    for page in pages.values():
        await page.hear()
    assert match.pk in open_matches
    await close(pages)
    assert match.pk not in open_matches


async def test_a_page_may_ask_for_everything_again(match):
    page = await OpenPage(match, None).open()
    for _turn in range(2):
        seat = (await sync_to_async(due)(match))[0]
        await hint(match.pk, (await sync_to_async(move)(match, seat)).rev)
        await page.hear()
        await page.follow()
    assert [frame.get("base") for frame in page.frames[1:]] == [None, None]
    await page.close()


def set_ply(match: Match) -> None:
    """More events than are stored."""
    Match.objects.filter(pk=match.pk).update(ply=match.ply + 1)


async def test_an_unreadable_match_is_announced_by_its_revision(match):
    page = await OpenPage(match, None).open()
    await sync_to_async(set_ply)(match)
    await hint(match.pk, match.rev + 1)
    assert await page.hear() == {"match": match.pk, "rev": match.rev + 1}
    assert (await sync_to_async(fresh)(match)).status == "quarantined"
    await page.close()


async def test_moves_go_on_without_the_broker(match, monkeypatch):
    async def dead(*_args):
        raise ConnectionError

    pages = await pages_of(match, *await two_people())
    monkeypatch.setattr(type(get_channel_layer()), "group_send", dead)
    for _turn in range(3):
        mover, sent = await next_move(match)
        await pages[mover].say({"move": sent})
        for page in pages.values():
            assert "section" in await page.hear()
        assert "rev" in await pages[mover].hear()
    await close(pages)


async def test_a_player_is_led_to_the_next_waiting_match(match):
    """The page goes there by itself, if its reader wants it so."""
    anna, bruno = await two_people()
    for user in (anna, bruno):
        user.goes_on = True
        await sync_to_async(user.save)()
    others = [await sync_to_async(running_match)("lantern", [anna, bruno]) for _number in range(4)]
    pages = await pages_of(match, anna, bruno)
    mover, sent = await next_move(match)
    waiting = {
        f"/matches/{other.pk}/" for other in others if mover in [seat.user for seat in await sync_to_async(due)(other)]
    }
    await pages[mover].say({"move": sent})
    await pages[mover].hear()
    assert (await pages[mover].hear()).get("onward") in (waiting or {None})
    await close(pages)
