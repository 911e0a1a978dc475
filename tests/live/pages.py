"""An open page of a match as its script keeps it: with a socket, and the section that the socket has brought."""

import asyncio
import json
import re
import zlib
from collections import Counter
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.test import Client

from games import live
from games.models import Match
from games.open_matches import open_matches
from masques_site.asgi import application
from tests.communicators import Socket
from tests.views.pages import CHANGING, FRAGMENT
from tests.waiting import PATIENCE

HOST = (b"host", b"testserver")
ORIGIN = (b"origin", b"http://testserver")
PIECE = "\ue004"
PRESENT = re.compile(r'(id="match-present"[^>]*>)[^<]*')


class OpenPage:
    """The page of `match`, or of a `hand`, for a user or (None) a stranger."""

    def __init__(self, match: Match, user: Any, language: str = "en", zone: str = "", kind: str = "match") -> None:
        self.match, self.user, self.kind = match, user, kind
        self.path = f"/matches/{match.pk}/"
        self.address = f"{self.path}hand/" if kind == "hand" else self.path
        self.language, self.zone = language, zone
        self.client = Client(headers={"accept-language": language})
        self.section: str | None = None
        self.rev = 0
        self.frames: list[dict[str, Any]] = []
        self.can_follow = True
        self.reads_packed = False
        self.page: Any = None  # its consumer
        self.socket: Socket

    async def open(self) -> "OpenPage":
        """Open the socket, hear what it says at once, and follow the match."""
        headers = [HOST, ORIGIN]
        if self.user is not None:
            await sync_to_async(self.client.force_login)(self.user)
        if cookie := self.client.cookies.get(settings.SESSION_COOKIE_NAME):
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode()))
        self.socket = Socket(application, f"/live{self.path}", headers=headers)
        assert (await self.socket.connect())[0]
        self.rev = (await self.hear())["rev"]
        await self.follow()
        return self

    async def follow(self) -> None:
        """Ask for the section, and wait until that has been heard."""
        others = self.following()
        wants = {"language": self.language, "zone": self.zone, "packed": self.reads_packed, "page": self.kind}
        await self.say({"follow": wants})
        async with asyncio.timeout(PATIENCE):
            while self.can_follow and self.page is None:
                await asyncio.sleep(0.002)
                self.page = next(iter(self.following() - others), None)
            while self.page is not None and self.page.shown is not None:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.002)

    def following(self) -> set[Any]:
        """The consumers of the pages that follow the match."""
        return set(open_matches[self.match.pk].pages) if self.match.pk in open_matches else set()

    async def say(self, words: Any) -> None:
        await self.socket.send_json_to(words)

    async def hear(self) -> dict[str, Any]:
        """The next frame, with what it brings put into the section."""
        words = await self.socket.receive_from()
        if isinstance(words, bytes):
            assert self.reads_packed
            words = zlib.decompress(words, -zlib.MAX_WBITS)
        frame: dict[str, Any] = json.loads(words)
        self.frames.append(frame)
        if "section" in frame:
            if frame["base"] is None:
                self.section = ""
            else:
                assert self.rev == frame["base"]
            assert self.section is not None
            self.section, self.rev = changed(self.section, frame["section"]), frame["rev"]
        return frame

    async def hear_nothing(self) -> bool:
        return bool(await self.socket.receive_nothing())

    async def close(self) -> None:
        await self.socket.disconnect()

    async def fetched(self) -> str:
        """The section as the page's script fetches it."""
        response = await sync_to_async(self.client.get)(self.address, headers={"x-stops": "0"}, **FRAGMENT)
        return str(response.content.decode())


def changed(old: str, change: list[Any]) -> str:
    """The newer text, as static/games/js/match.js puts it together."""
    olds = old.split(PIECE)
    return PIECE.join(piece for part in change for piece in ([part] if isinstance(part, str) else olds[slice(*part)]))


def comparable(section: str) -> str:
    """A section without what differs at every drawing: tokens, names of attempts, and how many look at the moment."""
    section = section.replace(PIECE, "")
    for pattern, rest in (*CHANGING, (PRESENT, r"\1")):
        section = pattern.sub(rest, section)
    return section


def marked_seats(section: str) -> set[int]:
    """The seats whose holders a section shows as at the table, in the row of seats and in their panels."""
    marks = Counter(map(int, re.findall(r'data-here="(\d+)"(?! hidden)', section)))
    assert set(marks.values()) <= {2}
    return set(marks)


async def hint(match_id: str, rev: int) -> None:
    """Send what `live.announce` sends, from this test's own loop: the layer of the tests lives in one loop only."""
    await get_channel_layer().group_send(live.group_of(match_id), {"type": live.HINT, "match": match_id, "rev": rev})
