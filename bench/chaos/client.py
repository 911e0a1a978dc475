"""A simulated user: logs in, views matches, and plays by the forms of the pages, or over their sockets. If there is no
response to a move, it retries with the same client_move_id on another server."""

import json
import random
import re
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import unescape
from typing import TypeVar

from bench.chaos.browser import Browser, NoResponse
from bench.chaos.history import Attempt, History, Read, Result
from bench.chaos.sockets import send_move

Found = TypeVar("Found")
LOG_IN_TIMEOUT = 120.0  # seconds; concurrent log-ins are slow on a busy machine, in every state of the broker
KEPT_LOCK = 10.0  # seconds for which allauth's rate limits stay locked by a process that was killed while it counted
PAGES = ("/", "/tables/", "/rules/", "/next/")
FORM = re.compile(r'<form id="compose".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
BUTTON = re.compile(r'<button class="[^"]*" name="text" value="([^"]*)"')
CHOICE = re.compile(r'<a class="choice live" href="([^"]*)"')
UNKNOWN_STATUS = 500  # responses from this status on do not say whether the move was accepted
DOUBLE_CLICK, TWO_TABS, INVALID_MOVE, CHANGED_MIND = 0.08, 0.05, 0.03, 0.15
OVER_SOCKET = 0.5


@dataclass
class Visited:
    """How long the pages of a visit took, in seconds, and the requests that did not succeed at the first attempt."""

    pages: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def visit(ports: Sequence[int], name: str, password: str) -> Visited:
    """Log in with a new browser, and request each of `PAGES` once."""
    browser = Browser(ports, timeout=LOG_IN_TIMEOUT)
    found = Visited()
    try:
        refused = browser.refused_log_in(name, password)
        if refused.startswith("429"):  # an earlier fault may have left the lock of the limit
            time.sleep(KEPT_LOCK)
            refused = browser.refused_log_in(name, password)
        if refused:
            found.failed.append(f"log-in: {refused}")
        for path in PAGES:
            began = time.monotonic()
            status = browser.request("GET", path).status
            found.pages.append(time.monotonic() - began)
            if status >= 400:
                found.failed.append(f"{path}: {status}")
    except NoResponse as error:
        found.failed.append(f"page or log-in: {error}")
    browser.close()
    return found


@dataclass
class Offer:
    """The form of a match's page, with the moves that it can send."""

    seen: int
    token: str
    client_move_id: str
    texts: list[str]


@dataclass
class Player:
    """A simulated user and their matches. `seats` maps each match to the user's seat."""

    name: str
    password: str
    seats: dict[str, int]
    history: History
    browser: Browser
    rng: random.Random
    stop: threading.Event
    done: threading.Event  # set when all matches of this user are over
    finished: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Play until `stop` is set, or until all matches are over."""
        try:
            while not self.stop.is_set() and not self.try_request(
                partial(self.browser.log_in, self.name, self.password)
            ):
                self.stop.wait(0.3)
            while not self.stop.is_set() and len(self.finished) < len(self.seats):
                if not sum(self.visit(match) for match in self.seats if match not in self.finished):
                    self.stop.wait(0.2)
        finally:
            self.browser.close()
            self.done.set()

    def try_request(self, call: Callable[[], Found]) -> Found | None:
        """Return the result of `call`; None if there was no response."""
        try:
            return call()
        except NoResponse:
            self.stop.wait(0.1)
            return None

    def visit(self, match: str) -> bool:
        """Check one match and send a move if it is due. Returns whether a move was sent."""
        if self.stop.is_set():
            return False
        beat = self.try_request(partial(self.browser.request, "GET", f"/matches/{match}/rev/"))
        if beat is None or beat.status != 200:
            if beat is not None:
                self.browser.switch_server()
            return False
        status = json.loads(beat.body)
        if status["status"] == "finished":
            self.finished.add(match)
        if not status["due"]:
            return False
        offer = self.compose(match, "")
        if offer is None:
            return False
        self.decide(match, offer)
        return True

    # Composing.

    def compose(self, match: str, query: str) -> Offer | None:
        """Follow random choices of the pages until a move can be sent; return None if that fails."""
        path = f"/matches/{match}/{query}"
        for _step in range(30):
            invoked = time.monotonic()
            page = self.try_request(partial(self.browser.request, "GET", path))
            if page is None:
                return None
            form = FORM.search(page.body)
            if page.status != 200 or form is None:
                return None
            fields = dict(FIELD.findall(form[0]))
            seen = int(fields["seen"])
            self.history.add(Read(match, self.seats[match], seen, invoked, time.monotonic()))
            texts = [unescape(text) for text in BUTTON.findall(form[0])]
            links = CHOICE.findall(form[0])
            if texts and (not links or self.rng.random() < len(texts) / (len(texts) + len(links))):
                return Offer(seen, fields["csrfmiddlewaretoken"], fields["client_move_id"], texts)
            if not links:
                return None
            path = unescape(self.rng.choice(links))
        return None

    # Sending.

    def decide(self, match: str, offer: Offer) -> None:
        """Send one move; at random also invalid ones, double clicks, two tabs, and changed answers."""
        text, draw = self.rng.choice(offer.texts), self.rng.random()
        if draw < INVALID_MOVE:
            self.send_until_answered(match, replace(offer, client_move_id=uuid.uuid4().hex), "no such move")
        elif draw < INVALID_MOVE + DOUBLE_CLICK:
            self.send_concurrently(match, [(offer, text), (offer, text)])
        elif draw < INVALID_MOVE + DOUBLE_CLICK + TWO_TABS:
            other = replace(offer, client_move_id=uuid.uuid4().hex)
            self.send_concurrently(match, [(offer, text), (other, self.rng.choice(offer.texts))])
        else:
            self.send_until_answered(match, offer, text)
            if self.rng.random() < CHANGED_MIND:
                changed = self.compose(match, "?move=")
                if changed is not None and changed.seen == offer.seen:
                    self.send_until_answered(match, changed, self.rng.choice(changed.texts))

    def send_concurrently(self, match: str, moves: list[tuple[Offer, str]]) -> None:
        """Send several moves concurrently, each from its own browser with the same session."""
        windows = [in_new_window(self, place) for place, _move in enumerate(moves)]
        threads = [
            threading.Thread(target=window.send_until_answered, args=(match, *move))
            for window, move in zip(windows, moves, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for window in windows:
            window.browser.close()

    def send_until_answered(self, match: str, offer: Offer, text: str) -> None:
        """Send a move, and retry until it is accepted or refused, or until the run ends."""
        while True:
            attempt = self.send(match, offer, text)
            self.history.add(attempt)
            if attempt.result != Result.UNKNOWN or self.stop.is_set():
                return
            self.browser.switch_server()
            self.stop.wait(0.1)

    def send(self, match: str, offer: Offer, text: str) -> Attempt:
        """Send a move once, over the socket or by the form. Returns the attempt with its result."""
        invoked = time.monotonic()
        result, rev, detail = Result.UNKNOWN, None, ""
        try:
            if self.rng.random() < OVER_SOCKET:
                move = {"text": text, "seen": offer.seen, "client_move_id": offer.client_move_id}
                rev = send_move(self.browser, match, move)
            if rev is not None:
                result = Result.OK
            else:  # also to hear why it was refused
                result, rev, detail = self.send_form(match, offer, text)
        except NoResponse as error:
            detail = str(error)
        returned = time.monotonic()
        seat = self.seats[match]
        return Attempt(
            match, seat, offer.seen, text, offer.client_move_id, invoked, returned, result, rev=rev, detail=detail
        )

    def send_form(self, match: str, offer: Offer, text: str) -> tuple[Result, int | None, str]:
        """Send a move by its form; return the result, the revision, and the answer to a refused move. Raises
        `NoResponse`."""
        fields = {
            "csrfmiddlewaretoken": offer.token,
            "seen": str(offer.seen),
            "client_move_id": offer.client_move_id,
            "text": text,
        }
        answer = self.browser.request("POST", f"/matches/{match}/move/", fields, json=True)
        if answer.status == 200:
            return Result.OK, int(json.loads(answer.body)["rev"]), ""
        if 400 <= answer.status < UNKNOWN_STATUS:
            return Result.REFUSED, None, answer.body[:100]
        return Result.UNKNOWN, None, str(answer.status)


def in_new_window(player: Player, place: int) -> Player:
    """Return a copy of `player` with its own connection and the same session."""
    browser = Browser(player.browser.ports, player.browser.at + place)
    browser.cookies = dict(player.browser.cookies)
    return replace(player, browser=browser, finished=player.finished)
