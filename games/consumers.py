"""The sockets of open pages: they tell pages what has changed. The page of a match sends its reader's moves."""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from types import MappingProxyType
from typing import Any

import structlog
from channels.auth import get_user
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games import live
from games.conf import conf
from games.core.errors import BrokenLog
from games.models import Access, Match
from games.open_matches import LAYER_PATIENCE, Frame, OpenMatch, Shown, open_matches
from games.policy import policy
from games.refusals import Missing
from games.selectors.lists import waiting_count_of
from games.selectors.matches import PRIVATE_LINKS, match_for_viewer
from games.views.open_page import PageReader, language_named
from games.views.page_kinds import PageKind
from games.views.sent_moves import SentMove

logger = structlog.get_logger(__name__)
SessionStore = import_module(settings.SESSION_ENGINE).SessionStore

FRAME_LIMIT = 1024  # characters; a move is the longest that a page has to say
FRAMES_LIMIT = 20  # frames in the life of a socket that has nothing to say; for a match's page, in a burst
FRAMES_PER_SECOND = 1.0  # of a match's page, after those
RECHECK = 30.0  # seconds between looks at the session of a silent socket, in case the broker lost a message about it
SETTLING = 0.5  # seconds: the request that ends a session sends its message before it is done
SEND_PATIENCE = 10.0  # seconds in which a page must take what it is sent

# Why a socket was closed, for the page's script.
TOO_BIG = 1009
TOO_MANY = 1008
TRY_LATER = 1013
REFUSED = 4403
GONE = 4404


def same_origin(headers: list[tuple[bytes, bytes]], *, scheme: str = "ws") -> bool:
    """Return whether the handshake comes from a page of this site: its Origin has our scheme, host and port. A
    handshake without Origin does not. `scheme` is the socket's: a page sent by https opens ``wss`` sockets only."""
    found = {name.lower(): value.decode("latin-1") for name, value in headers}
    origin = found.get(b"origin", "")
    if conf.PUBLIC_URL:
        return origin == conf.PUBLIC_URL
    host = found.get(b"host", "")
    domain, _port = split_domain_port(host)
    known = bool(host) and validate_host(domain, settings.ALLOWED_HOSTS)
    return known and origin == f"{'https' if scheme == 'wss' else 'http'}://{host}"


class PageConsumer(AsyncJsonWebsocketConsumer):
    """The socket of an open page: it listens to groups."""

    joined: tuple[str, ...] = ()
    frames = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Accept a socket. Channels asks the broker for an address first: if that fails or takes long, the page tries
        again.

        Frames that were on their way when the socket was closed are still handled, without an answer.
        """
        reached = closed = False

        async def hear() -> Any:
            nonlocal reached
            if not reached:  # Channels has its address
                reached = True
                patience.reschedule(None)
            return await receive()

        async def say(message: dict[str, Any]) -> None:
            nonlocal closed
            if not closed:
                closed = message["type"] == "websocket.close"
                await send(message)

        try:
            async with asyncio.timeout(LAYER_PATIENCE) as patience:
                await super().__call__(scope, hear, say)
        except Exception as error:
            if reached:
                raise
            logger.warning("socket refused: no broker", error=type(error).__name__)
            await say({"type": "websocket.close", "code": TRY_LATER})

    async def connect(self) -> None:
        if not same_origin(self.scope["headers"], scheme=self.scope.get("scheme", "ws")):
            await self.close(code=REFUSED)
            return
        await self.open()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message. Channels would first look for stale connections to the database, on a thread; here the code
        that reads does so itself (`database_sync_to_async`), and a hint, which goes to hundreds of pages, reads
        nothing."""
        await getattr(self, get_handler_name(message))(message)

    async def open(self) -> None:
        """Accept the socket of a page of this site, or close it."""
        raise NotImplementedError

    async def listen(self, *groups: str) -> None:
        """Join groups; if the broker fails, only log it: the socket stays open and silent."""
        try:
            for group in groups:
                await asyncio.wait_for(self.channel_layer.group_add(group, self.channel_name), LAYER_PATIENCE)
                self.joined = (*self.joined, group)
        except Exception as error:  # noqa: BLE001 - the page goes on whatever is wrong with the broker
            logger.warning("websocket group_add failed", path=self.scope["path"], error=type(error).__name__)

    async def disconnect(self, code: int) -> None:
        await self.leave(*self.joined)

    async def leave(self, *groups: str) -> None:
        """Leave groups; if the broker fails, only log it."""
        try:
            for group in groups:
                await asyncio.wait_for(self.channel_layer.group_discard(group, self.channel_name), LAYER_PATIENCE)
                self.joined = tuple(other for other in self.joined if other != group)
        except Exception as error:  # noqa: BLE001 - the page goes on, or is gone already
            logger.warning("websocket group_discard failed", path=self.scope["path"], error=type(error).__name__)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_kwargs: Any) -> None:
        """Handle a frame from the page; close the socket if the frame is too long or one too many."""
        if len(text_data or "") > FRAME_LIMIT or len(bytes_data or b"") > FRAME_LIMIT:
            await self.close(code=TOO_BIG)
        elif not self.may_say_more():
            await self.close(code=TOO_MANY)
        else:
            with suppress(ValueError):
                said = json.loads(text_data or "null")
                if isinstance(said, dict):
                    await self.hear(said)

    def may_say_more(self) -> bool:
        """Count a frame of the page; return whether it is allowed."""
        self.frames += 1
        return self.frames <= FRAMES_LIMIT

    async def hear(self, said: dict[str, Any]) -> None:
        """Handle a message from the page. Most pages have nothing to say, so this one ignores it."""


class PersonConsumer(PageConsumer):
    """One open page of a logged-in user. Sends ``{"waiting": n}`` immediately and whenever one of their lists may have
    changed: how many matches wait for their decision. Pages with other news extend it: the streams that they follow
    (`about`) are in every frame."""

    user_id: Any = None
    about: Mapping[str, Any] = MappingProxyType(
        {}
    )  # the streams that the page follows, with the last revision that it got
    watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self.user_id = self.scope["user"].pk
        if not await self.may_begin():
            await self.close(code=GONE)
            return
        await self.listen(*self.own_groups())
        # Looked at again: what changed before the groups were joined was not heard.
        if not await self.may_stay():
            await self.close(code=GONE)
            return
        await self.accept()
        await self.begin()
        await self.say()
        self.watch = asyncio.create_task(self.look_again_and_again())

    async def may_begin(self) -> bool:
        """Return whether the page may have a socket at all. Without a log-in, only pages with other news may."""
        return self.user_id is not None

    def own_groups(self) -> list[str]:
        """Return the groups that the page listens to."""
        return [] if self.user_id is None else [live.group_of_person(self.user_id)]

    async def may_stay(self) -> bool:
        """Return whether the user who opened this socket is still logged in."""
        return bool((await self.user_now()).pk == self.user_id)

    async def begin(self) -> None:
        """Prepare the first frame, once the socket is open. Pages without other news have nothing to prepare."""

    async def user_now(self) -> Any:
        """Read the session again; return its user, who is anonymous after a log-out."""
        opened_with = self.scope.get("session")
        self.session = SessionStore(opened_with.session_key if opened_with is not None else None)  # as it is stored now
        return await get_user({"session": self.session})

    async def disconnect(self, code: int) -> None:
        if self.watch is not None:
            self.watch.cancel()
        await super().disconnect(code)

    async def say(self) -> None:
        """Send everything that this page may know."""
        waiting = {}
        if self.user_id is not None:
            waiting["waiting"] = await database_sync_to_async(waiting_count_of)(self.user_id)
        await self.send_json({**self.about, **waiting})

    async def person_news(self, _message: dict[str, Any]) -> None:
        """Say how many matches wait now; the page fetches what else it shows."""
        await self.say()

    async def person_check(self, _message: dict[str, Any]) -> None:
        """Close if this person is logged out, or has lost what this page is about."""
        await asyncio.sleep(SETTLING)
        if not await self.may_stay():
            await self.close(code=GONE)

    async def look_again_and_again(self) -> None:
        """Repeat the check now and then, in case the broker lost a message."""
        while True:
            await asyncio.sleep(RECHECK)
            await self.person_check({})


class MatchConsumer(PersonConsumer):
    """One open page of one match. Sends ``{"match": id, "rev": n}`` immediately and whenever the match changes, and to
    logged-in users also what all their pages get.

    A page with its script says ``{"follow": {"language": .., "zone": .., "packed": .., "page": ..}}`` and from then on
    gets its section as well, or its changes (`games.open_matches`), compressed by raw deflate if it reads packed
    frames. `page` is “hand” for the hand alone (`PageKind`). It
    sends ``{"move": {"text": .., "seen": .., "client_move_id": ..}}`` and gets ``{"sent": client_move_id, "rev": n}``
    after the commit and after its section; without `rev` if the move was refused.
    """

    forgettable = False  # may lose the right to know of the match without a message that says so
    checks = 0  # of this right that are under way
    seen: Match | None = None
    following: OpenMatch | None = None
    reader: PageReader
    shown: Shown | None = None
    reads_packed = False
    sending: asyncio.Task[None] | None = None
    is_behind = False  # something new came before the page had received what came earlier
    allowance = float(FRAMES_LIMIT)
    allowed_at = 0.0

    async def may_begin(self) -> bool:
        """Read the match; return whether the visitor may know of it."""
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        match = await self.visible_match()
        if match is None:
            return False
        # Nothing signals that a browser dropped a private link, so anonymous access is re-checked on every hint.
        self.forgettable = match.access != Access.OPEN and self.user_id is None
        return True

    def own_groups(self) -> list[str]:
        """Return the match's group besides the person's."""
        return [live.group_of(self.match_id), *super().own_groups()]

    async def may_stay(self) -> bool:
        """Read the match again; return whether it can be read, and the user who opened this socket is still logged in,
        is not barred from play, and may still watch it."""
        self.seen = await self.visible_match()
        return self.seen is not None

    async def begin(self) -> None:
        """Store the revision that was read a moment ago, for the first frame."""
        assert self.seen is not None
        self.about = {"match": self.seen.pk, "rev": self.seen.rev}

    async def match_hint(self, message: dict[str, Any]) -> None:
        """Pass a hint on. Nothing is read here, as every move would then cost a query for every open page: a separate
        message (`person_check`) comes when users lose the right to know of the match."""
        rev = message.get("rev")
        if message.get("match") != self.match_id or not isinstance(rev, int):
            return
        if self.following is not None and not self.checks:
            await self.show(rev)
            return
        if (self.forgettable or self.checks) and await self.visible_match() is None:
            await self.close(code=GONE)
            return
        self.about = {"match": self.match_id, "rev": rev}
        await self.send_json(self.about)

    # A page that follows its match.

    def may_say_more(self) -> bool:
        """Count a frame of the page; return whether it is allowed. The allowance grows with time, because an open page
        sends a sign of life now and then."""
        now = time.monotonic()
        gained = (now - self.allowed_at) * FRAMES_PER_SECOND
        self.allowance, self.allowed_at = min(self.allowance + gained, float(FRAMES_LIMIT)) - 1, now
        return self.allowance >= 0

    async def hear(self, said: dict[str, Any]) -> None:
        """Follow the match, or take a move."""
        wants, move = said.get("follow"), SentMove.of(said.get("move"))
        if isinstance(wants, dict):
            self.reads_packed = wants.get("packed") is True
            kind = PageKind.named(str(wants.get("page", "")))
            await self.follow(str(wants.get("language", "")), str(wants.get("zone", "")), kind)
        elif move is not None:
            await self.take(move)

    async def follow(self, language: str, zone: str, kind: PageKind) -> None:
        """Send the page its section, whole at first, and subscribe it to the match with the others of this process. A
        page whose access is re-checked at each hint is not subscribed: it fetches its section itself."""
        if self.forgettable:
            return
        confirms = policy().confirms_moves(self.scope["user"])
        self.reader = PageReader(self.user_id, language_named(language), zone, confirms, kind)
        self.following = open_matches.join(self.match_id, self, self.about["rev"])
        self.shown = None
        if await self.following.listen():
            await self.leave(*set(self.joined) & {live.group_of(self.match_id)})

    async def show(self, rev: int) -> None:
        """Make sure that the page gets the match at this revision, or a hint of it."""
        assert self.following is not None
        await self.following.show(rev)
        if self.about["rev"] < rev:  # it was shown to others before this page began to follow
            self.post(rev, None, "")

    def post(self, rev: int, shown: Shown | None, frame: Frame) -> None:
        """Send `frame`, which brings the page to `shown`, or if that is None a hint of `rev`. A page that has not taken
        the earlier frames gets the newest revision as soon as it has."""
        self.about = {"match": self.match_id, "rev": rev}
        if self.sending is not None and not self.sending.done():
            self.is_behind, self.shown = True, None
            return
        if shown is not None:
            self.shown = shown
        self.sending = asyncio.create_task(self.deliver(frame if shown is not None else json.dumps(self.about)))

    async def deliver(self, frame: Frame) -> None:
        """Send a frame; close the socket of a page that does not take it in time."""
        try:
            if self.checks and await self.visible_match() is None:
                await self.close(code=GONE)
                return
            async with asyncio.timeout(SEND_PATIENCE):
                await (self.send(text_data=frame) if isinstance(frame, str) else self.send(bytes_data=frame))
            while self.is_behind:
                self.is_behind = False
                async with asyncio.timeout(SEND_PATIENCE):
                    await self.send_json(self.about)
        except TimeoutError:
            await self.close(code=TRY_LATER)
        except OSError:
            pass  # the page is gone

    async def take(self, move: SentMove) -> None:
        """Take a move of the reader, send the change to all pages in this process, and answer."""
        if self.following is None or self.user_id is None:
            return
        answer = await self.following.take(self.scope["user"], self.scope["session"].session_key, move)
        told: dict[str, Any] = {"sent": move.client_move_id}
        if answer.accepted is not None:
            await self.show(answer.accepted.rev)
            told["rev"] = answer.accepted.rev
            if answer.onward and self.reader.kind == PageKind.MATCH:  # a hand stays at its table
                told["onward"] = answer.onward
        if self.sending is not None:
            await self.sending
        await self.send_json(told)

    async def disconnect(self, code: int) -> None:
        if self.following is not None:
            open_matches.leave(self.match_id, self)
        if self.sending is not None:
            self.sending.cancel()
        await super().disconnect(code)

    async def person_news(self, message: dict[str, Any]) -> None:
        """Pass on news of other matches only: for this one the page fetches its section, which says what waits."""
        if message.get("match") != self.match_id:
            await super().person_news(message)

    async def person_check(self, message: dict[str, Any]) -> None:
        """Close if this person may not follow the match any more. Until that is known, hints are checked too."""
        self.checks += 1
        try:
            await super().person_check(message)
        finally:
            self.checks -= 1

    async def visible_match(self) -> Match | None:
        """Return the match if this visitor may still know of it; None otherwise, and if it cannot be read. A visitor
        without a name only watches."""
        user = await self.user_now()
        if user.pk != self.user_id:  # logged out, or another user by now
            return None
        if self.user_id is not None and policy().refuse_to_play(user) is not None:
            return None
        link = self.session.get(PRIVATE_LINKS, {}).get(self.match_id, "")
        try:
            match: Match = await database_sync_to_async(match_for_viewer)(user, self.match_id, link)
        except (Missing, BrokenLog):
            return None
        return match


class NoSuchSocket(AsyncJsonWebsocketConsumer):
    """Every other address: closed without a word."""

    async def connect(self) -> None:
        await self.close(code=GONE)
