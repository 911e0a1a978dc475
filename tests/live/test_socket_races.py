"""Moves over sockets that race with each other, with forms, the clock and a leaver: one outcome each, and every page
ends up with what it would fetch. Moves meet at a barrier, each on a thread and a connection of its own, and each page
hears of the match by itself, as in several processes."""

import asyncio
import random
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games import consumers, open_matches
from games.audit import faults_of
from games.core.engine import ending
from games.models import Answer, Match, Receipt, Status
from games.open_matches import OpenMatch
from games.plumbing.staying_threads import socket_threads
from games.services.clocks import deadlines
from games.services.match import play
from tests.cast import NAMES, due, fresh, move, person, running_match, some_move, stored_log
from tests.live import pages
from tests.live.pages import OpenPage, comparable, hint
from tests.waiting import PATIENCE, soon

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern", "own_hints_only"),
]
Sent = dict[str, Any]


class Apart(dict[str, OpenMatch]):
    """Open matches as if each page were in a process of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.own: dict[Any, OpenMatch] = {}

    def join(self, match_id: str, page: Any, rev: int) -> OpenMatch:
        own = self.own[page] = OpenMatch(match_id, rev)
        own.pages.add(page)
        self.setdefault(match_id, OpenMatch(match_id, rev)).pages.add(page)  # where tests look for pages
        return own

    def leave(self, _match_id: str, page: Any) -> None:
        self.own.pop(page).close()


class Meeting:
    """The open pages of a match, and races of what they send."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.barrier = threading.Barrier(1)
        self.late = ""  # the name of a move whose answer is held back until `go_on`
        self.go_on = threading.Event()
        self.pages: list[OpenPage] = []
        self.match: Match
        honest = open_matches.play_sent

        def meet(*arguments: Any) -> Any:
            answer = self.at_once(lambda: honest(*arguments))
            if arguments[-1].client_move_id == self.late:
                assert self.go_on.wait(PATIENCE)
            return answer

        patch.setattr(open_matches, "play_sent", meet)
        apart = Apart()
        patch.setattr(consumers, "open_matches", apart)
        patch.setattr(pages, "open_matches", apart)

    def at_once(self, call: Callable[[], Any]) -> Any:
        """Call on this thread when all have come that are expected."""
        self.barrier.wait(PATIENCE)
        try:
            return call()
        finally:
            connection.close()

    async def open(self, match: Match, *people: Any) -> None:
        self.match = match
        self.pages = [await OpenPage(match, user).open() for user in people]

    async def race(self, sent: list[tuple[OpenPage, Sent]], *calls: Callable[[], Any]) -> tuple[list[Any], list[Any]]:
        """Return the answers to these moves, sent over the sockets of these pages at the same moment: the revision, or
        None for a refusal; and the results of calls at that moment."""
        self.barrier = threading.Barrier(len(sent) + len(calls))
        others = [asyncio.create_task(asyncio.to_thread(self.at_once, call)) for call in calls]
        for page, words in sent:
            await page.say({"move": words})
        answers = [await answer_to(page, words["client_move_id"]) for page, words in sent]
        return answers, list(await asyncio.gather(*others))

    async def all_are_current(self) -> None:
        """The log is sound; and each page, once it has heard the hints, holds what it would fetch."""
        now = await sync_to_async(fresh)(self.match)
        assert await sync_to_async(faults_of)(now) == []
        await hint(self.match.pk, now.rev)
        for page in self.pages:
            while page.rev < now.rev:
                await hear(page)
            assert page.rev == now.rev
            assert unmarked(page.section or "") == unmarked(await page.fetched())


def unmarked(section: str) -> str:
    """`comparable`, without the marks of who is here: pages in processes of their own know of each other some seconds
    later."""
    return re.sub(r'(data-here="\d+") hidden', r"\1", comparable(section))


async def hear(page: OpenPage) -> dict[str, Any]:
    """Return the next frame; a page that gets a revision without its section fetches it, as its script does."""
    frame = await page.hear()
    if "match" in frame and "section" not in frame and frame["rev"] > page.rev:
        page.section, page.rev = await page.fetched(), frame["rev"]
    return frame


async def answer_to(page: OpenPage, name: str) -> int | None:
    """The revision in the answer to the move of this name; None if it was refused."""
    while (told := await hear(page)).get("sent") != name:
        pass
    return told.get("rev")


@pytest.fixture
def many_threads(settings: Any) -> Iterator[None]:
    """Enough for all who meet; too many to keep connections, with which no test database could be dropped."""
    settings.WEB_THREADS = 8
    socket_threads.cache_clear()
    yield
    socket_threads().shutdown()
    socket_threads.cache_clear()


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, many_threads: None) -> Meeting:
    return Meeting(monkeypatch)


@sync_to_async
def table(seats: int = 2, title: str = "lantern", **settings: str) -> tuple[Match, list[Any]]:
    people = [person(name) for name in NAMES[:seats]]
    return running_match(title, people, **settings), people


@sync_to_async
def two_moves(match: Match) -> tuple[Any, Sent, Sent]:
    """Return who owes a decision first, and two different moves of theirs, each under its own name."""
    now, seat = fresh(match), due(match)[0]
    first = some_move(now, seat.index)
    seeds = (random.Random(seed) for seed in range(99))
    other = next(text for text in (some_move(now, seat.index, rng) for rng in seeds) if text != first)
    sent = [{"text": text, "seen": now.decision, "client_move_id": f"{now.ply}-{text}"} for text in (first, other)]
    return seat.user, *sent


@sync_to_async
def moves_since(match: Match, ply: int) -> list[tuple[int | None, str]]:
    """Seat and text of the moves in the log from `ply` on, and of what the site did."""
    return [(event.seat, event.text) for event in stored_log(match)[ply:] if event.kind in ("move", "site")]


def by_form(page: OpenPage, sent: Sent) -> int:
    """The status of the answer to the page's form."""
    return int(page.client.post(f"{page.path}move/", sent).status_code)


async def two_tabs(meeting: Meeting) -> tuple[Match, OpenPage, OpenPage, Sent, Sent]:
    """A match, with two pages of the due player, one of the other seat and one of a stranger; two moves."""
    match, people = await table()
    mover, first, second = await two_moves(match)
    await meeting.open(match, mover, mover, next(user for user in people if user != mover), None)
    return match, *meeting.pages[:2], first, second


async def test_one_move_sent_by_two_tabs_under_one_name_is_taken_once_and_answered_twice_alike(meeting):
    match, one, other, first, _second = await two_tabs(meeting)
    answers, _none = await meeting.race([(one, first), (other, first)])
    assert answers == [match.rev + 1, match.rev + 1]
    assert len(await moves_since(match, match.ply)) == 1
    assert await sync_to_async(Receipt.objects.filter(match=match).count)() == 1
    await meeting.all_are_current()


@pytest.mark.parametrize("alike", ["text", "client_move_id", None])
async def test_exactly_one_of_two_moves_by_two_tabs_is_accepted(meeting, alike):
    """The same move under two names, two moves under one name, and two that have nothing in common."""
    match, one, other, first, second = await two_tabs(meeting)
    if alike is not None:
        second = second | {alike: first[alike]}
    answers, _none = await meeting.race([(one, first), (other, second)])
    assert sorted(answers, key=str) == [match.rev + 1, None]
    taken = first if answers[1] is None else second
    assert [text for _seat, text in await moves_since(match, match.ply)] == [taken["text"]]
    await meeting.all_are_current()


async def test_one_move_by_the_socket_and_by_the_form_is_taken_once_and_accepted_twice(meeting):
    match, one, other, first, _second = await two_tabs(meeting)
    answers, statuses = await meeting.race([(one, first)], lambda: by_form(other, first))
    assert (answers, statuses) == ([match.rev + 1], [303])
    assert [text for _seat, text in await moves_since(match, match.ply)] == [first["text"]]
    await meeting.all_are_current()


async def test_exactly_one_of_two_moves_by_socket_and_form_is_accepted(meeting):
    match, one, other, first, second = await two_tabs(meeting)
    (answer,), (status,) = await meeting.race([(one, first)], lambda: by_form(other, second))
    assert (answer, status) in [(match.rev + 1, 409), (None, 303)]
    taken = second if answer is None else first
    assert [text for _seat, text in await moves_since(match, match.ply)] == [taken["text"]]
    await meeting.all_are_current()


ANSWERS = [  # the moves up to a window (None: the first legal one), and what all give there: an answer to a lantern ...
    pytest.param("lantern", [None], "let", 3, id="lantern"),
    # ... a mask that everybody looks at, and an announcement that nobody challenges
    pytest.param("mascarade", [], "M", 4, id="mascarade, looks"),
    pytest.param("mascarade", [*4 * ["M"], *4 * [None], "A:JU"], "N", 3, id="mascarade, challenges"),
]


@pytest.mark.parametrize(("title", "before", "text", "owe"), ANSWERS)
async def test_all_who_owe_an_answer_may_send_it_at_once(meeting, title, before, text, owe):
    match, people = await table(4, title, **({"challenge_mode": "sealed"} if title == "mascarade" else {}))
    for earlier in before:
        await sync_to_async(move)(match, (await sync_to_async(due)(match))[0], earlier)
    match, owing = await sync_to_async(fresh)(match), await sync_to_async(due)(match)
    assert len(owing) == owe
    await meeting.open(match, *people, None)
    sent = [
        (meeting.pages[seat.index], {"text": text, "seen": match.decision, "client_move_id": f"answer-{seat.index}"})
        for seat in owing
    ]
    answers, _none = await meeting.race(sent)
    assert sorted(answers) == [match.rev + number for number in range(1, owe + 1)]  # everybody sees who has answered
    assert await sync_to_async(Answer.objects.filter(match=match, window=match.decision).count)() == owe
    assert (await moves_since(match, match.ply))[:owe] == [(seat.index, text) for seat in owing]
    await meeting.all_are_current()


async def test_a_move_whose_answer_comes_after_a_later_one_takes_no_page_back(meeting):
    match, people = await table(4)
    await sync_to_async(move)(match, (await sync_to_async(due)(match))[0])
    match, owing = await sync_to_async(fresh)(match), await sync_to_async(due)(match)
    await meeting.open(match, *people, None)
    first, second = (meeting.pages[seat.index] for seat in owing[:2])
    meeting.late = "first"
    for page, name in ((first, "first"), (second, "second")):
        await page.say({"move": {"text": "let", "seen": match.decision, "client_move_id": name}})
        await soon(sync_to_async(Receipt.objects.filter(match=match, client_move_id=name).exists), f"{name} is stored")
    assert await answer_to(second, "second") == match.rev + 2
    meeting.go_on.set()
    assert await answer_to(first, "first") == match.rev + 1
    await meeting.all_are_current()
    for page in meeting.pages:
        revs = [frame["rev"] for frame in page.frames if "section" in frame]
        assert revs == sorted(revs)
        assert revs[-1] == match.rev + 2


async def test_a_move_and_the_sweep_of_its_deadline_have_one_effect(meeting, settings):
    match, one, _other, first, _second = await two_tabs(meeting)
    settings.CLOCK_OFFSET = 3 * 24 * 3600 + 1
    answers, expired = await meeting.race(
        [(one, first)], lambda: deadlines.expire(match.pk), lambda: deadlines.expire(match.pk)
    )
    assert answers == [None]
    assert expired.count(True) <= 1  # none if the move came first, and found that its time was up
    assert [text for _seat, text in await moves_since(match, match.ply)] == ["bot_decided"]
    await meeting.all_are_current()


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_move_and_the_resignation_of_its_seat_come_one_after_the_other(meeting, seats):
    """With two seats the match is over; with three a bot plays on."""
    match, people = await table(seats)
    mover, first, _second = await two_moves(match)
    seat = people.index(mover)
    await meeting.open(match, *people, None)
    (answer,), _none = await meeting.race(
        [(meeting.pages[seat], first)], lambda: play.resign(actor=mover, match_id=match.pk, seat=seat)
    )
    moved = [] if answer is None else [(seat, first["text"])]
    told = await moves_since(match, match.ply)
    assert told[: len(moved)] == moved
    assert [text for _seat, text in told[len(moved) :]].count(ending.RESIGNED) == 1
    assert (await sync_to_async(fresh)(match)).status == (Status.FINISHED if seats == 2 else Status.RUNNING)
    await meeting.all_are_current()


@pytest.mark.usefixtures("many_threads")
async def test_one_of_two_moves_to_one_process_is_accepted():
    """It takes the moves of a match one after the other, however many threads it has."""
    match, _people = await table()
    mover, first, second = await two_moves(match)
    pages = [await OpenPage(match, mover).open() for _tab in range(2)]
    for page, sent in zip(pages, (first, second), strict=True):
        await page.say({"move": sent})
    answers = [await answer_to(page, sent["client_move_id"]) for page, sent in zip(pages, (first, second), strict=True)]
    assert sorted(answers, key=str) == [match.rev + 1, None]
    for page in pages:
        assert page.rev == match.rev + 1
        assert comparable(page.section or "") == comparable(await page.fetched())
        await page.close()
