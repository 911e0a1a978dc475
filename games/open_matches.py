"""The matches whose pages are open in this process, and what these pages are sent when something changes.

A page that follows its match is sent what has changed of its section after each commit: drawn once for all who read
alike, from what is stored, and never again for the same revision. What cannot be sent is fetched by the page, which is
told the revision instead.
"""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import structlog
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import Error

from games.changes import change_between
from games.live import group_of
from games.services.play import Snapshot
from games.views.open_page import Drawn, PageReader, Section, draw_for

logger = structlog.get_logger(__name__)

LAYER_PATIENCE = 2.0  # seconds for joining a group; without the broker the page's heartbeat must do


@dataclass(frozen=True, slots=True)
class Shown:
    """The section of a page at a revision of its match."""

    rev: int
    section: Section


class OpenPage(Protocol):
    """A page that follows its match. `shown` is what it was sent last; None if it has nothing to go on from."""

    reader: PageReader
    shown: Shown | None

    def post(self, rev: int, shown: Shown | None, frame: str) -> None:
        """Send `frame`, which brings the page to `shown`, or if that is None tells it of `rev`. Never waits."""


class OpenMatch:
    """The pages of one match. `rev` is the revision that they were sent last, or that the first of them knew; `moments`
    says when its events were written, as far as that was asked for."""

    def __init__(self, match_id: str, rev: int) -> None:
        self.match_id = match_id
        self.moments: dict[int, datetime] = {}
        self.pages: set[OpenPage] = set()
        self.rev = rev
        self._drawing = asyncio.Lock()
        self._joining = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None

    async def listen(self) -> bool:
        """Hear the match's hints from now on, once for all pages; whether that is so. Without the broker it is not."""
        async with self._joining:
            if self._listening is None or self._listening.done():
                layer: Any = get_channel_layer()
                try:
                    channel = await layer.new_channel()
                    await asyncio.wait_for(layer.group_add(group_of(self.match_id), channel), LAYER_PATIENCE)
                except Exception as error:  # noqa: BLE001 - whatever the broker suffers from, pages go on
                    logger.warning("a match without hints", match=self.match_id, error=type(error).__name__)
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
            logger.warning("a match hears no more hints", match=self.match_id, error=type(error).__name__)
        finally:
            with suppress(Exception):
                await asyncio.wait_for(layer.group_discard(group_of(self.match_id), channel), LAYER_PATIENCE)

    def close(self) -> None:
        """The last page is gone."""
        if self._listening is not None:
            self._listening.cancel()

    async def show(self, rev: int, snapshot: Snapshot | None = None) -> None:
        """Send all pages the match at this revision or a later one, if they were not yet; the caller may have a
        `snapshot` of it."""
        if rev <= self.rev:
            return
        async with self._drawing:
            if rev <= self.rev:
                return
            drawn = await self._draw(snapshot)
            self.rev = rev if drawn is None else max(rev, drawn.match.rev)
            self._post(drawn)
        if drawn is not None and drawn.ended:
            await self._mark(drawn)

    async def _draw(self, snapshot: Snapshot | None) -> Drawn | None:
        readers = {page.reader for page in self.pages}
        try:
            draw = database_sync_to_async(draw_for)
            drawn: Drawn | None = await draw(self.match_id, readers, self.moments, snapshot)
        except Exception as error:  # noqa: BLE001 - the pages fetch what cannot be drawn here
            logger.error("open pages were not drawn", match=self.match_id, error=type(error).__name__)
            return None
        return drawn

    def _post(self, drawn: Drawn | None) -> None:
        """Send each page its frame; those who go the same way get the same one."""
        frames: dict[tuple[Shown | None, Shown | None], str] = {}
        fresh = {} if drawn is None else {reader: Shown(drawn.match.rev, one) for reader, one in drawn.sections.items()}
        for page in list(self.pages):
            shown = fresh.get(page.reader)
            way = (page.shown, shown)
            if way not in frames:
                frames[way] = self.frame(page.shown, shown)
            page.post(self.rev, shown, frames[way])

    def frame(self, old: Shown | None, new: Shown | None) -> str:
        """What brings a page from what it was sent last to something else; without that, what tells it to fetch it."""
        told: dict[str, object] = {"match": self.match_id, "rev": self.rev if new is None else new.rev}
        if new is not None:
            text = new.section.text
            told |= {
                "base": None if old is None else old.rev,
                "section": change_between("" if old is None else old.section.text, text),
                "stop": new.section.stop,
            }
        return json.dumps(told, ensure_ascii=False)

    async def _mark(self, drawn: Drawn) -> None:
        try:
            await database_sync_to_async(drawn.mark_ends)()
        except Error as error:
            logger.warning("looks at an end were not stored", match=self.match_id, error=type(error).__name__)


class OpenMatches(dict[str, OpenMatch]):
    """The matches that have a page that follows them, by id."""

    def join(self, match_id: str, page: OpenPage, rev: int) -> OpenMatch:
        """The match of a page that follows it from now on, and knows of its revision `rev`."""
        match = self.get(match_id)
        if match is None:
            match = self[match_id] = OpenMatch(match_id, rev)
        match.pages.add(page)
        return match

    def leave(self, match_id: str, page: OpenPage) -> None:
        """This page is gone."""
        match = self.get(match_id)
        if match is not None:
            match.pages.discard(page)
            if not match.pages:
                match.close()
                del self[match_id]


open_matches = OpenMatches()
