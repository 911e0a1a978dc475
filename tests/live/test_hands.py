"""Hands, the phones at a real table: what their sockets are sent."""

import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.models import Match
from games.policy import policy
from tests.cast import due, fresh, move, person, running_match, some_move
from tests.live.pages import OpenPage, comparable, hint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern", "own_hints_only")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


@sync_to_async
def next_move(match: Match, rng: random.Random) -> tuple[Any, dict[str, Any]]:
    """Return who owes a decision first, and their move as their page would send it."""
    seat, now = due(match)[0], fresh(match)
    text = some_move(now, seat.index, rng)
    return seat.user, {"text": text, "seen": now.decision, "client_move_id": f"a{now.rev}-{seat.index}"}


@sync_to_async
def two_people() -> list[Any]:
    return [person(name) for name in ("anna", "bruno")]


async def test_a_hand_is_sent_what_it_would_fetch_and_its_moves_are_taken(match):
    """One seat plays from its hand alone, the other from the page of the match."""
    anna, bruno = await two_people()
    hand, page = await OpenPage(match, anna, kind="hand").open(), await OpenPage(match, bruno).open()
    sockets = {anna: hand, bruno: page}
    rng, by_hand = random.Random(2), 0
    while by_hand < 3:
        mover, sent = await next_move(match, rng)
        await sockets[mover].say({"move": sent})
        by_hand += mover == anna
        while "sent" not in await sockets[mover].hear():
            pass
        rev = (await sync_to_async(fresh)(match)).rev
        for each in sockets.values():
            while each.rev < rev:
                await each.hear()
            assert comparable(str(each.section)) == comparable(await each.fetched())
    assert 'data-part="hand"' in str(hand.section)
    assert 'class="bridges"' not in str(hand.section)
    for each in sockets.values():
        await each.close()


async def test_a_hand_whose_seat_is_another_persons_by_now_is_told_to_fetch(match):
    anna, _bruno = await two_people()
    hand = await OpenPage(match, anna, kind="hand").open()
    zeno = await sync_to_async(person)("zeno")
    await sync_to_async(match.seats.filter(user=anna).update)(user=zeno)
    seat = (await sync_to_async(due)(match))[0]
    rev = (await sync_to_async(move)(match, seat)).rev
    await hint(match.pk, rev)
    assert await hand.hear() == {"match": match.pk, "rev": rev}
    await hand.close()


async def test_a_hand_stays_at_its_table_when_another_match_waits(match, monkeypatch):
    monkeypatch.setattr(type(policy()), "goes_on", lambda _self, _user: True)
    anna, bruno = await two_people()
    other = await sync_to_async(running_match)("lantern", [anna, bruno])
    sockets = {user: await OpenPage(match, user, kind="hand").open() for user in (anna, bruno)}
    mover, sent = await next_move(match, random.Random(1))
    while not await sync_to_async(lambda: any(seat.user == mover for seat in due(other)))():
        await sync_to_async(lambda: move(other, due(other)[0]))()
    await sockets[mover].say({"move": sent})
    while "sent" not in (answer := await sockets[mover].hear()):
        pass
    assert "onward" not in answer
    for each in sockets.values():
        await each.close()
