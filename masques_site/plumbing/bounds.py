"""The bounds of one web process: the numbers of open sockets and of pages that wait for their turn.

uvicorn has one bound for both, which open pages alone can use up: then it answers no page and no move any more, while
it still lets sockets in. A page whose socket is refused asks every few seconds instead, and says so.
"""

import resource
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Any, Receive, Send], Awaitable[None]]

OWN_FILES = 200  # of the database, the broker, the log
MOST_PAGES = 1_000  # requests that are being answered or wait
TRY_LATER = 1013  # the code of a socket that may be opened elsewhere, or later
BUSY = b"The site is busy. Load the page again in a few seconds."


def allow_files() -> None:
    """Raise the limit of open files as far as the system allows, for a file per socket: it often starts at 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.WEB_SOCKETS + MOST_PAGES + OWN_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Sockets:
    """The sockets of a process: one beyond `settings.WEB_SOCKETS` is refused before it is open."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.open = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if self.open >= settings.WEB_SOCKETS:
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.open += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.open -= 1


class Pages:
    """The pages of a process: one beyond `MOST_PAGES` is answered by 503 at once, since it would wait for long."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.waiting = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if self.waiting >= MOST_PAGES:
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": BUSY})
            return
        self.waiting += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.waiting -= 1
