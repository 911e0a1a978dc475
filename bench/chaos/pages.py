"""Open pages of matches that nobody touches: each does what the page's own script does, and notes what it showed."""

import json
import random
import re
import socket
import threading
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.chaos.client import Browser, NoAnswer
from bench.chaos.history import History, Result

# As in masques_site/static/js/match.js.
HEARTBEAT = 20.0
LONGEST_WAIT = 30.0
JITTER = 0.4
REV = re.compile(r'<section id="match"[^>]* data-rev="(\d+)"')


@dataclass
class Page:
    """The page of a match in the browser of a visitor without a name."""

    match: str
    browser: Browser
    chance: random.Random
    stop: threading.Event
    shown: list[tuple[int, float]] = field(default_factory=list)  # each revision, and when it was on the screen
    newest: int = 0
    tries: int = 0
    listen_at: float = 0.0
    hears: ClientConnection | None = None

    @property
    def seen(self) -> int:
        """The revision on the screen."""
        return self.shown[-1][0] if self.shown else -1

    def live(self) -> None:
        """Be open until told to stop."""
        beat = 0.0
        while not self.stop.is_set():
            if time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT
                self.compare()
            if self.hears is None and time.monotonic() >= self.listen_at:
                self.listen()
            self.hear(min(0.25, max(0.0, beat - time.monotonic())))
        if self.hears is not None:
            self.hears.close()
        self.browser.close()

    def listen(self) -> None:
        """Open the socket; who is not let in tries again, more and more rarely."""
        port = self.browser.ports[self.browser.at % len(self.browser.ports)]
        address = f"ws://localhost:{port}/live/matches/{self.match}/"
        try:
            plug = socket.create_connection(("127.0.0.1", port), 5)
            self.hears = connect(
                address,
                sock=plug,
                origin=Origin(f"http://localhost:{port}"),
                open_timeout=5,
                close_timeout=1,
                ping_interval=None,
            )
            self.tries = 0
        except (OSError, WebSocketException):
            self.tries += 1
            self.wait_to_listen()

    def wait_to_listen(self) -> None:
        """The socket is lost, or was not opened."""
        self.hears = None
        self.browser.elsewhere()
        wait = min(LONGEST_WAIT, 2.0**self.tries)
        self.listen_at = time.monotonic() + wait * self.chance.uniform(0.5, 1)

    def hear(self, seconds: float) -> None:
        """Listen for so long."""
        if self.hears is None:
            self.stop.wait(seconds)
            return
        try:
            self.heard(int(json.loads(self.hears.recv(timeout=seconds))["rev"]))
        except TimeoutError:
            return
        except (OSError, WebSocketException):
            self.wait_to_listen()

    def compare(self) -> None:
        """A beat: ask which revision the match has reached."""
        try:
            answer = self.browser.request("GET", f"/matches/{self.match}/rev/?seen={self.seen}", json=True)
        except NoAnswer:
            return
        if answer.status == 200:
            self.heard(int(json.loads(answer.body)["rev"]))

    def heard(self, rev: int) -> None:
        """The match has reached `rev`: show it. What cannot be fetched now is asked for at the next beat."""
        self.newest = max(self.newest, rev)
        if rev <= self.seen:
            return
        self.stop.wait(self.chance.random() * JITTER)
        try:
            page = self.browser.request("GET", f"/matches/{self.match}/")
        except NoAnswer:
            return
        if found := REV.search(page.body):
            self.shown.append((int(found[1]), time.monotonic()))


@dataclass
class Readers:
    """Several open pages, each in a thread of its own."""

    pages: list[Page]
    stop: threading.Event
    threads: list[threading.Thread] = field(default_factory=list)
    closed: float = 0.0

    @classmethod
    def of(cls, matches: Sequence[str], ports: Sequence[int], seed: int) -> "Readers":
        """A page of each match, all open."""
        stop = threading.Event()
        pages = [Page(match, Browser(ports, n), random.Random(f"{seed} {n}"), stop) for n, match in enumerate(matches)]
        readers = cls(pages, stop, [threading.Thread(target=page.live) for page in pages])
        for thread in readers.threads:
            thread.start()
        return readers

    def catch_up(self, history: History, seconds: float) -> None:
        """Wait until every page shows all that was acknowledged, for so long at most."""
        deadline = time.monotonic() + seconds
        reached: dict[str, int] = {}
        for attempt in history.accepted():
            reached[attempt.match] = max(attempt.rev or 0, reached.get(attempt.match, 0))
        while any(page.seen < reached.get(page.match, 0) for page in self.pages) and time.monotonic() < deadline:
            time.sleep(0.2)

    def close(self) -> None:
        """Close all pages."""
        self.stop.set()
        for thread in self.threads:
            thread.join()
        self.closed = time.monotonic()

    def delays(self, history: History) -> list[float]:
        """For each move that was acknowledged in a match with a page: after how many seconds the page showed it.

        A move that it never showed counts until the page was closed.
        """
        waits = []
        pages = {page.match: page for page in self.pages}
        for attempt in history.attempts:
            page = pages.get(attempt.match)
            if page is None or attempt.result != Result.OK or attempt.rev is None:
                continue
            place = bisect_left(page.shown, (attempt.rev, 0.0))
            moment = page.shown[place][1] if place < len(page.shown) else self.closed
            waits.append(max(0.0, moment - attempt.returned))
        return waits
