"""Simulated open pages of matches: each behaves like the page's script, and records what it has shown."""

import json
import random
import re
import threading
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from bench.chaos.browser import Browser, NoResponse
from bench.chaos.history import History, Result
from bench.chaos.sockets import open_socket

# As in games/static/games/js/match.js.
HEARTBEAT = 20.0
LONGEST_WAIT = 30.0
JITTER = 0.4
REV = re.compile(r'<section id="match"[^>]* data-rev="(\d+)"')


@dataclass
class Page:
    """The page of a match in an anonymous user's browser."""

    match: str
    browser: Browser
    rng: random.Random
    stop: threading.Event
    shown: list[tuple[int, float]] = field(default_factory=list)  # each revision, and when it was shown
    newest: int = 0
    attempts: int = 0
    reconnect_at: float = 0.0
    connection: ClientConnection | None = None

    @property
    def seen(self) -> int:
        """The revision that is shown."""
        return self.shown[-1][0] if self.shown else -1

    def run(self) -> None:
        """Run the page's script until `stop` is set."""
        beat = 0.0
        while not self.stop.is_set():
            if time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT
                self.poll()
            if self.connection is None and time.monotonic() >= self.reconnect_at:
                self.connect_socket()
            self.receive(min(0.25, max(0.0, beat - time.monotonic())))
        if self.connection is not None:
            self.connection.close()
        self.browser.close()

    def connect_socket(self) -> None:
        """Open the socket; if that fails, schedule the next attempt with exponential backoff."""
        try:
            self.connection = open_socket(self.browser, self.match)
            self.attempts = 0
        except NoResponse:
            self.attempts += 1
            self.schedule_reconnect()

    def schedule_reconnect(self) -> None:
        """Schedule the next attempt after the socket was lost or not opened."""
        self.connection = None
        self.browser.switch_server()
        wait = min(LONGEST_WAIT, 2.0**self.attempts)
        self.reconnect_at = time.monotonic() + wait * self.rng.uniform(0.5, 1)

    def receive(self, seconds: float) -> None:
        """Wait at most `seconds` for what the socket brings."""
        if self.connection is None:
            self.stop.wait(seconds)
            return
        try:
            frame = json.loads(self.connection.recv(timeout=seconds))
        except TimeoutError:
            return
        except (OSError, WebSocketException):
            self.schedule_reconnect()
            return
        if "section" in frame and frame["rev"] > self.seen:
            self.shown.append((int(frame["rev"]), time.monotonic()))
        self.on_revision(int(frame["rev"]))

    def poll(self) -> None:
        """Ask for the current revision of the match."""
        try:
            answer = self.browser.request("GET", f"/matches/{self.match}/rev/?seen={self.seen}", json=True)
        except NoResponse:
            return
        if answer.status == 200:
            self.on_revision(int(json.loads(answer.body)["rev"]))

    def on_revision(self, rev: int) -> None:
        """Fetch the page if `rev` is newer than the shown revision. If that fails, the next poll tries again."""
        self.newest = max(self.newest, rev)
        if rev <= self.seen:
            return
        self.stop.wait(self.rng.random() * JITTER)
        try:
            page = self.browser.request("GET", f"/matches/{self.match}/")
        except NoResponse:
            return
        if found := REV.search(page.body):
            self.shown.append((int(found[1]), time.monotonic()))


@dataclass
class OpenPages:
    """Several open pages, each in its own thread."""

    pages: list[Page]
    stop: threading.Event
    threads: list[threading.Thread] = field(default_factory=list)
    closed: float = 0.0

    @classmethod
    def of(cls, matches: Sequence[str], ports: Sequence[int], seed: int) -> "OpenPages":
        """Open a page of each match, and return them."""
        stop = threading.Event()
        pages = [Page(match, Browser(ports, n), random.Random(f"{seed} {n}"), stop) for n, match in enumerate(matches)]
        open_pages = cls(pages, stop, [threading.Thread(target=page.run) for page in pages])
        for thread in open_pages.threads:
            thread.start()
        return open_pages

    def catch_up(self, history: History, seconds: float) -> None:
        """Wait at most `seconds` until every page shows all acknowledged moves."""
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
        """Return, for each acknowledged move in a match with a page, the seconds until the page showed it.

        For a move that was never shown, the seconds until the page was closed.
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
