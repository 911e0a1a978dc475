"""A person outside: logs in, looks at the matches, and plays by the forms of the pages. Never gives up a move whose
answer it did not get: it asks again, under the same client_move_id, wherever somebody answers."""

import http.client
import json
import random
import re
import threading
import time
import urllib.parse
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import unescape
from http.cookies import SimpleCookie
from typing import TypeVar

from bench.chaos.history import Attempt, History, Read, Result

Found = TypeVar("Found")
PATIENCE = 5.0  # seconds until an answer counts as lost, if nothing else is said
FORM = re.compile(r'<form id="compose".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
BUTTON = re.compile(r'<button class="[^"]*" name="text" value="([^"]*)"')
CHOICE = re.compile(r'<a class="choice live" href="([^"]*)"')
UNKNOWN_STATUS = 500  # from here on an answer does not say whether the move was taken
DOUBLE_CLICK, TWO_TABS, NONSENSE, CHANGED_MIND = 0.08, 0.05, 0.03, 0.15


class NoAnswer(Exception):
    """The connection broke, or nobody answered in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: str
    location: str


class Browser:
    """Cookies, and a connection to one of several web servers; a broken one is left for the next."""

    def __init__(self, ports: Sequence[int], first: int = 0, patience: float = PATIENCE) -> None:
        self.ports = ports
        self.at = first
        self.patience = patience
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def request(self, method: str, path: str, fields: dict[str, str] | None = None, *, json: bool = False) -> Answer:
        """One request; raises `NoAnswer`, and then the next one goes to another server."""
        headers = {"Host": "localhost", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        headers["Accept"] = "application/json" if json else "text/html"
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._connection is None:
            port = self.ports[self.at % len(self.ports)]
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.elsewhere()
            raise NoAnswer(type(error).__name__) from error
        for line in response.headers.get_all("Set-Cookie") or []:
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        return Answer(response.status, text, response.headers.get("Location", ""))

    def elsewhere(self) -> None:
        """Leave this server."""
        self.close()
        self.at += 1

    def close(self) -> None:
        """Hang up; the next request connects again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def log_in(self, name: str, password: str) -> bool:
        """Send the log-in form; whether it let us in."""
        page = self.request("GET", "/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', page.body)
        if token is None:
            return False
        fields = {"login": name, "password": password, "csrfmiddlewaretoken": token[1]}
        return self.request("POST", "/accounts/login/", fields).status == 302


@dataclass
class Offer:
    """What the page of a match lets one send."""

    seen: int
    token: str
    client_move_id: str
    texts: list[str]


@dataclass
class Player:
    """One person with matches to play. `seats` gives the own seat in each."""

    name: str
    password: str
    seats: dict[str, int]
    history: History
    browser: Browser
    chance: random.Random
    stop: threading.Event
    enough: threading.Event  # set when all matches of this person are over
    over: set[str] = field(default_factory=set)

    def live(self) -> None:
        """Play until told to stop, or until everything is over."""
        try:
            while not self.stop.is_set() and not self.persist(partial(self.browser.log_in, self.name, self.password)):
                self.stop.wait(0.3)
            while not self.stop.is_set() and len(self.over) < len(self.seats):
                if not sum(self.visit(match) for match in self.seats if match not in self.over):
                    self.stop.wait(0.2)
        finally:
            self.browser.close()
            self.enough.set()

    def persist(self, call: Callable[[], Found]) -> Found | None:
        """What `call` returns, or None when nobody answered."""
        try:
            return call()
        except NoAnswer:
            self.stop.wait(0.1)
            return None

    def visit(self, match: str) -> bool:
        """Look at one match; whether something was sent."""
        if self.stop.is_set():
            return False
        beat = self.persist(partial(self.browser.request, "GET", f"/matches/{match}/rev/"))
        if beat is None or beat.status != 200:
            if beat is not None:
                self.browser.elsewhere()
            return False
        told = json.loads(beat.body)
        if told["status"] == "finished":
            self.over.add(match)
        if not told["due"]:
            return False
        offer = self.compose(match, "")
        if offer is None:
            return False
        self.decide(match, offer)
        return True

    # Composing.

    def compose(self, match: str, query: str) -> Offer | None:
        """Follow the choices of the pages until a move can be sent; None if nothing is open, or nobody answers."""
        path = f"/matches/{match}/{query}"
        for _step in range(30):
            invoked = time.monotonic()
            page = self.persist(partial(self.browser.request, "GET", path))
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
            if texts and (not links or self.chance.random() < len(texts) / (len(texts) + len(links))):
                return Offer(seen, fields["csrfmiddlewaretoken"], fields["client_move_id"], texts)
            if not links:
                return None
            path = unescape(self.chance.choice(links))
        return None

    # Sending.

    def decide(self, match: str, offer: Offer) -> None:
        """Send one move, in one of the ways in which people do."""
        text, luck = self.chance.choice(offer.texts), self.chance.random()
        if luck < NONSENSE:
            self.insist(match, replace(offer, client_move_id=uuid.uuid4().hex), "no such move")
        elif luck < NONSENSE + DOUBLE_CLICK:
            self.at_once(match, [(offer, text), (offer, text)])
        elif luck < NONSENSE + DOUBLE_CLICK + TWO_TABS:
            other = replace(offer, client_move_id=uuid.uuid4().hex)
            self.at_once(match, [(offer, text), (other, self.chance.choice(offer.texts))])
        else:
            self.insist(match, offer, text)
            if self.chance.random() < CHANGED_MIND:
                changed = self.compose(match, "?move=")
                if changed is not None and changed.seen == offer.seen:
                    self.insist(match, changed, self.chance.choice(changed.texts))

    def at_once(self, match: str, moves: list[tuple[Offer, str]]) -> None:
        """Send several moves at the same moment, from as many browsers with the same log-in."""
        helpers = [replace_browser(self, place) for place, _move in enumerate(moves)]
        threads = [
            threading.Thread(target=helper.insist, args=(match, *move))
            for helper, move in zip(helpers, moves, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for helper in helpers:
            helper.browser.close()

    def insist(self, match: str, offer: Offer, text: str) -> None:
        """Send a move until somebody says yes or no, or the run ends."""
        while True:
            attempt = self.send(match, offer, text)
            self.history.add(attempt)
            if attempt.result != Result.UNKNOWN or self.stop.is_set():
                return
            self.browser.elsewhere()
            self.stop.wait(0.1)

    def send(self, match: str, offer: Offer, text: str) -> Attempt:
        """One attempt, and how it ended."""
        fields = {
            "csrfmiddlewaretoken": offer.token,
            "seen": str(offer.seen),
            "client_move_id": offer.client_move_id,
            "text": text,
        }
        invoked = time.monotonic()
        result, rev, detail = Result.UNKNOWN, None, ""
        try:
            answer = self.browser.request("POST", f"/matches/{match}/move/", fields, json=True)
            if answer.status == 200:
                result, rev = Result.OK, int(json.loads(answer.body)["rev"])
            elif 400 <= answer.status < UNKNOWN_STATUS:
                result, detail = Result.REFUSED, answer.body[:100]
            else:
                detail = str(answer.status)
        except NoAnswer as error:
            detail = str(error)
        returned = time.monotonic()
        seat = self.seats[match]
        return Attempt(
            match, seat, offer.seen, text, offer.client_move_id, invoked, returned, result, rev=rev, detail=detail
        )


def replace_browser(player: Player, place: int) -> Player:
    """The same person at another window: own connection, same log-in."""
    browser = Browser(player.browser.ports, player.browser.at + place)
    browser.cookies = dict(player.browser.cookies)
    return replace(player, browser=browser, over=player.over)
