"""Everything one viewer gets, as labelled bytes: answers, frames and mails, and the moments of messages that nobody
requested."""

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.core import signals
from django.core.mail import EmailMessage
from django.db import close_old_connections, connection
from django.http import HttpResponse
from django.test import Client

from games import live
from games import open_matches as open_pages
from games.open_matches import open_matches
from masques_site.asgi import application
from masques_site.plumbing.handler import PageHandler
from tests.communicators import Request, Socket
from tests.waiting import PATIENCE

# The parts that differ at every request: tokens that protect forms, nonces of scripts, names of attempts.
CHANGING = [
    (re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*'), rb"\1"),
    (re.compile(rb'(name="attempt" value=")[^"]*'), rb"\1"),
    (re.compile(rb'(name="client_move_id" value=")[^"]*'), rb"\1"),
    (re.compile(rb"(nonce[-=]\"?)[A-Za-z0-9+/_=-]{16,}"), rb"\1"),
    (re.compile(rb"(csrf=)[A-Za-z0-9]{32,64}"), rb"\1"),
]


@dataclass(frozen=True)
class Sent:
    """A message that the site sent by itself, and when: a hint to a group, or a mail to a user."""

    moment: datetime
    kind: str
    to: str
    message: Any = None

    def __str__(self) -> str:
        return f"{self.moment} {self.kind} to {self.to}"


class Recording:
    """Everything that the owner of a session (or with `session` None an anonymous visitor) meets, in order."""

    def __init__(self, session: str | None) -> None:
        self.session = session
        self.told: list[tuple[str, bytes]] = []

    def add(self, channel: str, content: bytes) -> None:
        """Add one more message, on `channel`."""
        for pattern, rest in CHANGING:
            content = pattern.sub(rest, content)
        self.told.append((channel, content))

    def request(self, channel: str, address: str, *, anonymous: bool = False, **more: Any) -> HttpResponse:
        """Open `address`, or send it `post`; record status, headers, body and number of statements, and return the
        response."""
        statements = 0

        def count(run: Any, *call: Any) -> Any:
            nonlocal statements
            statements += 1
            return run(*call)

        with connection.execute_wrapper(count):
            response = ask(None if anonymous else self.session, address, **more)
        headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()) if name != "Date")
        cookies = "".join(f"{morsel.OutputString()}\n" for morsel in response.cookies.values())
        name = f"{channel}{' as a stranger' if anonymous else ''} {address}"
        self.add(f"{name} headers", f"{response.status_code}\n{headers}{cookies}".encode())
        self.add(f"{name} body", response.content)
        self.add(f"{name} work", f"{statements} statements".encode())
        return response

    def frames(self, kind: str, frames: Sequence[bytes]) -> None:
        """Record the frames of an open socket: how many, in which order, of which size."""
        self.add(f"number of {kind}frames", str(len(frames)).encode())
        for number, frame in enumerate(frames):
            self.add(f"size of {kind}frame {number}", str(len(frame)).encode())
            self.add(f"{kind}frame {number}", frame.replace(rb"\"", b'"'))

    def moments(self, sent: Sequence[Sent]) -> None:
        """Record when each hint and each mail left."""
        self.add("moments of hints and mails", "\n".join(map(str, sent)).encode())

    def mails(self, sent: Sequence[EmailMessage], name: str | None) -> None:
        """Record the mails to the viewer; of mails to others only order and number could show, in ids."""
        own = [message for message in sent if name is not None and message.to == [f"{name}@example.org"]]
        self.add("number of mails", str(len(own)).encode())
        for message in own:
            headers = "".join(f"{field}: {value}\n" for field, value in sorted(message.extra_headers.items()))
            self.add("mail subject", message.subject.encode())
            self.add("mail headers", headers.encode())
            for part in (message.body, *(alternative[0] for alternative in message.alternatives)):
                self.add("mail body", str(part).encode())


def ask(session: str | None, address: str, post: dict[str, str] | None = None, **headers: Any) -> HttpResponse:
    """Send one request in the name of `session` (None: of a stranger); return the response."""
    client = Client()
    if session is not None:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client.get(address, **headers) if post is None else client.post(address, post, **headers)


# The site's own handler, which keeps answers for strangers.


class TestedPages(PageHandler):
    """The handler of the site, with the connection of the test."""

    async def run(self, context: Any, call: Any, *arguments: Any) -> Any:
        return await sync_to_async(context.run)(call, *arguments)


def board_by_handler(pages: PageHandler, session: str | None, path: str, rev: int) -> bytes:
    """Return the board that the site's handler sends to a page which has heard of `rev`."""
    with no_closing():
        return async_to_sync(_board_by_handler)(pages, session, path, rev)


async def _board_by_handler(pages: PageHandler, session: str | None, path: str, rev: int) -> bytes:
    headers = [(b"host", b"testserver"), (b"hx-request", b"true"), (b"hx-request-type", b"partial")]
    headers.append((b"x-rev", str(rev).encode()))
    if session is not None:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
    response = await Request(pages, "GET", path, headers=headers).get_response()
    told = b"".join(name + b": " + value + b"\n" for name, value in sorted(response["headers"]))
    return b"%d\n%s\n%s" % (response["status"], told, response["body"])


# Sockets.


@contextmanager
def no_closing() -> Iterator[None]:
    """Keep, inside, connections that are not in use from being closed: that would end the test's transaction."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    try:
        with mock.patch("channels.db.close_old_connections"):
            yield
    finally:
        for signal in (signals.request_started, signals.request_finished):
            signal.connect(close_old_connections)


def socket_frames(match_id: str, session: str, hints: Sequence[Sent], *, follows: bool) -> list[bytes]:
    """Return what a page's socket receives when it opens and then `hints` arrive; `follows` if the page asks for its
    section."""
    with no_closing(), mock.patch.object(open_pages, "on_socket_thread", _on_this_thread):
        return async_to_sync(_socket_frames)(match_id, session, list(hints), follows)


async def _on_this_thread(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call on this thread: another one would see nothing of the test's transaction."""
    return await sync_to_async(call)(*arguments)


async def _socket_frames(match_id: str, session: str, hints: list[Sent], follows: bool) -> list[bytes]:
    cookie = (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), cookie]
    page = Socket(application, f"/live/matches/{match_id}/", headers=headers)
    assert (await page.connect(PATIENCE))[0]
    frames = [(await page.receive_output())["text"].encode()]
    if follows:
        await page.send_json_to({"follow": {"language": "en", "zone": ""}})
        while match_id not in open_matches:  # noqa: ASYNC110 - nothing signals it
            await asyncio.sleep(0.001)
        open_matches[match_id].rev = 0  # as if the page had come before all that
    for number, hint in enumerate(hints):
        assert hint.to == live.group_of(match_id)
        await get_channel_layer().group_send(hint.to, hint.message)
        if number == 0 or not follows:  # a page that follows gets all news with the first one
            frames.append((await page.receive_output())["text"].encode())
    await asyncio.sleep(0)
    while not page.output_queue.empty():
        frames.append(str(page.output_queue.get_nowait()).encode())
    await page.disconnect()
    return frames
