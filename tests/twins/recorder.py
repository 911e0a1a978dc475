"""All that one viewer is told about a match, as labelled bytes: every page, file, refusal, frame and mail."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any
from unittest import mock

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import live
from games.core.errors import MoveError
from games.core.game import Game
from games.core.state import State
from games.models import Match
from masques_site.asgi import application
from tests.views.pages import FRAGMENT, Page
from tests.waiting import PATIENCE

COMPOSED = 8  # pages of moves on their way, for each look
IDLE_ATTEMPTS = 3
NONSENSE = ("?", "x", "0", "pass", "a=b+c@9")
FILES = ("match", "history", "record", "proof", "rev", "resign")
# What differs at every request whatever happens: tokens that protect forms, nonces of scripts, names of attempts.
CHANGING = [
    (re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*'), rb"\1"),
    (re.compile(rb'(name="client_move_id" value=")[^"]*'), rb"\1"),
    (re.compile(rb"(nonce[-=]\"?)[A-Za-z0-9+/_=-]{16,}"), rb"\1"),
    (re.compile(rb"(csrf=)[A-Za-z0-9]{32,64}"), rb"\1"),
]

Hint = tuple[str, dict[str, Any]]
"""A group, and what was sent to it."""


class Recording:
    """What `viewer` (None: somebody signed in who does not play) and an anonymous visitor meet, in order."""

    def __init__(
        self, match_id: str, sessions: dict[int | None, str], viewer: int | None, game: Game, samples: Sequence[str]
    ) -> None:
        self.match_id = match_id
        self.session = sessions[viewer]
        self.viewer = viewer
        self.game = game
        self.samples = samples
        self.told: list[tuple[str, bytes]] = []

    def add(self, channel: str, content: bytes) -> None:
        """One more thing that was told, on `channel`."""
        for pattern, rest in CHANGING:
            content = pattern.sub(rest, content)
        self.told.append((channel, content))

    # Requests.

    def request(self, channel: str, address: str, *, anonymous: bool = False, **more: Any) -> HttpResponse:
        """Open `address`, or send it `post`; its status, headers, body, and the number of statements it takes."""
        client = Client()
        if not anonymous:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        fields = more.pop("post", None)
        statements = []
        with connection.execute_wrapper(lambda run, *call: (statements.append(call[0]), run(*call))[1]):
            response = client.get(address, **more) if fields is None else client.post(address, fields, **more)
        headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()) if name != "Date")
        cookies = "".join(f"{morsel.OutputString()}\n" for morsel in response.cookies.values())
        name = f"{channel}{' as a stranger' if anonymous else ''} {address}"
        self.add(f"{name} headers", f"{response.status_code}\n{headers}{cookies}".encode())
        self.add(f"{name} body", response.content)
        self.add(f"{name} work", f"{len(statements)} statements".encode())
        return response

    def at(self, name: str) -> str:
        return reverse(f"games:{name}", args=[self.match_id])

    def between(self, hints: Sequence[Hint]) -> None:
        """While answers of others are sealed: how often the page was told to look, and what it finds."""
        self.add("sealed number of hints", str(len(hints)).encode())
        self.request("sealed fragment", self.at("match"), **FRAGMENT)
        self.request("sealed page", self.at("match"), anonymous=True)
        self.request("sealed rev", self.at("rev"))
        self.request("sealed history", self.at("history"))
        self.request("sealed own data", reverse("accounts:export"))

    def page_by_page(self, state: State, match: Match) -> None:
        """Every page and file about the match, then every move that might be tried."""
        for name in FILES:
            self.request(name, self.at(name))
            if name != "resign":
                self.request(name, self.at(name), anonymous=True)
        self.request("fragment", self.at("match"), **FRAGMENT)
        self.request("proof", f"{self.at('proof')}?format=json")
        self.request("record", f"{self.at('record')}?as=public")
        self.history(match)
        self.lists(match)
        self.choices()
        self.attempts(state, match)

    def history(self, match: Match) -> None:
        """The match again, at several plies, through every seat that may be asked for."""
        for ply in sorted({1, match.ply // 3, match.ply * 2 // 3, match.ply - 1}):
            self.request("history", f"{self.at('history')}?ply={ply}", **FRAGMENT)
        for viewpoint in ("all", "public", *range(match.seat_count)):
            self.request("history", f"{self.at('history')}?ply={match.ply - 1}&as={viewpoint}", **FRAGMENT)

    def lists(self, match: Match) -> None:
        """Where matches are listed, and what is kept about oneself."""
        for name in ("home", "next", "lobby"):
            self.request("list", reverse(f"games:{name}"))
        for seat in match.seats.select_related("user"):
            if seat.user is not None:
                self.request("profile", reverse("accounts:profile", args=[seat.user.username]))
        self.request("own data", reverse("accounts:export"))

    def choices(self) -> None:
        """The pages of a move on its way, breadth first, and words that fit nowhere."""
        path = self.at("match")
        waiting, opened = [f"{path}?move="], 0
        while waiting and opened < COMPOSED:
            response = self.request("composing", waiting.pop(0), **FRAGMENT)
            opened += 1
            offered = Page(response).addresses("choice")
            waiting += offered
            self.add("choices offered", "\n".join(offered).encode())
        for words in ("zzz", "0", "pass,zzz"):
            self.request("composing", f"{path}?move={words}", **FRAGMENT)

    def attempts(self, state: State, match: Match) -> None:
        """Moves of the title's whole notation that are refused here: what they are told."""
        texts = [text for text in (*NONSENSE, *self.samples) if not self.is_legal(state, text)]
        if self.viewer not in state.deciders():
            del texts[IDLE_ATTEMPTS:]  # whoever owes nothing is refused before the move is read
        for count, text in enumerate(texts):
            fields = {"text": text, "seen": str(match.decision), "client_move_id": f"attempt-{count}"}
            form = FRAGMENT if count % 3 == 0 else {"HTTP_ACCEPT": "application/json"}
            self.request(f"refusal of {text}", self.at("move"), post=fields, **form)
        self.request("refusal", self.at("rematch"), post={})
        self.request("refusal", self.at("join"), post={})

    def is_legal(self, state: State, text: str) -> bool:
        if self.viewer is None or self.viewer not in state.deciders():
            return False
        try:
            self.game.parse_move(state, self.viewer, text)
        except MoveError:
            return False
        return True

    # What comes unasked.

    def frames(self, frames: Sequence[bytes]) -> None:
        """The frames of an open socket: how many, in which order, of which size."""
        self.add("number of frames", str(len(frames)).encode())
        for number, frame in enumerate(frames):
            self.add(f"frame {number}", frame)

    def mails(self, sent: Sequence[EmailMessage], name: str | None) -> None:
        """The mails that reached the viewer; of those to others only their order and number could show, in ids."""
        own = [message for message in sent if name is not None and message.to == [f"{name}@example.org"]]
        self.add("number of mails", str(len(own)).encode())
        for message in own:
            headers = "".join(f"{field}: {value}\n" for field, value in sorted(message.extra_headers.items()))
            self.add("mail subject", message.subject.encode())
            self.add("mail headers", headers.encode())
            for part in (message.body, *(alternative[0] for alternative in message.alternatives)):
                self.add("mail body", str(part).encode())


def socket_frames(match_id: str, session: str, hints: Sequence[Hint]) -> list[bytes]:
    """What a page's socket receives when it opens and then `hints` arrive."""
    with mock.patch("channels.db.close_old_connections"):  # it would end the test's transaction
        return async_to_sync(_socket_frames)(match_id, session, list(hints))


async def _socket_frames(match_id: str, session: str, hints: list[Hint]) -> list[bytes]:
    cookie = (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), cookie]
    page = WebsocketCommunicator(application, f"/live/matches/{match_id}/", headers=headers)
    assert (await page.connect(PATIENCE))[0]
    frames = [(await page.receive_output(PATIENCE))["text"].encode()]
    for group, message in hints:
        assert group == live.group_of(match_id)
        await get_channel_layer().group_send(group, message)
        frames.append((await page.receive_output(PATIENCE))["text"].encode())
    await asyncio.sleep(0)
    while not page.output_queue.empty():
        frames.append(str(page.output_queue.get_nowait()).encode())
    await page.disconnect()
    return frames
