"""The owner of a league: makes it, answers requests, and lets steps happen early when nothing is left to wait for."""

import json
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bench.chaos.client import Browser
from bench.chaos.inside import PASSWORD
from bench.seasons.forms import Visitor, forms_of
from bench.seasons.shows import Show

HOUR = 3600.0
SOON = 2 * HOUR  # from now, of the site's time: the form takes no time that has passed when it arrives
NEXT_STEP = re.compile(r'Next: (.*?), <time datetime="([^"]*)"', re.DOTALL)
ANSWERS = 10.0  # seconds between two looks at what people ask


@dataclass(slots=True)
class SiteClock:
    """The site's accelerated time, as its processes compute it."""

    epoch: float
    speed: float

    def now(self) -> float:
        """The present moment in seconds."""
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
            if form.fields.get("title") == show.title:
                answer = self.visitor.send_form(path, form, without, **terms)
                found = re.fullmatch(r"/leagues/([\w-]+)/", answer.location)
                if found is None:
                    raise RuntimeError(f"no league: {answer.status} {answer.body[:2000]}")
                self.slug = found[1]
                return
        raise RuntimeError("there is no form for a new league")

    def export(self, number: int | None = None) -> dict[str, Any]:
        """A season as it is published, by default the newest."""
        middle = "" if number is None else f"{number}/"
        answer = self.visitor.open(f"/leagues/{self.slug}/{middle}season.json")
        found: dict[str, Any] = json.loads(answer.body)
        return found

    def next_step(self) -> tuple[str, float] | None:
        """The next step of the newest season and its time, as the organisers' page says them; None if all are done."""
        found = NEXT_STEP.search(self.visitor.open(f"/leagues/{self.slug}/organise/").body)
        return None if found is None else (found[1], datetime.fromisoformat(found[2]).timestamp())

    def hasten(self, reason: str) -> str:
        """Move the next step to now, unless it is due soon; what was moved, or nothing."""
        step = self.next_step()
        if step is None or step[1] < self.clock.now() + 2 * SOON:
            return ""
        at = datetime.fromtimestamp(self.clock.now() + SOON, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        path = f"/leagues/{self.slug}/organise/"
        asked = self.visitor.send(path, "/organise/timetable/", reason=reason, at=at, do="move")
        for form in forms_of(asked.body) if asked is not None else []:
            if "sure" in form.fields:
                self.visitor.send_form(path, form)
        return step[0]

    def answer_requests(self) -> None:
        """Grant what people ask."""
        if time.monotonic() < self.answered_at + ANSWERS:
            return
        self.answered_at = time.monotonic()
        path = f"/leagues/{self.slug}/organise/"
        for form in forms_of(self.visitor.open(path).body):
            if "/organise/requests/" in form.action:
                self.visitor.send_form(path, form, reason="Granted.", answer="grant")
