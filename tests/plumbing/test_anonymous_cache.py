"""The shared answers to strangers about a match: rendered once, and for nobody else."""

import asyncio
import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.test import Client
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from games import clock
from games.models import Match, Status
from games.views import section, spectators
from games.views.seat_cards import Present
from masques_site.plumbing import compression
from masques_site.plumbing.anonymous_cache import MAX_AGE, AnonymousPageCache, Answer, CacheKey, cache_key_of
from masques_site.plumbing.handler import PageHandler
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.communicators import Request
from tests.live.pages import marked_seats
from tests.looks import forget
from tests.views.pages import FRAGMENT as AS_FRAGMENT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
FRAGMENT = [(b"hx-request", b"true"), (b"hx-request-type", b"partial")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


@pytest.fixture
def drawn(monkeypatch) -> list[object]:
    """The viewers for whom a board was drawn, in order."""
    viewers: list[object] = []
    honest = section.page_context

    def counted(context, *more, **wishes):
        viewers.append(context.viewer)
        return honest(context, *more, **wishes)

    monkeypatch.setattr(section, "page_context", counted)
    return viewers


@pytest.fixture
def site() -> Iterator[PageHandler]:
    handler = PageHandler()
    yield handler
    for _thread in range(settings.WEB_THREADS):
        handler.threads.submit(connections.close_all)
    handler.threads.shutdown()


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


async def ask(site: PageHandler, match: Match, rev: int, *headers: tuple[bytes, bytes]) -> dict:
    """Request the board of `match`, as the page of a reader who has heard of `rev` does."""
    asked = [(b"host", b"testserver"), (b"x-rev", str(rev).encode()), *FRAGMENT, *headers]
    asking = Request(site, "GET", f"/matches/{match.pk}/", headers=asked)
    answer = await asking.get_response()
    await asking.wait()
    return answer


def cookie_of(user) -> tuple[bytes, bytes]:
    session = signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value
    return b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()


# Drawn once.


def test_spectators_share_one_drawing_until_the_match_moves_on(match, drawn):
    crowd = [Client(), Client(), signed_in(person("zeno"))]
    for client in crowd:
        assert client.get(f"/matches/{match.pk}/", **AS_FRAGMENT).status_code == 200
    assert drawn == [None]
    move(match, due(match)[0])
    bodies = {client.get(f"/matches/{match.pk}/", **AS_FRAGMENT).content for client in crowd}
    assert drawn == [None, None]
    assert len(bodies) == 1
    assert f'data-rev="{fresh(match).rev}"'.encode() in bodies.pop()


def test_a_seat_neither_gets_the_shared_drawing_nor_fills_it(match, drawn):
    seat = due(match)[0]
    own = signed_in(seat.user).get(f"/matches/{match.pk}/", **AS_FRAGMENT).content.decode()
    shared = Client().get(f"/matches/{match.pk}/", **AS_FRAGMENT).content.decode()
    again = signed_in(seat.user).get(f"/matches/{match.pk}/", **AS_FRAGMENT).content.decode()
    assert drawn == [seat.index, None, seat.index]
    assert 'id="compose"' in own
    assert 'id="compose"' in again
    assert 'id="compose"' not in shared


def test_a_spectator_sees_that_another_match_waits(match):
    zeno = signed_in(person("zeno"))
    other = running_match("lantern", [person("zeno"), person("bruno")])
    Client().get(f"/matches/{match.pk}/")
    waits = any(seat.user == person("zeno") for seat in due(other))
    assert ("<title>(1) " in zeno.get(f"/matches/{match.pk}/").content.decode()) == waits
    assert "<title>(" not in Client().get(f"/matches/{match.pk}/").content.decode()


def test_each_language_has_a_drawing_of_its_own(match, drawn):
    italian = Client(headers={"accept-language": "it"}).get(f"/matches/{match.pk}/").content.decode()
    english = Client().get(f"/matches/{match.pk}/").content.decode()
    assert drawn == [None, None]
    assert "Posti" in italian
    assert "Posti" not in english


def test_how_many_are_here_is_of_this_moment_and_not_of_the_drawing(match):
    assert "player is here now" not in Client().get(f"/matches/{match.pk}/").content.decode()
    signed_in(due(match)[0].user).get(f"/matches/{match.pk}/")
    assert "1 player is here now" in Client().get(f"/matches/{match.pk}/").content.decode()
    assert spectators.PRESENCE_PLACEHOLDER not in Client().get(f"/matches/{match.pk}/").content.decode()


def test_marks_of_who_is_at_the_table_are_of_this_moment_and_not_of_the_drawing(match, drawn):
    def marked() -> set[int]:
        return marked_seats(Client().get(f"/matches/{match.pk}/", **AS_FRAGMENT).content.decode())

    assert marked() == set()
    signed_in(person("bruno")).get(f"/matches/{match.pk}/rev/?seen={match.rev}")
    assert marked() == {1}
    signed_in(person("anna")).get(f"/matches/{match.pk}/rev/?seen={match.rev}")
    assert marked() == {0, 1}
    forget(match)
    assert marked() == set()
    assert drawn == [None]


def test_a_drawing_is_of_one_part_of_one_match_at_one_moment_for_readers_of_one_language_and_zone(match):
    """Whatever a drawing follows from tells it from the others."""
    other = running_match("lantern", [person("anna"), person("bruno")])
    later, over = fresh(match), fresh(match)
    later.rev, over.status = match.rev + 1, Status.FINISHED
    other.rev = match.rev
    events = stored_log(match)
    shorter, altered = events[:-1], [*events[:-1], replace(events[-1], text="altered")]
    drawings, drawn = spectators.SpectatorDrawings(), itertools.count()

    def part(match=match, events=events, due=(0, 1), part="whole", language="en", zone="UTC") -> str:
        with translation.override(language), timezone.override(zone):
            return drawings.get_or_draw(
                match, list(events), list(due), part, lambda: SafeString(f"drawing {next(drawn)}"), Present("")
            )

    wishes = [
        {},
        {"match": other},
        {"match": later},
        {"match": over},
        {"events": shorter},
        {"events": altered},
        {"due": (0,)},
        {"due": ()},
        {"part": "fragment"},
        {"language": "it"},
        {"zone": "Europe/Rome"},
    ]
    found = [part(**wish) for wish in wishes]
    assert len(set(found)) == len(wishes)
    assert [part(**wish) for wish in wishes] == found


def test_a_drawing_grows_old_and_what_is_put_into_it_is_escaped(match, monkeypatch):
    drawings, began, drawn = spectators.SpectatorDrawings(), clock.now(), itertools.count()

    def at(seconds: float, present: str = "") -> str:
        monkeypatch.setattr(clock, "now", lambda: began + timedelta(seconds=seconds))
        text = SafeString(f"{next(drawn)} {spectators.PRESENCE_PLACEHOLDER}")
        return drawings.get_or_draw(match, [], [], "part", lambda: text, Present(present))

    age = spectators.MAX_AGE.total_seconds()
    assert [at(0), at(age / 2), at(age), at(age * 1.5), at(1)] == ["0 ", "0 ", "2 ", "2 ", "4 "]
    assert at(1, "<b>Anna</b>") == "4 &lt;b&gt;Anna&lt;/b&gt;"


# Answered once.


async def test_a_crowd_of_strangers_is_answered_by_one_request_and_never_with_an_older_table(site, match, drawn):
    answers = await asyncio.gather(*(ask(site, match, match.rev) for _stranger in range(20)))
    assert {answer["status"] for answer in answers} == {200}
    assert len({answer["body"] for answer in answers}) == 1
    assert drawn == [None]
    await sync_to_async(lambda: move(match, due(match)[0]))()
    moved = await ask(site, match, match.rev + 1)
    assert f'data-rev="{match.rev + 1}"'.encode() in moved["body"]
    assert drawn == [None, None]


async def test_a_frame_for_many_is_compressed_once(site, match, monkeypatch):
    packed: list[int] = []
    honest = compression.compress_page

    def counted(content):
        packed.append(len(content))
        return honest(content)

    monkeypatch.setattr(compression, "compress_page", counted)
    reads = (b"accept-encoding", b"gzip, br")
    answers = [await ask(site, match, match.rev, reads) for _ in range(5)]
    assert len(packed) == 1
    assert len({answer["body"] for answer in answers}) == 1
    assert dict(answers[0]["headers"])[b"Content-Encoding"] == b"gzip"


async def test_signed_in_users_get_their_own_answer(site, match, drawn):
    seat = await sync_to_async(lambda: due(match)[0])()
    cookie = await sync_to_async(lambda: cookie_of(seat.user))()
    stranger = await ask(site, match, match.rev)
    own = await ask(site, match, match.rev, cookie)
    assert (b'id="compose"' in own["body"], b'id="compose"' in stranger["body"]) == (True, False)
    assert (await ask(site, match, match.rev))["body"] == stranger["body"]
    assert drawn == [None, seat.index]


async def test_a_match_that_is_not_open_to_all_is_never_kept_for_others(site):
    private = await sync_to_async(lambda: running_match("lantern", [person("anna"), person("bruno")], access="link"))()
    for _time in range(2):
        assert (await ask(site, private, 0))["status"] == 404
    assert not site.anonymous_cache.kept


def scope(*headers: tuple[bytes, bytes], method: str = "GET", query: bytes = b"") -> dict:
    return {"method": method, "path": "/matches/m/", "query_string": query, "headers": list(headers)}


def test_only_a_strangers_plain_question_may_be_answered_for_others():
    rev, session = (b"x-rev", b"3"), settings.SESSION_COOKIE_NAME.encode()
    assert cache_key_of(scope(rev)).rev == 3
    assert cache_key_of(scope(rev, (b"cookie", b"csrf=x; theme=dark"))) == cache_key_of(scope(rev))
    assert cache_key_of(scope(rev, (b"cookie", b"django_language=it"))) != cache_key_of(scope(rev))
    assert cache_key_of(scope(rev, (b"accept-language", b"it"))) != cache_key_of(scope(rev))
    for name in (b"host", b"accept", b"accept-language", b"hx-request", b"hx-request-type"):
        assert cache_key_of(scope(rev, (name, b"another"))).key != cache_key_of(scope(rev)).key, name
    assert cache_key_of(scope(rev) | {"path": "/matches/n/"}).key != cache_key_of(scope(rev)).key
    assert cache_key_of(scope()) is None
    assert cache_key_of(scope((b"x-rev", b"-1"))) is None
    assert cache_key_of(scope(rev, method="HEAD")) is None
    assert cache_key_of(scope(rev, method="POST")) is None
    assert cache_key_of(scope(rev, query=b"move=")) is None
    assert cache_key_of(scope(rev, (b"cookie", b"csrf=x; " + session + b"=abc"))) is None


async def test_an_answer_meant_for_one_or_of_too_long_ago_is_not_kept(monkeypatch):
    kept, key = AnonymousPageCache(), CacheKey(("x",), 3)
    made = []

    async def make(*headers: tuple[bytes, bytes], rev: int | None = 3) -> Answer:
        made.append(rev)
        return Answer({"status": 200, "headers": list(headers)}, b"", rev)

    for headers, rev in (([(b"Set-Cookie", b"a=b")], 3), ([(b"X", b"'nonce-abc'")], 3), ([], None), ([], 2)):
        for _time in range(2):
            await kept.answer(key, lambda headers=headers, rev=rev: make(*headers, rev=rev))
    assert len(made) == 8
    for _time in range(3):
        await kept.answer(key, make)
    assert len(made) == 9
    (moment, answer) = kept.kept[key.key]
    kept.kept[key.key] = moment - 2 * MAX_AGE, answer
    await kept.answer(key, make)
    assert len(made) == 10


async def test_a_page_that_has_heard_of_a_newer_revision_is_not_answered_with_an_older_one():
    kept = AnonymousPageCache()

    async def make(rev: int) -> Answer:
        return Answer({"status": 200, "headers": []}, b"", rev)

    for heard, made, shown in ((3, 3, 3), (2, 9, 3), (3, 9, 3), (4, 5, 5), (3, 9, 5)):
        assert (await kept.answer(CacheKey(("x",), heard), lambda made=made: make(made))).rev == shown


# Written afterwards.


async def test_that_a_seat_saw_the_end_is_written_though_nobody_waits_for_it(site, match):
    ended = await sync_to_async(lambda: play_to_end(match))()
    seat = await sync_to_async(lambda: match.seats.select_related("user")[0])()
    cookie = await sync_to_async(lambda: cookie_of(seat.user))()
    assert (await ask(site, match, ended.rev, cookie))["status"] == 200
    await sync_to_async(seat.refresh_from_db)()
    assert seat.end_seen_at is not None
