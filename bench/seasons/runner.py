"""Holds a season: its own site, its people and its organiser in threads, and kills of every process and of the database
from a seed."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.chaos.browser import Browser
from bench.chaos.history import Fault, History
from bench.chaos.nemesis import Nemesis
from bench.chaos.stack import Stack, wait_for
from bench.seasons.desk import Desk
from bench.seasons.facts import Act, Attendance, Data, seconds
from bench.seasons.organiser import Organiser, SiteClock
from bench.seasons.people import DAY, Board, Member
from bench.seasons.shows import Persona, Show, settings_with

FAULTS = {
    "kill web": 2,
    "kill worker": 3,
    "kill beat": 2,
    "kill a bot process": 1,
    "kill ratings": 1,
    "kill broker": 1,
    "crash database": 2,
}
TICK = 0.2  # seconds between two looks whether a process is to be killed
LOOK = 1.5  # seconds between two looks at the season
SECOND_SIGN_UP = 12.0  # seconds that people have to enter the second season
SETTLE = 180.0
QUIET = 30.0  # seconds after which a line is printed although nothing has changed


@dataclass
class Outcome:
    """The data a season left behind: the exports of its seasons by number, what is stored with them, who should have
    got in, what the organiser did and what was refused, the names on a ladder, and figures."""

    show: Show
    exports: dict[int, Data]
    inside: dict[str, Any]
    attendance: Attendance
    acts: tuple[Act, ...]
    refused: tuple[str, ...]
    undone: tuple[str, ...]
    ladder: tuple[str, ...]
    history: History
    seconds: float
    days: float

    @property
    def kills(self) -> int:
        """How many processes were killed."""
        return sum(not fault.spontaneous for fault in self.history.faults)


@dataclass
class SeasonRun:
    """One show while it runs. `say` prints a line of progress."""

    show: Show
    stack: Stack
    clock: SiteClock
    seed: int
    kills: int
    gap: float
    say: Callable[[str], None]
    history: History = field(default_factory=History)
    stop: threading.Event = field(default_factory=threading.Event)
    board: Board = field(default_factory=Board)
    failures: list[Exception] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.seed} {self.show.name}")
        self.nemesis = Nemesis(self.stack, self.history, self.seed, (), self.gap, self.stop)
        self.began = time.monotonic()
        self.kill_at = self.began + self.rng.uniform(0.5, 1.5) * self.gap
        self.to_kill = self.rng.sample(list(FAULTS), len(FAULTS))  # each once, before any is drawn again
        self.is_done = threading.Event()
        self.said: tuple[object, ...] = ()
        self.said_at = 0.0
        self.state_since: tuple[tuple[int, str], float] = ((0, ""), 0.0)

    # People.

    def gather(self) -> Desk:
        """Make the accounts and the league, and let everybody sign in; return the organiser's desk."""
        show = self.show
        names = [f"{show.name}{number}" for number in range(show.people + show.substitutes)]
        host = f"{show.name}host"
        self.stack.ask("people", names=[host, *names])
        organiser = Organiser(host, Browser(self.stack.ports), self.clock)
        organiser.make_league(show)
        self.board.slug, self.board.fast = organiser.slug, show.terms["pace"] == "fast"
        for number, name in enumerate(names):
            persona = show.personas[number] if number < len(show.personas) else Persona.PROMPT
            rng, browser = random.Random(f"{self.seed} {number}"), Browser(self.stack.ports, number)
            plays = number < show.people
            self.members.append(Member(name, persona, self.board, browser, self.history, rng, self.stop, plays))
        for member in self.members:
            self._start(member.run)
        steady = frozenset(names[: len(show.personas)])
        return Desk(organiser, show.duties, steady, random.Random(f"{self.seed} {show.name} duties"))

    def _start(self, run: Callable[[], None]) -> None:
        """Run a person in a thread; `hold` raises what it raises."""

        def guarded() -> None:
            try:
                run()
            except Exception as error:  # noqa: BLE001
                self.failures.append(error)
                self.stop.set()

        self.threads.append(threading.Thread(target=guarded))
        self.threads[-1].start()

    # The season.

    def hold(self, until: float) -> Outcome:
        """Hold the season to its end. Raises TimeoutError after `until` (monotonic clock), and any error of a person.

        Processes are killed and started here: started in another thread, they would end with it.
        """
        desk = self.gather()
        self._start(lambda: self.organise(desk))
        try:
            while not self.is_done.is_set() and not self.failures:
                if time.monotonic() > until:
                    raise TimeoutError(f"the season is not over: {self.said}")
                self.maybe_kill()
                self.is_done.wait(TICK)
            if self.failures:
                raise self.failures[0]
            self.wait_for_rest(desk.organiser)
        finally:
            self.stop.set()
            for thread in self.threads:
                thread.join()
        return self.outcome(desk)

    def organise(self, desk: Desk) -> None:
        """Run the season as its organiser, until it is over."""
        while not self.stop.is_set() and not self.is_over(desk.organiser):
            self.look(desk)
            self.stop.wait(LOOK)
        self.is_done.set()

    def is_over(self, organiser: Organiser) -> bool:
        """Return whether the show is over: the season is finished and its timetable done, or the next one drawn, or the
        ladder has no players left."""
        if self.board.is_ladder:
            settled = all(match["state"] == "settled" for match in self.board.matches())
            return self.board.is_closing and settled and organiser.is_quiet()
        if self.show.repeats:
            return self.board.number > 1 and self.board.state in ("drawn", "running")
        return self.board.state == "finished" and organiser.next_step() is None

    def look(self, desk: Desk) -> None:
        """Read the season, print what is new, decide what is due, and let the next step happen if nothing is left to
        wait for."""
        season = desk.organiser.export()
        started = season["started_at"]
        self.board.day = (self.clock.now() - seconds(started)) / DAY if started else 0.0
        self.board.season = season
        now = (self.board.number, self.board.state)
        if now != self.state_since[0]:
            self.state_since = (now, time.monotonic())
        self.report()
        desk.organiser.answer_requests()
        if now == (1, "running"):
            part = self.part_over()
            self.board.is_closing = self.board.is_ladder and part >= 1
            if act := desk.work(season, part):
                self.aim()
                self.say(f"{self.stamp()} the organiser decides: {act.reason}" + (", and not" if act.undone else ""))
                return
        reason = self.nothing_to_wait_for()
        moved = desk.hasten(season, reason) if reason else ""
        if moved:
            self.aim()
            self.say(f"{self.stamp()} the organiser lets happen early: {moved} ({reason})")

    def aim(self) -> None:
        """Schedule a kill at random times: during a step, or while another decision is on its way."""
        if self.rng.random() < 0.5:
            self.kill_at = min(self.kill_at, time.monotonic() + self.rng.uniform(0.0, 6.0))

    def part_over(self) -> float:
        """Return the share of the season's expected matches that is over."""
        matches = [match for match in self.board.matches() if len(match["seats"]) > 1]
        over = len([match for match in matches if match["state"] == "settled"])
        if self.board.is_ladder:
            return 2 * over / (self.show.challenges * self.show.people)
        return over / max(1, len(matches), self.planned_matches())

    def planned_matches(self) -> int:
        """Return how many matches a season by rounds will have if nobody leaves; 0 in other formats."""
        people, seats, rules = self.show.people, self.show.seats, self.board.season["rules"]
        if self.show.format in ("swiss", "pod_swiss"):
            return int(rules["rounds"]) * people // seats
        return 1 + (people - seats) // (seats - int(rules["advancing"])) if self.show.format == "cup" else 0

    def nothing_to_wait_for(self) -> str:
        """Return why the next step may happen early; nothing if it may not."""
        matches = list(self.board.matches())
        if self.board.state == "sign_up":
            entered = sum(entry["state"] == "entered" for entry in self.board.season["entries"])
            if self.board.number == 1:
                return "everybody has signed up" if entered == self.show.people else ""
            return "everybody has answered" if time.monotonic() - self.state_since[1] > SECOND_SIGN_UP else ""
        if self.board.state == "drawn":
            return "everybody has seen the schedule"
        if self.board.state == "running" and matches and all(match["state"] == "settled" for match in matches):
            return "everything is played"
        return ""

    def stamp(self) -> str:
        """Return the time of a line of progress."""
        return f"{time.monotonic() - self.began:5.0f} s  day {self.board.day:5.1f} "

    def report(self) -> None:
        """Print how far the season is, if that has changed, and now and then."""
        matches = list(self.board.matches())
        over = sum(match["state"] == "settled" for match in matches)
        started = sum(match["state"] != "planned" for match in matches)
        said = (self.board.number, self.board.state, over, len(matches))
        if said != self.said or time.monotonic() > self.said_at + QUIET:
            self.said, self.said_at = said, time.monotonic()
            moves = len(self.history.accepted())
            self.say(
                f"{self.stamp()} season {self.board.number} {self.board.state}: {over} of {len(matches)} matches over, "
                f"{started - over} running; {moves} moves, {len(self.history.faults)} kills"
            )

    def maybe_kill(self) -> None:
        """Kill a process if its moment has come, and start it again. In the main thread, like all starts."""
        if time.monotonic() < self.kill_at or len(self.history.faults) >= self.kills:
            return
        what = self.to_kill.pop() if self.to_kill else self.rng.choices(list(FAULTS), list(FAULTS.values()))[0]
        began = time.monotonic()
        self.nemesis.inject(what)
        self.history.add(Fault(what, began, time.monotonic()))
        self.say(f"{self.stamp()} {what}; it answers again after {time.monotonic() - began:.1f} s")
        self.kill_at = time.monotonic() + self.rng.uniform(0.5, 1.5) * self.gap

    def wait_for_rest(self, organiser: Organiser) -> None:
        """Wait until the sweeps have done what is left: matches that no longer count are annulled."""

        def is_quiet() -> bool:
            inside = self.stack.ask("snapshot", module="bench.seasons.inside", slug=organiser.slug)["seasons"][0]
            return not inside["unrated"] and not any(fixture["needs_upkeep"] for fixture in inside["fixtures"])

        wait_for(is_quiet, "the sweeps look after all matches and rate them", SETTLE)

    def outcome(self, desk: Desk) -> Outcome:
        """Return everything that the checks need."""
        organiser = desk.organiser
        inside = self.stack.ask("snapshot", module="bench.seasons.inside", slug=organiser.slug)
        took = time.monotonic() - self.began
        return Outcome(
            show=self.show,
            exports={season["number"]: organiser.export(season["number"]) for season in inside["seasons"]},
            inside=inside,
            attendance=Attendance(
                people=tuple(member.name for member in self.members if member.plays),
                substitutes=tuple(member.name for member in self.members if not member.plays),
                answers={member.name: member.answer for member in self.members},
            ),
            acts=tuple(act for act in desk.acts if act.season == 1),
            refused=tuple(desk.refused),
            undone=tuple(str(duty) for _moment, duty in desk.waiting),
            ladder=organiser.ladder() if self.board.is_ladder else (),
            history=self.history,
            seconds=took,
            days=took * self.clock.speed / DAY,
        )


def run(
    show: Show,
    folder: Path,
    *,
    seed: int,
    kills: int,
    gap: float,
    most_seconds: float,
    say: Callable[[str], None],
    people: int | None = None,
    speed: float | None = None,
    title: str | None = None,
    nodes: int = 1,
) -> Outcome:
    """Hold `show` on its own site in the empty `folder`. `people`, `speed` and `title` replace the show's."""
    show = replace(show, people=people or show.people, speed=speed or show.speed, title=title or show.title)
    clock = SiteClock(epoch=float(int(time.time())), speed=show.speed)
    stack = Stack(
        folder,
        nodes=nodes,
        DJANGO_SETTINGS_MODULE=settings_with(show.title),
        MASQUES_CLOCK_SPEED=str(clock.speed),
        MASQUES_CLOCK_EPOCH=str(clock.epoch),
    )
    try:
        stack.start()
        season = SeasonRun(show, stack, clock, seed, kills, gap, say)
        return season.hold(time.monotonic() + most_seconds)
    finally:
        stack.stop()
