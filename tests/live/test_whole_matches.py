"""The law of the live table over whole matches: the section of a page and its changes make, at every revision, exactly
what the page would fetch at that moment."""

import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import consumers
from games.models import Match, Seat, Status
from games.services.beside.looks import kept
from games.services.bot_moves import bots
from games.services.match import play
from tests.cast import NAMES, due, fresh, person, running_match, some_move
from tests.live.pages import OpenPage, comparable, hint
from tests.views.pages import FRAGMENT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("own_hints_only"),
    pytest.mark.reliability,
    pytest.mark.timeout(600),
]

TABLES = [
    ("masques", 2), ("masques", 3), ("masques", 4), ("maskera", 2), ("mascarade", 2), ("mascarade", 6),
    ("mascarade", 13), ("masons", 2), ("masons", 3), ("masons", 4),
]  # fmt: skip
LIMIT = 1_000  # decisions
GIVES_UP = 12  # the decision before which the last of more than two seats is given up; a bot plays on


@pytest.fixture(autouse=True)
def _nobody_is_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """These people need no time to think; a socket on which so much is said would be closed."""
    monkeypatch.setattr(consumers, "FRAMES_PER_SECOND", 1_000.0)


@sync_to_async
def reader(name: str, language: str = "", zone: str = "UTC") -> Any:
    user = person(name)
    user.language, user.timezone = language, zone
    user.save()
    return user


@sync_to_async
def next_of(match: Match, rng: random.Random) -> tuple[Match, Seat, dict[str, Any]]:
    """The match, a seat that owes a decision, and a move of its holder's as their page sends it."""
    now, seat = fresh(match), rng.choice(due(match))
    sent = {"text": some_move(now, seat.index, rng), "seen": now.decision, "client_move_id": f"a{now.ply}-{seat.index}"}
    return now, seat, sent


@sync_to_async
def forget_look(match: Match, user: Any) -> None:
    """As if this reader had not been shown what was sent last: the end of a round is news again."""
    others = {seat.pk: kept.of_holder(seat.pk, seat.user_id) for seat in match.seats.exclude(user=user)}
    kept.clear()
    for pk, glance in others.items():
        if glance is not None:
            kept.by_holder(pk, glance)


async def by_socket(page: OpenPage, sent: dict[str, Any]) -> None:
    await page.say({"move": sent})
    while (told := await page.hear()).get("sent") != sent["client_move_id"]:
        pass
    assert "rev" in told


async def by_form(page: OpenPage, sent: dict[str, Any]) -> None:
    post = sync_to_async(page.client.post)
    fields, headers = sent | {"back": page.kind}, {"x-answer": "table", "x-stops": "0"}
    answer = await post(f"{page.path}move/", fields, headers=headers, **FRAGMENT)
    assert answer.status_code == 200


async def assert_current(match: Match, page: OpenPage) -> int:
    """Check that the page holds what it would fetch now; return 1 if that is the end of a round."""
    section = page.section or ""
    is_stop = [frame for frame in page.frames if "section" in frame][-1]["stop"] is not None
    assert ("data-held" in section) == is_stop
    if is_stop:
        await forget_look(match, page.user)
    assert comparable(section) == comparable(await page.fetched()), (page.user, page.language, page.rev)
    return is_stop


@pytest.mark.parametrize(("title", "seats"), TABLES)
async def test_at_every_revision_of_a_match_each_page_was_sent_what_it_would_fetch(title, seats):
    """The hand of one seat, the pages of the others, of a spectator who reads Italian in Rome, and of strangers in two
    languages; moves come over sockets, by forms, and from a bot."""
    rng = random.Random(f"{title} {seats}")
    people = [await reader(name, "it" if name == NAMES[1] else "") for name in NAMES[:seats]]
    match = await sync_to_async(running_match)(title, people)
    kinds = ["hand", *["match"] * (seats - 1)]
    pages = [
        await OpenPage(match, user, user.language or "en", kind=kind).open()
        for user, kind in zip(people, kinds, strict=True)
    ]
    pages.append(await OpenPage(match, await reader("zeno", "it", "Europe/Rome"), "it", "Europe/Rome").open())
    pages += [await OpenPage(match, None, language).open() for language in ("en", "it")]
    now, stops = await sync_to_async(fresh)(match), 0
    for turn in range(LIMIT):
        before, seat, sent = await next_of(match, rng)
        mover = next(page for page in pages if page.user == seat.user)
        if turn == GIVES_UP and seats > 2:
            await sync_to_async(play.resign)(actor=people[-1], match_id=match.pk, seat=seats - 1)
        elif seat.bot:
            await sync_to_async(bots.play_bots)(match.pk)
        else:
            await (by_form if turn % 3 == 0 else by_socket)(mover, sent)
        now = await sync_to_async(fresh)(match)
        assert now.rev > before.rev  # a sealed answer too: everybody sees who has answered
        await hint(match.pk, now.rev)
        for page in pages:
            while page.rev < now.rev:
                assert "section" in await page.hear()
            assert page.rev == now.rev
            stops += await assert_current(match, page)
        if now.status != Status.RUNNING:
            break
    assert now.status == Status.FINISHED
    assert bool(stops) == (title != "maskera"), "only Maskera has no rounds"
    for page in pages:
        await page.close()
