"""People of a league: each signs in, uses the forms of its pages, and plays matches, in its own thread."""

import json
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.chaos.browser import Browser, NoResponse
from bench.chaos.client import Offer, Player
from bench.chaos.history import History
from bench.chaos.inside import PASSWORD
from bench.seasons.forms import Visitor, forms_of, notices_of
from bench.seasons.shows import Persona

POLL = 4.0  # seconds after which a match is checked although nobody has moved
OFFERS_POLL = 2.5
LADDER_POLL = 3.0
ASK_AGAIN = 5.0  # seconds after which a player who is not in signs up again
CHALLENGES = 0.6  # the probability that a player who may challenge does so at a look
BEFORE_LEAVING = 3  # matches on a ladder
DAY = 86_400.0
# Site days after the season's start for which a player sleeps: until the seats are lost, or one clock has run out.
SLEEPS = {Persona.SLEEPER: 6.0, Persona.NAPPER: 3.2}
SLEEPS_AT_A_FAST_PACE = {Persona.SLEEPER: 2.5, Persona.NAPPER: 1.2}


@dataclass
class Board:
    """The public data: the newest season's export, and the address of the league. `moved` counts the moves that were
    seen at each match, as an open page hears of them. `is_closing`: the ladder takes no more challenges."""

    slug: str = ""
    season: dict[str, Any] = field(default_factory=dict)
    day: float = 0.0  # site days since the season started
    fast: bool = False
    moved: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    is_closing: bool = False

    @property
    def is_ladder(self) -> bool:
        """Return whether the season is a ladder."""
        return bool(self.season) and self.season["rules"]["format"] == "ladder"

    @property
    def state(self) -> str:
        """The season's state."""
        return str(self.season.get("state", ""))

    @property
    def number(self) -> int:
        """The season's number."""
        return int(self.season.get("season", 0))

    def entry_of(self, name: str) -> dict[str, Any] | None:
        """Return the entry of a player, or None."""
        return next((entry for entry in self.season.get("entries", ()) if entry["name"] == name), None)

    def matches_of(self, entry: int) -> list[dict[str, Any]]:
        """Return the matches of an entry."""
        return [match for match in self.matches() if any(seat["entry"] == entry for seat in match["seats"])]

    def matches(self) -> Iterator[dict[str, Any]]:
        """Yield all matches of the season."""
        for division in self.season.get("divisions", ()):
            yield from division["matches"]


class PromptPlayer(Player):
    """Plays one move at a time, without the accidents that a chaos run adds."""

    def decide(self, match: str, offer: Offer) -> None:
        """Send one of the moves that the page offers."""
        self.send_until_answered(match, offer, self.rng.choice(offer.texts))


@dataclass
class Member:
    """One person. `plays` is whether they enter; otherwise they are a substitute."""

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
    borrowed: dict[str, int] = field(default_factory=dict)  # matches played for another player
    looked: dict[str, tuple[int, float]] = field(default_factory=dict)
    look_at: float = 0.0  # when the season's page is looked at next
    answer: str = ""  # the last one to signing up, or to logging in

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
                self.answer = self.browser.refused_log_in(self.name, PASSWORD)
            except NoResponse:
                self.answer = "no response to the log-in"
            if not self.answer:
                return
            self.stop.wait(0.5)

    # Playing.

    def play(self) -> int:
        """Look at each running match of one's own in which something may have changed; return how many moves were
        made."""
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
        """Return whether this persona is asleep now: some are for the first days of the first season."""
        nights = SLEEPS_AT_A_FAST_PACE if self.board.fast else SLEEPS
        return self.board.number == 1 and self.board.day < nights.get(self.persona, 0.0)

    def current_matches(self) -> list[tuple[str, int]]:
        """Return the running matches to play, with the seat."""
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
        """Do what the state of the season asks of this person."""
        state = self.board.state
        if state == "sign_up":
            self.sign_up()
        elif state == "running" and self.board.is_ladder:
            self.climb()
        elif state == "running":
            self.answer_return_form()
            if self.plays:
                self.behave()
            else:
                self.be_a_substitute()

    def once(self, chore: str) -> bool:
        """Mark a chore of this season as done; return whether it was not yet."""
        key = (self.board.number, chore)
        if key in self.done:
            return False
        self.done.add(key)
        return True

    def page(self, part: str = "") -> str:
        """Return the address of a page of the season."""
        return f"/leagues/{self.board.slug}/{self.board.number}/{part}"

    def is_time(self, wait: float) -> bool:
        """Return whether it is time to look at the season's page; if so, the next time is in `wait` seconds."""
        if time.monotonic() < self.look_at:
            return False
        self.look_at = time.monotonic() + wait
        return True

    def sign_up(self) -> None:
        """Enter the season, again until it has worked; the second season only once. Substitutes of the first enter it
        too."""
        absent = not self.plays if self.board.number == 1 else not self.returns
        if absent or self.board.entry_of(self.name) is not None or not self.is_time(ASK_AGAIN):
            return
        if self.board.number > 1 and not self.once("sign up"):
            return
        if self.rng.random() < 0.5:
            self.visitor.send(self.page(), self.page("sign-up/"), returns="yes")
        else:
            self.visitor.send(self.page(), self.page("sign-up/"))
        self.answer = notices_of(self.visitor.open(self.page()).body)

    def answer_return_form(self) -> None:
        """Say whether one plays the next season. Some never answer, and sign up by themselves."""
        if not self.plays or self.board.number > 1 or not self.once("return form"):
            return
        if self.persona is Persona.STAYS_AWAY:
            self.returns = False
            self.say_whether_back("no")
        elif self.rng.random() < 0.7:
            self.say_whether_back("yes")

    def say_whether_back(self, word: str) -> None:
        """Send the return form; the page shows the answer that counts."""
        shown = f'primary" name="returns" value="{word}"'
        self.visitor.send(self.page(), self.page("returns/"), is_done=lambda page: shown in page, returns=word)

    def behave(self) -> None:
        """Do what this persona does apart from playing."""
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
        self.visitor.send(f"/matches/{match}/resign/", "")

    def ask(self, kind: str, number: int) -> None:
        """Ask the organisers for something."""
        text = f"{kind} {number}, please."
        path, action = self.page("requests/"), self.page("ask/")
        self.visitor.send(
            path, action, is_done=lambda page: f">{text}</q>" in page, kind=kind, fixture=str(number), text=text
        )

    def leave(self) -> None:
        """Leave the season."""
        self.visitor.send(self.page(), self.page("leave/"), sure="yes")

    def be_a_substitute(self) -> None:
        """Volunteer as a substitute and accept every offered seat."""
        if self.once("substitutes"):
            self.visitor.send(self.page(), self.page("bench/"))
            self.answer = notices_of(self.visitor.open(self.page()).body)
        if not self.is_time(OFFERS_POLL):
            return
        for form in forms_of(self.visitor.open(self.page()).body):
            if form.action.endswith("/accept/"):
                self.visitor.send(self.page(), form.action)
                self.borrow_seats()

    def borrow_seats(self) -> None:
        """Play the matches of which the log says that one has a seat: the answer to the form may have been lost."""
        log = self.visitor.open(self.page("log/")).body
        taken = {int(number) for number in re.findall(rf"{self.name}\W* took over a seat in match (\d+)\.", log)}
        for match in list(self.board.matches()):
            if match["number"] in taken and match["match"]:
                self.borrow(match["match"])

    def borrow(self, match: str) -> None:
        """Play a match whose seat was taken over."""
        status = json.loads(self.visitor.open(f"/matches/{match}/rev/").body)
        if status["status"] == "running":
            self.borrowed[match] = 0

    # A ladder.

    def climb(self) -> None:
        """Sign up, answer a challenge, or challenge a player above; at times leave, and begin again at the bottom."""
        entry = self.board.entry_of(self.name)
        if entry is None:
            self.sign_up()
            return
        over = sum(match["state"] == "settled" for match in self.board.matches_of(entry["id"]))
        if not self.is_time(LADDER_POLL):
            return
        if entry["state"] == "withdrawn":
            if self.persona is Persona.DECLINES and not self.board.is_closing:
                self.visitor.send(self.page(), self.page("sign-up/"))
        elif self.persona is Persona.RESIGNS and self.current_matches() and self.once("resign"):
            self.resign(self.current_matches()[0][0])
        elif self.has_enough_of_climbing(over) and self.once("leave"):
            self.leave()
        elif entry["state"] == "entered":
            self.challenge_or_answer()

    def has_enough_of_climbing(self, over: int) -> bool:
        """Return whether this persona leaves the ladder after `over` finished matches."""
        if self.persona is Persona.DECLINES:
            return (1, "decline") in self.done
        return self.persona is Persona.LEAVES_LATE and over >= BEFORE_LEAVING

    def challenge_or_answer(self) -> None:
        """Use one of the forms that the ladder shows: for an answer, or else for a challenge."""
        forms = forms_of(self.visitor.open(self.page()).body)
        asked = next((form for form in forms if "/challenges/" in form.action), None)
        if asked is not None:
            if self.persona is not Persona.ABSENT:
                word = "decline" if self.persona is Persona.DECLINES and self.once("decline") else "accept"
                self.visitor.send(self.page(), asked.action, answer=word)
            return
        above = [form.action for form in forms if "/challenge/" in form.action]
        if above and not self.board.is_closing and self.rng.random() < CHALLENGES:
            self.visitor.send(self.page(), self.rng.choice(above))
