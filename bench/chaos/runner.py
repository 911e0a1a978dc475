"""One chaos run, from an empty folder to the report."""

import random
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from bench.chaos.browser import Browser
from bench.chaos.checker import Violation, check
from bench.chaos.client import Player, visit
from bench.chaos.history import History, Result, Visit, sent_moves
from bench.chaos.inside import PASSWORD
from bench.chaos.nemesis import Nemesis
from bench.chaos.pages import HEARTBEAT, OpenPages
from bench.chaos.stack import Stack
from bench.chaos.stored import Stored
from bench.figures import percentile

SETTLE_TIMEOUT = 300.0  # seconds that bots, sweeps and notices may take after the last move
PAGES = 6  # pages that are open during the run
# Users who log in while the broker is away. They play nowhere, so that none of their log-ins was cut off by another
# fault. There are several because log-ins are limited per account.
VISITORS = [f"visitor{number}" for number in range(6)]
MOVE_TIMEOUT = 60.0  # seconds without a broker in which a move is waited for; perhaps only bots are due


@dataclass
class PlayerPool:
    """Simulated users who play a set of matches, each in its own thread."""

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
    def create(cls, stack: Stack, *, people: int, matches: int, seed: int) -> "PlayerPool":
        """Create users and start their matches."""
        names = [f"chaos{number}" for number in range(people)]
        users = dict(zip(stack.ask("people", names=names), names, strict=True))
        return cls.for_users(stack, users, matches=matches, seed=seed)

    @classmethod
    def for_users(cls, stack: Stack, users: dict[int, str], *, matches: int, seed: int) -> "PlayerPool":
        """Start matches for existing users. The index of a user in `users` of a match is their seat."""
        made = stack.ask("matches", users=list(users), count=matches, seed=seed)
        return cls(stack, History(), made, users, seed)

    @property
    def match_ids(self) -> list[str]:
        """The ids of all matches."""
        return [match["match"] for match in self.matches]

    def start(self) -> None:
        """Start the threads, in which the users log in and play."""
        for number, (user, name) in enumerate(self.names.items()):
            seats = {m["match"]: m["users"].index(user) for m in self.matches if user in m["users"]}
            if not seats:
                continue
            browser = Browser(self.stack.ports, number)
            rng = random.Random(f"{self.seed} {number}")
            player = Player(name, PASSWORD, seats, self.history, browser, rng, self.stop, threading.Event())
            self.players.append(player)
            thread = threading.Thread(target=self._run_player, args=(player,))
            thread.start()
            self.threads.append(thread)

    def _run_player(self, player: Player) -> None:
        try:
            player.run()
        except Exception as error:  # noqa: BLE001 - `finish` raises it
            self.failures.append(error)
            self.stop.set()

    def is_playing(self) -> bool:
        """Return whether any user still has a match that is not over."""
        return not self.stop.is_set() and not all(player.done.is_set() for player in self.players)

    def finish(self) -> None:
        """Stop all threads; raises the first exception of a client, which is an error of the run itself."""
        self.stop.set()
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise self.failures[0]


@dataclass
class Report:
    """The violations and figures of a run."""

    violations: list[Violation]
    history: History
    stored: Stored
    delays: list[float]  # until open pages showed a move
    settle_seconds: float
    seconds: float

    def rows(self) -> list[tuple[str, str]]:
        """Return the figures as rows of a table with two columns."""
        moves = sent_moves(self.history.attempts)
        results = Counter(move.result for move in moves)
        retried = sum(len(move.attempts) > 1 for move in moves)
        took = sorted(a.returned - a.invoked for a in self.history.accepted())
        committed = [fault.what for fault in self.history.faults if not fault.spontaneous]
        deaths = [fault.what for fault in self.history.faults if fault.spontaneous]
        finished = sum(match.status == "finished" for match in self.stored.matches.values())
        kinds = Counter(violation.kind.name for violation in self.violations)
        visits = self.history.visits
        return [
            ("matches, of which finished", f"{len(self.stored.matches)}, {finished}"),
            ("moves acknowledged", str(results[Result.OK])),
            ("refused (nonsense, second tabs)", str(results[Result.REFUSED])),
            ("without an answer to the end", str(results[Result.UNKNOWN])),
            ("sent twice or more under one id", str(retried)),
            ("events in the logs", str(sum(len(match.events) for match in self.stored.matches.values()))),
            ("faults", f"{len(committed)}: {counted(committed)}"),
            ("deaths by themselves", f"{len(deaths)}: {counted(deaths)}" if deaths else "0"),
            ("violations", ", ".join(f"{n} {what}" for what, n in kinds.items()) or "0"),
            ("moves each time the broker was away", ", ".join(map(str, self.moves_without_broker())) or "none"),
            ("log-ins and pages meanwhile", f"{len(visits)}, {sum(visit.pages for visit in visits)}"),
            ("first move after a fault was healed: median, worst", self._pair(self.resumed())),
            ("the same in each match between people", self._pair(self.resumed_between_people())),
            ("longest time without any acknowledged move", f"{max(self.gaps(), default=0):.1f} s"),
            ("a bot's turn: median, worst", self._pair(self.bot_turns())),
            ("an open page shows a move: median, worst", self._pair(self.delays)),
            ("later than 20 s, of so many", f"{sum(delay > 20 for delay in self.delays)}, {len(self.delays)}"),
            ("everything caught up after the last move", f"{self.settle_seconds:.1f} s"),
            ("a move: median, 99 of 100", f"{percentile(took, 50):.3f} s, {percentile(took, 99):.3f} s"),
            ("the whole run", f"{self.seconds:.0f} s"),
        ]

    def _pair(self, values: list[float]) -> str:
        return f"{percentile(values, 50):.1f} s, {max(values):.1f} s" if values else "none"

    def moves_without_broker(self) -> list[int]:
        """Return, for each injected broker fault, how many moves were sent and acknowledged before it was healed."""
        accepted = self.history.accepted()
        return [
            sum(fault.began <= attempt.invoked and attempt.returned <= fault.healed for attempt in accepted)
            for fault in self.history.faults
            if fault.of_the_broker
        ]

    def resumed(self) -> list[float]:
        """Return, for each fault, the time from its healing to the next acknowledged move in any match."""
        times = [attempt.returned for attempt in self.history.accepted()]
        waits = []
        for fault in self.history.faults:
            later = [moment for moment in times if moment >= fault.healed]
            if later:
                waits.append(later[0] - fault.healed)
        return waits

    def resumed_between_people(self) -> list[float]:
        """Return, for each fault and each match without bots, the time until the next acknowledged move, counted from
        the healing or, if the move was first sent later, from then."""
        people = {key for key, match in self.stored.matches.items() if not any(seat.bot for seat in match.seats)}
        waits = []
        for _match, moves in groupby(sorted(self._acknowledged(people)), key=itemgetter(0)):
            taken = [(returned, invoked) for _, returned, invoked in moves]
            for fault in self.history.faults:
                place = bisect_left(taken, (fault.healed, 0.0))
                if place < len(taken):
                    returned, invoked = taken[place]
                    waits.append(returned - max(fault.healed, invoked))
        return waits

    def _acknowledged(self, matches: set[str]) -> list[tuple[str, float, float]]:
        """Return match, time of the response and time of the first attempt of every acknowledged move in `matches`."""
        moves = [move for move in sent_moves(self.history.attempts) if move.result == Result.OK]
        return [(m.match, m.acknowledged.returned, m.invoked) for m in moves if m.match in matches]

    def gaps(self) -> list[float]:
        """Return the times between consecutive acknowledged moves."""
        times = [attempt.returned for attempt in self.history.accepted()]
        return [later - earlier for earlier, later in pairwise(times)]

    def bot_turns(self) -> list[float]:
        """Return the time from the event that made a bot due to its move, for each move of a bot."""
        waits = []
        for match in self.stored.matches.values():
            bots = {seat.index for seat in match.seats if seat.bot and seat.user is None}
            for before, event in pairwise(match.events):
                if event.kind == "move" and event.seat in bots and event.actor is None:
                    waits.append(event.at - before.at)
        return waits


def counted(words: list[str]) -> str:
    """Return the distinct words with their counts."""
    return ", ".join(f"{number} {word}" for word, number in sorted(Counter(words).items()))


def run(
    folder: Path,
    *,
    matches: int,
    faults: Sequence[str],
    seed: int,
    gap: float,
    people: int,
    most_seconds: float,
    nodes: int,
    database: Path | None,
) -> Report:
    """Play `matches` matches under `faults`, then wait at most `SETTLE_TIMEOUT` seconds for pending work.

    Play ends when all matches are over, or after `most_seconds` if all faults are injected by then. The site has
    `nodes` nodes (see `Stack`), and starts with a copy of `database` (see `Postgres`), or with none.
    """
    began = time.monotonic()
    stack = Stack(folder, nodes=nodes, kept=database)
    try:
        stack.start()
        pool = PlayerPool.create(stack, people=people, matches=matches, seed=seed)
        open_pages = OpenPages.of(pool.match_ids[:PAGES], stack.ports, seed)
        try:
            stack.ask("people", names=VISITORS)
            without_broker = partial(use_without_broker, pool, cycle(VISITORS))
            nemesis = Nemesis(stack, pool.history, seed, faults, gap, pool.stop, without_broker)
            play(pool, nemesis, began + most_seconds)
            settle_seconds, _left = wait_until_settled(stack, pool.match_ids, time.time())
            open_pages.catch_up(pool.history, 2 * HEARTBEAT)
        finally:
            open_pages.close()
        stored = Stored.from_json(stack.ask("snapshot", match_ids=pool.match_ids))
    finally:
        stack.stop()
    return Report(
        check(pool.history, stored),
        pool.history,
        stored,
        open_pages.delays(pool.history),
        settle_seconds,
        time.monotonic() - began,
    )


def play(pool: PlayerPool, nemesis: Nemesis, until: float) -> None:
    """Play while the nemesis injects faults, and then until all matches are over or until `until` (monotonic clock)."""
    pool.start()
    try:
        nemesis.run()
        while pool.is_playing() and time.monotonic() < until:
            nemesis.wait(1.0)
    finally:
        pool.finish()


def use_without_broker(pool: PlayerPool, visitors: Iterator[str]) -> None:
    """Log the next of `visitors` in, request pages, and wait at most `MOVE_TIMEOUT` seconds until a player has sent a
    move meanwhile and it is acknowledged. The history gets the visit."""
    began = time.monotonic()
    name = next(visitors)
    visited = visit(pool.stack.ports, name, PASSWORD)
    pool.history.add(Visit(name, len(visited.pages), tuple(visited.failed)))
    while pool.is_playing() and time.monotonic() < began + MOVE_TIMEOUT:
        if any(attempt.invoked > began for attempt in pool.history.accepted()):
            return
        time.sleep(0.1)


def wait_until_settled(stack: Stack, match_ids: list[str], since: float) -> tuple[float, dict[str, int]]:
    """Wait at most `SETTLE_TIMEOUT` seconds until no work is pending. Returns the seconds since `since` (Unix time),
    and what is still pending."""
    answer = stack.ask("settled", match_ids=match_ids, seconds=SETTLE_TIMEOUT)
    return max(0.0, answer["at"] - since), answer["left"]
