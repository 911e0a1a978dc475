"""Junk over sockets: it changes nothing, tells nothing, and ends in a close at worst."""

import json
import os
import time
from collections import Counter
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from games.consumers import FRAME_LIMIT, FRAMES_LIMIT, GONE, REFUSED, TOO_BIG, TOO_MANY
from games.plumbing import after_commit
from masques_site.asgi import application
from tests.communicators import Socket
from tests.http.junk import Junk
from tests.http.knocking import report
from tests.http.rows import changed, stored
from tests.http.test_hostile import SEED
from tests.http.town import Town

FRAMES = int(os.environ.get("HOSTILE_FRAMES", "2000"))
FRAMES_OF_THE_TIER = 20_000
ROLES = ("anonymous", "seated", "banned")
PERSON = "/live/"
SEASON = "/live/leagues/lantern-league/1/"
pytestmark = [pytest.mark.usefixtures("lantern"), pytest.mark.slow]


@pytest.fixture
def town(transactional_db, shared_town) -> Town:
    town = shared_town
    assert f"/live/leagues/{town.leagues.played.slug}/1/" == SEASON
    assert after_commit.wait_empty(20)  # the hints of its matches have left
    return town


@pytest.mark.parametrize("path", ["/live/matches/abc/", SEASON, "/live/leagues/no-such-league/1/"])
@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"http://testserver:x", b"\xff"])
async def test_an_origin_that_is_no_address_closes_the_socket_bug(origin, path, transactional_db):
    socket = Socket(application, path, headers=[(b"host", b"testserver"), (b"origin", origin)])
    assert await socket.connect() == (False, REFUSED)


@pytest.mark.timeout(1200 + max(FRAMES, FRAMES_OF_THE_TIER) // 10)
@pytest.mark.parametrize("frames", [FRAMES, pytest.param(FRAMES_OF_THE_TIER, marks=pytest.mark.reliability)])
def test_thousands_of_hostile_frames_change_nothing_and_end_in_a_close_at_worst(town, frames):
    before, junk = stored(), Junk(SEED, ROLES, ("/",), {})
    cookies = {role: town.client(role).cookies.get(settings.SESSION_COOKIE_NAME) for role in ROLES}
    names = {
        role: f"{settings.SESSION_COOKIE_NAME}={cookie.value if cookie else ''}" for role, cookie in cookies.items()
    }
    met: Counter[str] = Counter()
    began = time.process_time()
    matches = [f"/live/matches/{match.pk}/" for match in (town.running, town.private)]
    async_to_sync(talk_often)(junk, [*matches, SEASON, PERSON], names, met, frames)
    report("frames", met, began)
    assert not changed(before)
    assert met["frames"] >= frames
    if frames > 1000:  # or too few got past the handshake
        assert min(met[f"closed {code}"] for code in (TOO_BIG, TOO_MANY, REFUSED, GONE)) > 0, met


async def talk_often(junk: Junk, paths: list[str], cookies: dict[str, str], met: Counter[str], frames: int) -> None:
    """Open socket after socket until so many `frames` have been said."""
    number = 0
    while met["frames"] < frames:
        number += 1
        junk.rng.seed(f"{junk.seed} socket {number}")
        role, path = junk.rng.choice(ROLES), junk.rng.choice(paths)
        headers = [*junk.handshake(), (b"cookie", cookies[role].encode())]
        try:
            await talk(junk, path, headers, first_words(role, path), met)
        except Exception as error:
            raise AssertionError(f"socket {number} of seed {junk.seed}: {error!r}") from error


def first_words(role: str, path: str) -> set[str]:
    """The keys of what a socket says when it opens: of its page, and to who is logged in of what waits for them."""
    of_the_page = {PERSON: set(), SEASON: {"season", "rev"}}.get(path, {"match", "rev"})
    return of_the_page | (set() if role == "anonymous" else {"waiting"})


async def talk(junk: Junk, path: str, headers: list[tuple[bytes, bytes]], first: set[str], met: Counter[str]) -> None:
    """Open one socket, hear what it says `first`, say much, and leave; what it raises inside comes out here."""
    socket = Socket(application, path, headers=headers)
    opened, code = await socket.connect()
    if not opened:
        met[f"closed {code}"] += 1
        met["frames"] += 1  # the handshake itself
        return
    assert set(await socket.receive_json_from()) == first
    wanted: int | None = None
    for said in range(1, junk.rng.choice((FRAMES_LIMIT // 2, FRAMES_LIMIT + 1)) + 1):
        frame = junk.frame(path.split("/")[-2])
        await socket.send_input({"type": "websocket.receive", **frame})
        met["frames"] += 1
        if max(map(len, frame.values())) > FRAME_LIMIT:
            wanted = TOO_BIG
            break
        if said > FRAMES_LIMIT:
            wanted = TOO_MANY
    if wanted is not None:
        for _late in range(3):  # and goes on talking
            await socket.send_input({"type": "websocket.receive", **junk.frame("")})
        closed = await answer(socket)
        assert (closed["type"], closed["code"]) == ("websocket.close", wanted)
        met[f"closed {wanted}"] += 1
    await socket.disconnect()
    while not socket.output_queue.empty():
        said = socket.output_queue.get_nowait()
        assert is_refusal(said), said


async def answer(socket: Socket) -> dict[str, Any]:
    """The next thing that the socket says besides that a move is refused."""
    while is_refusal(said := await socket.receive_output()):
        pass
    return said


def is_refusal(said: dict[str, Any]) -> bool:
    """Return whether the answer to a following player says that their move was refused."""
    return said["type"] == "websocket.send" and set(json.loads(said["text"])) == {"sent"}
