"""One run of chaos, from an empty folder to the verdict."""

import random
import threading
import time
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from bench.chaos.checker import Violation, check
from bench.chaos.client import Browser, Player
from bench.chaos.history import History, Result, sent_moves
from bench.chaos.inside import PASSWORD
from bench.chaos.nemesis import Nemesis
from bench.chaos.pages import HEARTBEAT, Readers
from bench.chaos.stack import Stack
from bench.chaos.stored import Stored
from bench.figures import percentile

REST = 60.0  # seconds that bots, sweeps and notices may take once nobody plays
PAGES = 6  # that are open all the while


@dataclass
class Crowd:
    """People who play a set of matches from outside, each in a thread of their own."""

    stack: Stack
    history: History
    matches: list[dict[str, Any]]
    names: dict[int, str]
    seed: int = 0
    stop: threading.Event = field(default_factory=threading.Event)
    players: list[Player] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)

    @classmethod
    def gather(cls, stack: Stack, *, people: int, matches: int, seed: int) -> "Crowd":
        """Make the people and their running matches."""
        names = [f"chaos{number}" for number in range(people)]
        users = dict(zip(stack.ask("people", names=names), names, strict=True))
        return cls.among(stack, users, matches=matches, seed=seed)

    @classmethod
    def among(cls, stack: Stack, users: dict[int, str], *, matches: int, seed: int) -> "Crowd":
        """Running matches for people who are there already. Somebody's seat is their place in `users` of a match."""
        made = stack.ask("matches", users=list(users), count=matches, seed=seed)
        return cls(stack, History(), made, users, seed)

    @property
    def match_ids(self) -> list[str]:
        """All the matches."""
        return [match["match"] for match in self.matches]

    def start(self) -> None:
        """Let everybody log in and play."""
        for number, (user, name) in enumerate(self.names.items()):
            seats = {m["match"]: m["users"].index(user) for m in self.matches if user in m["users"]}
            if not seats:
                continue
            browser = Browser(self.stack.ports, number)
            chance = random.Random(f"{self.seed} {number}")
            player = Player(name, PASSWORD, seats, self.history, browser, chance, self.stop, threading.Event())
            self.players.append(player)
            thread = threading.Thread(target=self._let_live, args=(player,))
            thread.start()
            self.threads.append(thread)

    def _let_live(self, player: Player) -> None:
        try:
            player.live()
        except Exception as error:  # noqa: BLE001 - `end` raises it
            self.failures.append(error)
            self.stop.set()

    def is_playing(self) -> bool:
        """Whether somebody still has a match that is not over."""
        return not self.stop.is_set() and not all(player.enough.is_set() for player in self.players)

    def end(self) -> None:
        """Send everybody home; raises what went wrong in a client, for that is a fault of the run itself."""
        self.stop.set()
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise self.failures[0]


@dataclass
class Report:
    """What a run found and measured."""

    violations: list[Violation]
    history: History
    stored: Stored
    delays: list[float]  # until open pages showed a move
    rest: float
    seconds: float

    def rows(self) -> list[tuple[str, str]]:
        """The figures, as a table of two columns."""
        moves = sent_moves(self.history.attempts)
        results = Counter(move.result for move in moves)
        retried = sum(len(move.attempts) > 1 for move in moves)
        took = sorted(a.returned - a.invoked for a in self.history.accepted())
        committed = [fault.what for fault in self.history.faults if not fault.by_itself]
        deaths = [fault.what for fault in self.history.faults if fault.by_itself]
        finished = sum(match.status == "finished" for match in self.stored.matches.values())
        wrong = Counter(violation.wrong.name for violation in self.violations)
        return [
            ("matches, of which finished", f"{len(self.stored.matches)}, {finished}"),
            ("moves acknowledged", str(results[Result.OK])),
            ("refused (nonsense, second tabs)", str(results[Result.REFUSED])),
            ("without an answer to the end", str(results[Result.UNKNOWN])),
            ("sent twice or more under one id", str(retried)),
            ("events in the logs", str(sum(len(match.events) for match in self.stored.matches.values()))),
            ("faults", f"{len(committed)}: {counted(committed)}"),
            ("deaths by themselves", f"{len(deaths)}: {counted(deaths)}" if deaths else "0"),
            ("violations", ", ".join(f"{n} {what}" for what, n in wrong.items()) or "0"),
            ("first move after a fault was healed: median, worst", self._pair(self.resumed())),
            ("the same in each match between people", self._pair(self.resumed_between_people())),
            ("longest time without any acknowledged move", f"{max(self.silences(), default=0):.1f} s"),
            ("a bot's turn: median, worst", self._pair(self.bot_turns())),
            ("an open page shows a move: median, worst", self._pair(self.delays)),
            ("later than 20 s, of so many", f"{sum(delay > 20 for delay in self.delays)}, {len(self.delays)}"),
            ("everything caught up after the last move", f"{self.rest:.1f} s"),
            ("a move: median, 99 of 100", f"{percentile(took, 50):.3f} s, {percentile(took, 99):.3f} s"),
            ("the whole run", f"{self.seconds:.0f} s"),
        ]

    def _pair(self, values: list[float]) -> str:
        return f"{percentile(values, 50):.1f} s, {max(values):.1f} s" if values else "none"

    def resumed(self) -> list[float]:
        """After each fault: how long it took from the healing to the next acknowledged move, anywhere."""
        times = [attempt.returned for attempt in self.history.accepted()]
        waits = []
        for fault in self.history.faults:
            later = [moment for moment in times if moment >= fault.healed]
            if later:
                waits.append(later[0] - fault.healed)
        return waits

    def resumed_between_people(self) -> list[float]:
        """After each fault, in each match without bots: how long the next move had to be sent until it was taken,
        counted from the healing or, if it was sent later, from then."""
        people = {key for key, match in self.stored.matches.items() if not any(seat.bot for seat in match.seats)}
        waits = []
        for _match, moves in groupby(sorted(self._taken(people)), key=itemgetter(0)):
            taken = [(returned, invoked) for _, returned, invoked in moves]
            for fault in self.history.faults:
                place = bisect_left(taken, (fault.healed, 0.0))
                if place < len(taken):
                    returned, invoked = taken[place]
                    waits.append(returned - max(fault.healed, invoked))
        return waits

    def _taken(self, matches: set[str]) -> list[tuple[str, float, float]]:
        """Match, answer, and first sending of every move that was acknowledged in `matches`."""
        moves = [move for move in sent_moves(self.history.attempts) if move.result == Result.OK]
        return [(m.match, m.acknowledged.returned, m.invoked) for m in moves if m.match in matches]

    def silences(self) -> list[float]:
        """The times between one acknowledged move and the next."""
        times = [attempt.returned for attempt in self.history.accepted()]
        return [later - earlier for earlier, later in pairwise(times)]

    def bot_turns(self) -> list[float]:
        """How long each bot's move came after the event before it, which made it due."""
        waits = []
        for match in self.stored.matches.values():
            bots = {seat.index for seat in match.seats if seat.bot and seat.user is None}
            for before, event in pairwise(match.events):
                if event.kind == "move" and event.seat in bots and event.actor is None:
                    waits.append(event.at - before.at)
        return waits


def counted(words: list[str]) -> str:
    """How often each of them occurs."""
    return ", ".join(f"{number} {word}" for word, number in sorted(Counter(words).items()))


def run(folder: Path, *, matches: int, kills: int, seed: int, gap: float, people: int, most_seconds: float) -> Report:
    """Play `matches` matches under `kills` faults; the site then has `REST` seconds to come to rest.

    Play ends when all matches are over or, the faults done, `most_seconds` after the beginning.
    """
    began = time.monotonic()
    stack = Stack(folder)
    try:
        stack.start()
        crowd = Crowd.gather(stack, people=people, matches=matches, seed=seed)
        readers = Readers.of(crowd.match_ids[:PAGES], stack.ports, seed)
        try:
            play(crowd, Nemesis(stack, crowd.history, seed, kills, gap, crowd.stop), began + most_seconds)
            rest, _left = settled(stack, crowd.match_ids, time.time())
            readers.catch_up(crowd.history, 2 * HEARTBEAT)
        finally:
            readers.close()
        stored = Stored.from_json(stack.ask("snapshot", match_ids=crowd.match_ids))
    finally:
        stack.stop()
    return Report(
        check(crowd.history, stored),
        crowd.history,
        stored,
        readers.delays(crowd.history),
        rest,
        time.monotonic() - began,
    )


def play(crowd: Crowd, nemesis: Nemesis, until: float) -> None:
    """Let the crowd play under faults, and on until all is over or it is `until` (monotonic clock)."""
    crowd.start()
    try:
        nemesis.run()
        while crowd.is_playing() and time.monotonic() < until:
            nemesis.rest(1.0)
    finally:
        crowd.end()


def settled(stack: Stack, match_ids: list[str], since: float) -> tuple[float, dict[str, int]]:
    """Wait until nothing is left to do without people, or until `REST` is over: how many seconds after `since` (Unix
    time) that was, and what is left."""
    answer = stack.ask("settled", match_ids=match_ids, seconds=REST)
    return max(0.0, answer["at"] - since), answer["left"]
