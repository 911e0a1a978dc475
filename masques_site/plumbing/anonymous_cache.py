"""A cache of responses that are the same for every visitor without a session.

When a match moves, all who watch it ask for its board within half a second. A view may say of a response that nothing
in it belongs to one visitor (`MatchResponse.shared_revision`): it is then sent to everybody who is not logged in and
makes the same request in the same language, for a moment. A page says which revision it has heard of and never gets an
older one, so the cache delays no news. Answers are kept as they are sent, compressed or not. A request with a session
is neither answered from here nor kept here.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.middleware.gzip import re_accepts_gzip

MAX_AGE = 2.0  # seconds: the clocks and names of a response are that old at most
MAX_RESPONSES = 64
REVISION = b"x-rev"  # request header: the revision of which the page has heard
VARY = (
    b"host",
    b"accept",
    b"accept-language",
    b"hx-request",
    b"hx-request-type",
)  # the facts that a response may depend on

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CacheKey:
    """The request of an anonymous visitor, and the oldest acceptable revision."""

    key: tuple[object, ...]
    rev: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A response. `rev` is the revision it shows if it may be sent to others, else None; `finish` is called once it has
    been sent."""

    start: Message
    content: bytes
    rev: int | None = None
    finish: Callable[[], object] | None = None


def cache_key_of(scope: Message) -> CacheKey | None:
    """Return the key of a request; None if it must not be answered from the cache."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    rev = headers.get(REVISION, b"")
    if scope["method"] != "GET" or scope["query_string"] or not rev.isdigit() or len(rev) > 9:
        return None
    try:
        cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return None
    if settings.SESSION_COOKIE_NAME in cookies:
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    vary = (*(headers.get(name) for name in VARY), takes_gzip(headers.get(b"accept-encoding", b"")))
    return CacheKey((scope["path"], *vary, language.value if language else None), int(rev))


def takes_gzip(accepted: bytes) -> bool:
    """Return whether an answer to this `Accept-Encoding` is compressed, as Django's middleware judges it."""
    return re_accepts_gzip.search(accepted.decode("latin-1")) is not None


class AnonymousPageCache:
    """The answers of the last moments. Used on one event loop."""

    def __init__(self) -> None:
        self.kept: OrderedDict[object, tuple[float, Answer]] = OrderedDict()
        self.pending: dict[object, asyncio.Future[None]] = {}

    async def answer(self, key: CacheKey, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return a kept answer, or make one now with `make`. While one is being made, other requests for the same wait
        for it."""
        if (pending := self.pending.get(key.key)) is not None:
            await asyncio.wait([pending])
        if (found := self.lookup(key)) is not None:
            return found
        done = self.pending[key.key] = asyncio.get_running_loop().create_future()
        try:
            made = await make()
        finally:
            done.set_result(None)
            if self.pending.get(key.key) is done:
                del self.pending[key.key]
        if made.rev is not None:
            self.keep(key, made)
        return made

    def lookup(self, key: CacheKey) -> Answer | None:
        """Return a kept answer that is new enough; None if there is none."""
        until, answer = self.kept.get(key.key, (0.0, None))
        if answer is None or answer.rev is None or answer.rev < key.rev or until < time.monotonic():
            return None
        return answer

    def keep(self, key: CacheKey, answer: Answer) -> None:
        """Keep `answer` for others, unless its headers were meant for one visitor."""
        if any(name.lower() == b"set-cookie" or b"nonce-" in value for name, value in answer.start["headers"]):
            return
        self.kept[key.key] = time.monotonic() + MAX_AGE, answer
        self.kept.move_to_end(key.key)
        while len(self.kept) > MAX_RESPONSES:
            self.kept.popitem(last=False)
