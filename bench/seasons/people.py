"""People of a league: each signs in, uses the forms of its pages, and plays matches, in a thread of its own."""

import json
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.chaos.client import Browser, NoResponse, Offer, Player
from bench.chaos.history import History
from bench.chaos.inside import PASSWORD
from bench.seasons.forms import Visitor, forms_of
from bench.seasons.shows import Persona

POLL = 4.0  # seconds after which a match is looked at although nobody has moved
BENCH_POLL = 2.5
DAY = 86_400.0
# Site days after the season's start for which somebody sleeps: until the seats are lost, or one clock has run out.
SLEEPS = {Persona.SLEEPER: 6.0, Persona.NAPPER: 3.2}
SLEEPS_AT_A_FAST_PACE = {Persona.SLEEPER: 2.5, Persona.NAPPER: 1.2}


@dataclass
class Board:
    """What everybody can read: the newest season's exported data, and where the league is. `moved` counts the moves
    that were seen at each match, as an open page hears of them."""

    slug: str = ""
    season: dict[str, Any] = field(default_factory=dict)
    day: float = 0.0  # site days since the season started
    fast: bool = False
    moved: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def state(self) -> str:
        """The season's state."""
        return str(self.season.get("state", ""))

    @property
    def number(self) -> int:
        """The season's number."""
        return int(self.season.get("season", 0))

    def entry_of(self, name: str) -> dict[str, Any] | None:
        """Somebody's entry."""
        return next((entry for entry in self.season.get("entries", ()) if entry["name"] == name), None)

    def matches_of(self, entry: int) -> list[dict[str, Any]]:
        """The matches of an entry."""
        return [match for match in self.matches() if any(seat["entry"] == entry for seat in match["seats"])]

    def matches(self) -> Iterator[dict[str, Any]]:
        """All matches of the season."""
        for division in self.season.get("divisions", ()):
            yield from division["matches"]


class PromptPlayer(Player):
    """Plays one move at a time, without the accidents that a chaos run adds."""

    def decide(self, match: str, offer: Offer) -> None:
        """Send one of the moves that the page offers."""
        self.send_until_answered(match, offer, self.rng.choice(offer.texts))


@dataclass
class Member:
    """One person. `plays` is whether they enter; who does not is on the bench."""

    name: str
    persona: Persona
    board: Board
    browser: Browser
    history: History
    rng: random.Random
    stop: threading.Event
    plays: bool = True
    returns: bool = True
    done: set[tuple[int, str]] = field(default_factory=set)  # chores by season
    borrowed: dict[str, int] = field(default_factory=dict)  # matches played for somebody else
    looked: dict[str, tuple[int, float]] = field(default_factory=dict)
    bench_at: float = 0.0

    def __post_init__(self) -> None:
        self.visitor = Visitor(self.browser)
        self.player = PromptPlayer(
            self.name, PASSWORD, {}, self.history, self.browser, self.rng, self.stop, threading.Event()
        )

    def run(self) -> None:
        """Take part until `stop` is set."""
        try:
            self.sign_in()
            while not self.stop.is_set():
                self.do_chores()
                if not self.play():
                    self.stop.wait(0.3)
        finally:
            self.browser.close()

    def sign_in(self) -> None:
        """Send the log-in form until it is answered."""
        while not self.stop.is_set():
            try:
                if self.browser.log_in(self.name, PASSWORD):
                    return
            except NoResponse:
                pass
            self.stop.wait(0.5)

    # Playing.

    def play(self) -> int:
        """Look at each running match of one's own in which something may have changed; how many moves were made."""
        moves = 0
        if self.persona is Persona.ABSENT or self.is_asleep():
            return 0
        for match, seat in self.current_matches():
            seen, at = self.looked.get(match, (-1, 0.0))
            known = self.board.moved[match]
            if self.stop.is_set() or (seen == known and time.monotonic() - at < POLL):
                continue
            self.player.seats[match] = seat
            moved = self.player.visit(match)
            if moved:
                self.board.moved[match] += 1
            self.looked[match] = (known, time.monotonic())
            moves += moved
        return moves

    def is_asleep(self) -> bool:
        """Whether this persona sleeps now: from the season's start on, for some days."""
        nights = SLEEPS_AT_A_FAST_PACE if self.board.fast else SLEEPS
        return self.board.number == 1 and self.board.day < nights.get(self.persona, 0.0)

    def current_matches(self) -> list[tuple[str, int]]:
        """The running matches to play, with the seat."""
        entry = self.board.entry_of(self.name)
        running = list(self.borrowed.items())
        if entry is not None:
            for match in self.board.matches_of(entry["id"]):
                if match["state"] == "running" and match["match"]:
                    seat = next(n for n, seat in enumerate(match["seats"]) if seat["entry"] == entry["id"])
                    running.append((match["match"], seat))
        return [(match, seat) for match, seat in running if match not in self.player.finished]

    # The league.

    def do_chores(self) -> None:
        """Whatever the state of the season asks of this person."""
        state = self.board.state
        if state == "sign_up":
            self.sign_up()
        elif state == "running":
            self.answer_return_form()
            if self.plays:
                self.behave()
            else:
                self.sit_on_the_bench()

    def once(self, chore: str) -> bool:
        """Whether a chore of this season has not been done before."""
        key = (self.board.number, chore)
        if key in self.done:
            return False
        self.done.add(key)
        return True

    def page(self, part: str = "") -> str:
        """The address of a page of the season."""
        return f"/leagues/{self.board.slug}/{self.board.number}/{part}"

    def sign_up(self) -> None:
        """Enter, unless one is entered already. Who was on the bench enters the second season."""
        absent = not self.plays if self.board.number == 1 else not self.returns
        if absent or self.board.entry_of(self.name) is not None:
            return
        if self.once("sign up"):
            if self.rng.random() < 0.5:
                self.visitor.send(self.page(), "/sign-up/", returns="yes")
            else:
                self.visitor.send(self.page(), "/sign-up/")

    def answer_return_form(self) -> None:
        """Say whether one plays the next season. Some never answer, and sign up by themselves."""
        if not self.plays or self.board.number > 1 or not self.once("return form"):
            return
        if self.persona is Persona.STAYS_AWAY:
            self.returns = False
            self.visitor.send(self.page(), "/returns/", returns="no")
        elif self.rng.random() < 0.7:
            self.visitor.send(self.page(), "/returns/", returns="yes")

    def behave(self) -> None:
        """What this persona does besides playing."""
        entry = self.board.entry_of(self.name)
        if entry is None or self.board.number > 1 or entry["state"] != "entered":
            return
        matches = self.board.matches_of(entry["id"])
        running = [match for match in matches if match["state"] == "running" and match["match"]]
        over = sum(match["state"] == "settled" for match in matches)
        match self.persona:
            case Persona.RESIGNS if running and self.once("resign"):
                self.resign(running[0]["match"])
            case Persona.ASKS_FOR_TIME if running and self.once("extension"):
                self.ask("extension", running[-1]["number"])
            case Persona.ASKS_FOR_SUBSTITUTE if running and self.board.day > 1 and self.once("substitute"):
                self.ask("substitute", running[0]["number"])
            case Persona.LEAVES_EARLY if (over or self.board.day > 2) and self.once("leave"):
                self.leave()
            case Persona.LEAVES_LATE if matches and over >= 0.65 * len(matches) and self.once("leave"):
                self.leave()

    def resign(self, match: str) -> None:
        """Give up the seat of a match, by the page that asks whether one is sure."""
        path = f"/matches/{match}/resign/"
        for form in forms_of(self.visitor.open(path).body):
            if not form.action:
                self.visitor.send_form(path, form)

    def ask(self, kind: str, number: int) -> None:
        """Ask the organisers for something."""
        self.visitor.send(self.page("requests/"), "/ask/", kind=kind, fixture=str(number), text="Please.")

    def leave(self) -> None:
        """Leave the season."""
        self.visitor.send(self.page(), "/leave/", sure="yes")

    def sit_on_the_bench(self) -> None:
        """Be ready to take seats over, and take every seat that is offered."""
        if self.once("bench"):
            self.visitor.send(self.page(), "/bench/")
        if time.monotonic() < self.bench_at:
            return
        self.bench_at = time.monotonic() + BENCH_POLL
        for form in forms_of(self.visitor.open(self.page()).body):
            if form.action.endswith("/accept/"):
                answer = self.visitor.send_form(self.page(), form)
                found = re.fullmatch(r"/matches/(\w+)/", answer.location)
                if found:
                    self.borrow(found[1])

    def borrow(self, match: str) -> None:
        """Play a match whose seat was taken over."""
        status = json.loads(self.visitor.open(f"/matches/{match}/rev/").body)
        if status["status"] == "running":
            self.borrowed[match] = 0
