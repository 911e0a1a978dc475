"""The owner of a league at a browser: makes it, reads its pages, decides by its forms, answers requests."""

import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from typing import Any

from bench.chaos.browser import Browser, NoResponse
from bench.chaos.inside import PASSWORD
from bench.seasons.facts import seconds
from bench.seasons.forms import TRIES, Visitor, forms_of, notices_of
from bench.seasons.shows import Show

NEXT_STEP = re.compile(r'Next: (.*?), <time datetime="([^"]*)"', re.DOTALL)
NAME_ON_LADDER = re.compile(r'<span class="row-name">(?:<a [^>]*>)?([^<]*)')
LIVE_CHALLENGE = ("challenged", "playing a challenge")
ANSWERS = 10.0  # seconds between two looks at what people ask


@dataclass(slots=True)
class SiteClock:
    """The site's accelerated time, as its processes compute it."""

    epoch: float
    speed: float

    def now(self) -> float:
        """Return the present moment in seconds."""
        return self.epoch + (time.time() - self.epoch) * self.speed


@dataclass
class Organiser:
    """The owner, who does not play."""

    name: str
    browser: Browser
    clock: SiteClock
    slug: str = ""
    answered_at: float = 0.0

    def __post_init__(self) -> None:
        self.visitor = Visitor(self.browser)

    def make_league(self, show: Show) -> None:
        """Make the league by the form for a new one. Raises RuntimeError if the form comes back."""
        if not self.browser.log_in(self.name, PASSWORD):
            raise RuntimeError("the organiser cannot log in")
        path = f"/leagues/new/?title={show.title}&seats={show.seats}&format={show.format}"
        without = () if show.repeats else ("repeats",)
        terms = {"name": f"Simulated {show.name}", **show.terms}
        for form in forms_of(self.visitor.open(path).body):
            if form.value("title") == show.title:
                answer = self.browser.request("POST", form.action or path, form.filled(without, **terms))
                found = re.fullmatch(r"/leagues/([\w-]+)/", answer.location)
                if found is None:
                    raise RuntimeError(f"no league: {answer.status} {answer.body[:2000]}")
                self.slug = found[1]
                return
        raise RuntimeError("there is no form for a new league")

    # Reading.

    def page(self, part: str = "") -> str:
        """Return the address of a page of the league."""
        return f"/leagues/{self.slug}/{part}"

    def export(self, number: int | None = None) -> dict[str, Any]:
        """Return a season as it is published, by default the newest."""
        middle = "" if number is None else f"{number}/"
        found: dict[str, Any] = json.loads(self.visitor.open(self.page(f"{middle}season.json")).body)
        return found

    def next_step(self) -> tuple[str, float] | None:
        """Return the next step of the newest season and its time, as the organisers' page says them; None if all are
        done."""
        found = NEXT_STEP.search(self.visitor.open(self.page("organise/")).body)
        return None if found is None else (found[1], seconds(found[2]))

    def ladder(self) -> tuple[str, ...]:
        """Return the names on the page of a ladder, from the top."""
        page = self.visitor.open(self.page()).body
        rows = re.search(r'<ol class="rows ladder">(.*?)</ol>', page, re.DOTALL)
        return () if rows is None else tuple(unescape(name) for name in NAME_ON_LADDER.findall(rows[1]))

    def is_quiet(self) -> bool:
        """Return whether no player on a ladder is challenged or plays a challenge."""
        page = self.visitor.open(self.page()).body
        return not any(f'<span class="row-names">{words}</span>' in page for words in LIVE_CHALLENGE)

    # Deciding.

    def decide(self, path: str, action: str, *, reason: str, **given: str | Sequence[str]) -> str:
        """Send the form of the page at `path` that goes to `action`, and say yes where the site asks. Returns "" when
        the log has the `reason`, which is that of nothing else; or why it was refused.

        A form without an answer is sent again only if the log does not have the reason. Raises `NoResponse` if the site
        fails repeatedly.
        """
        for _try in range(TRIES):
            forms = forms_of(self.visitor.open(path).body)
            form = next((form for form in forms if form.action == action), None)
            if form is None:
                return "the page has no such form"
            answer = self.visitor.send_form(path, form, reason=reason, **given)
            asked = next((form for form in forms_of(answer.body) if form.value("sure")), None) if answer else None
            if asked is not None:
                answer = self.visitor.send_form(path, asked)
            if answer is not None and answer.status not in (302, 303):
                return notices_of(answer.body) or f"the answer was {answer.status}"
            if self.line_of(reason) is not None:
                return ""
        raise NoResponse(f"POST {action}")

    def line_of(self, reason: str) -> str | None:
        """Return the key of the line of the log that has this reason; None if there is none."""
        lines = self.visitor.open(self.page("log/")).body.split('<li class="row log-line" id="line-')[1:]
        return next((line[: line.index('"')] for line in lines if f">{reason}</q>" in line), None)

    def take_back(self, number: int, line: str, reason: str) -> str:
        """Take back the act in a line of a season's log; return "" when it is done, or why it was refused."""
        return self.decide(self.page("organise/"), self.page(f"{number}/organise/undo/{line}/"), reason=reason)

    def move(self, number: int, at: float, reason: str) -> str:
        """Move the next step of a season; return "" when it is done, or why it was refused."""
        action = self.page(f"{number}/organise/timetable/")
        written = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        return self.decide(self.page("organise/"), action, reason=reason, at=written, do="move")

    def answer_requests(self) -> None:
        """Grant what people ask."""
        if time.monotonic() < self.answered_at + ANSWERS:
            return
        self.answered_at = time.monotonic()
        path = self.page("organise/")
        for form in forms_of(self.visitor.open(path).body):
            if "/organise/requests/" in form.action:
                self.visitor.send(path, form.action, reason="Granted.", answer="grant")
