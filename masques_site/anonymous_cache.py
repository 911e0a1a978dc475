"""Answers that are the same for every stranger are made once.

When a match moves, all who watch it ask for its table within half a second. A view may say of an answer that nothing
in it is anybody's own: it then stands for everybody who is not logged in and asks for the same in the same language,
for a moment. A page says which revision it has heard of and is never answered with an older one, so what is kept
here may be late for nobody. Nothing that was asked for with a session is answered from here, or kept here.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings

SECONDS = 2.0  # how long an answer stands for others: its clocks and names are that old at most
MOST = 64  # answers
REVISION = b"x-rev"  # the revision of which the page has heard
ASKED = (b"host", b"accept", b"accept-language", b"hx-request", b"hx-request-type")  # what an answer may depend on

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CacheKey:
    """What a stranger's page asks for, and the oldest revision that will do."""

    key: tuple[object, ...]
    rev: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent. `rev` is the revision it shows if it may stand for others, else None; `finish` is what remains to
    be done once it is sent."""

    start: Message
    content: bytes
    rev: int | None = None
    finish: Callable[[], object] | None = None


def wish_of(scope: Message) -> CacheKey | None:
    """What this request asks for; None if only its own answer will do."""
    heads: dict[bytes, bytes] = dict(scope["headers"])
    rev = heads.get(REVISION, b"")
    if scope["method"] != "GET" or scope["query_string"] or not rev.isdigit() or len(rev) > 9:
        return None
    try:
        cookies = SimpleCookie(heads.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return None
    if settings.SESSION_COOKIE_NAME in cookies:
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    own = tuple(heads.get(name) for name in ASKED)
    return CacheKey((scope["path"], *own, language.value if language else None), int(rev))


class AnonymousPageCache:
    """The answers of the last moments. Used on one event loop."""

    def __init__(self) -> None:
        self.kept: OrderedDict[object, tuple[float, Answer]] = OrderedDict()
        self.making: dict[object, asyncio.Future[None]] = {}

    async def answer(self, wish: CacheKey, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """An answer that was made for somebody else, or the one that `make` makes now. While one is being made, those
        who wish for the same wait for it."""
        if (making := self.making.get(wish.key)) is not None:
            await asyncio.wait([making])
        if (fitting := self.fitting(wish)) is not None:
            return fitting
        done = self.making[wish.key] = asyncio.get_running_loop().create_future()
        try:
            made = await make()
        finally:
            done.set_result(None)
            if self.making.get(wish.key) is done:
                del self.making[wish.key]
        if made.rev is not None:
            self.keep(wish, made)
        return made

    def fitting(self, wish: CacheKey) -> Answer | None:
        """A kept answer that is new enough."""
        until, answer = self.kept.get(wish.key, (0.0, None))
        if answer is None or answer.rev is None or answer.rev < wish.rev or until < time.monotonic():
            return None
        return answer

    def keep(self, wish: CacheKey, answer: Answer) -> None:
        """Let `answer` stand for others, unless something in it was meant for one."""
        if any(name.lower() == b"set-cookie" or b"nonce-" in value for name, value in answer.start["headers"]):
            return
        self.kept[wish.key] = time.monotonic() + SECONDS, answer
        self.kept.move_to_end(wish.key)
        while len(self.kept) > MOST:
            self.kept.popitem(last=False)
