"""The matches whose pages are open in this process, and the updates sent to these pages.

A page that follows its match gets the changes of its section after each commit: drawn from the database once for all
identical readers, and never again for the same revision. If something cannot be sent, the page gets the revision
instead and fetches it.
"""

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeAlias

import structlog
from channels.layers import get_channel_layer
from django.db import Error
from zlib_ng import zlib_ng

from games.live import group_of
from games.plumbing.changes import change_between
from games.plumbing.staying_threads import on_socket_thread
from games.services.match.play import Snapshot
from games.views.open_page import Drawn, PageReader, Section, draw_for
from games.views.sent_moves import Answer, SentMove, play_sent

logger = structlog.get_logger(__name__)

Frame: TypeAlias = str | bytes
LEVEL = 6  # of compression, of nine
LAYER_PATIENCE = 2.0  # seconds for joining a group; without the broker the page's heartbeat must do


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The section of a page at a revision of its match; identical readers share one."""

    rev: int
    section: Section


class OpenPage(Protocol):
    """A page that follows its match. `shown` is what it got last; None if it needs the whole section. `reads_packed`
    says that it takes compressed frames."""

    reader: PageReader
    shown: Shown | None
    reads_packed: bool

    def post(self, rev: int, shown: Shown | None, frame: Frame) -> None:
        """Send `frame`, which brings the page to `shown`, or if that is None tells it of `rev`. Never waits."""


class OpenMatch:
    """The pages of one match. `rev` is the revision that they were sent last, or that the first of them knew; `moments`
    says when its events were written, as far as that was asked for."""

    def __init__(self, match_id: str, rev: int) -> None:
        self.match_id = match_id
        self.moments: dict[int, datetime] = {}
        self.pages: set[OpenPage] = set()
        self.rev = rev
        self._changing = asyncio.Lock()
        self._joining = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None

    async def listen(self) -> bool:
        """Listen to the match's hints from now on, once for all pages; return whether that worked. Without the broker
        it does not."""
        async with self._joining:
            if self._listening is None or self._listening.done():
                layer: Any = get_channel_layer()
                try:
                    async with asyncio.timeout(LAYER_PATIENCE):
                        channel = await layer.new_channel()
                        await layer.group_add(group_of(self.match_id), channel)
                except Exception as error:  # noqa: BLE001 - pages go on whatever is wrong with the broker
                    logger.warning("match group_add failed", match=self.match_id, error=type(error).__name__)
                    return False
                self._listening = asyncio.create_task(self._hear(layer, channel))
                if not self.pages:  # they have gone meanwhile
                    self.close()
            return True

    async def _hear(self, layer: Any, channel: str) -> None:
        try:
            while True:
                message = await layer.receive(channel)
                if isinstance(message.get("rev"), int) and message.get("match") == self.match_id:
                    await self.show(message["rev"])
        except Exception as error:  # noqa: BLE001 - as above: the heartbeat of the pages must do
            logger.warning("match channel receive failed", match=self.match_id, error=type(error).__name__)
        finally:
            with suppress(Exception):
                await asyncio.wait_for(layer.group_discard(group_of(self.match_id), channel), LAYER_PATIENCE)

    def close(self) -> None:
        """Forget the match: its last page has closed."""
        if self._listening is not None:
            self._listening.cancel()

    async def show(self, rev: int) -> None:
        """Send all pages the match at this revision or a later one, unless they have got it already."""
        if rev <= self.rev:
            return
        async with self._changing:
            if rev <= self.rev:
                return
            drawn = await on_socket_thread(self._draw, self._readers())
            self._post(rev, drawn)
        await self._mark(drawn)

    async def take(self, actor: Any, session_key: str, move: SentMove) -> Answer:
        """Take a move of a page's reader, send all pages the change, and return the answer. Hints wait meanwhile, so
        that the position after the move is not read again."""
        drawn = None
        async with self._changing:
            answer, drawn = await on_socket_thread(self._play, actor, session_key, move, self._readers())
            if answer.accepted is not None and not answer.accepted.repeated:
                self._post(answer.accepted.rev, drawn)
        await self._mark(drawn)
        return answer

    def _readers(self) -> set[PageReader]:
        return {page.reader for page in self.pages}

    def _play(
        self, actor: Any, session_key: str, move: SentMove, readers: Collection[PageReader]
    ) -> tuple[Answer, Drawn | None]:
        """Play the move; return the answer and the drawing after it. Runs on a thread."""
        answer = play_sent(self.match_id, actor, session_key, move)
        snapshot = None if answer.accepted is None else answer.accepted.snapshot
        return answer, None if snapshot is None else self._draw(readers, snapshot)

    def _draw(self, readers: Collection[PageReader], snapshot: Snapshot | None = None) -> Drawn | None:
        """Return what these readers are shown, or None if they must fetch it. Runs on a thread."""
        try:
            return draw_for(self.match_id, readers, self.moments, snapshot)
        except Exception as error:  # noqa: BLE001 - the pages fetch what cannot be drawn here
            logger.error("rendering open pages failed", match=self.match_id, error=type(error).__name__)
            return None

    def _post(self, rev: int, drawn: Drawn | None) -> None:
        """Send each page its frame; pages with the same change share one."""
        self.rev = rev if drawn is None else max(rev, drawn.match.rev)
        frames: dict[tuple[Shown | None, Shown | None, bool], Frame] = {}
        fresh = {} if drawn is None else {reader: Shown(drawn.match.rev, one) for reader, one in drawn.sections.items()}
        for page in list(self.pages):
            shown = fresh.get(page.reader)
            way = (page.shown, shown, page.reads_packed)
            if way not in frames:
                words = self.frame(page.shown, shown)
                frames[way] = packed(words) if page.reads_packed else words
            page.post(self.rev, shown, frames[way])

    def frame(self, old: Shown | None, new: Shown | None) -> str:
        """Return the frame that updates a page from what it was last sent, or else the one that tells it to fetch."""
        told: dict[str, object] = {"match": self.match_id, "rev": self.rev if new is None else new.rev}
        if new is not None:
            told |= {
                "base": None if old is None else old.rev,
                "section": change_between([] if old is None else old.section.pieces, new.section.pieces),
                "stop": new.section.stop,
            }
        return json.dumps(told, ensure_ascii=False)

    async def _mark(self, drawn: Drawn | None) -> None:
        if drawn is None or not drawn.ended:
            return
        try:
            await on_socket_thread(drawn.mark_ends)
        except Error as error:
            logger.warning("looks at match end not stored", match=self.match_id, error=type(error).__name__)


def packed(words: str) -> bytes:
    """Return a frame compressed: once for all pages that it is sent to, where sockets that compress would do it for
    each."""
    done: bytes = zlib_ng.compress(words.encode(), LEVEL, -zlib_ng.MAX_WBITS)
    return done


class OpenMatches(dict[str, OpenMatch]):
    """The matches that have a page that follows them, by id."""

    def join(self, match_id: str, page: OpenPage, rev: int) -> OpenMatch:
        """Add a page that follows the match from now on, and knows its revision `rev`; return the match."""
        match = self.get(match_id)
        if match is None:
            match = self[match_id] = OpenMatch(match_id, rev)
        match.pages.add(page)
        return match

    def leave(self, match_id: str, page: OpenPage) -> None:
        """Remove a page, and forget its match if it was the last one."""
        match = self.get(match_id)
        if match is not None:
            match.pages.discard(page)
            if not match.pages:
                match.close()
                del self[match_id]


open_matches = OpenMatches()
