"""Provokes races of many callers for one decision, one deadline, one window, one seat, and counts their outcomes.

Runs as a process with the database of the race: `python -m bench.races`.
"""

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

import django

CLIENTS = 16


@dataclass
class Race:
    """One kind of race: the expected outcome, the counts of the outcomes, and the total time."""

    what: str
    wanted: str
    endings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def runs(self) -> int:
        return sum(self.endings.values())

    @property
    def wrong(self) -> int:
        """The number of runs with another outcome than the expected one."""
        return self.runs - self.endings[self.wanted]

    def row(self, database: str) -> tuple[str, ...]:
        """Return a row of the table with the header `HEADER`."""
        each = self.seconds / max(1, self.runs) * 1000
        others = "; ".join(f"{n} x {ending}" for ending, n in self.endings.items() if ending != self.wanted)
        return (self.what, database, str(self.runs), self.wanted, others or "none", f"{each:.0f} ms")


HEADER = ("race", "database", "runs", "wanted each time", "otherwise", "one run")


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run `calls` concurrently in threads. Returns what each returned or raised, in order."""
    from django.db import connection

    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            results[place] = call()
        except Exception as error:  # noqa: BLE001 - the caller judges
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def outcomes(results: Sequence[Any]) -> list[str]:
    """Return the results of `at_once` as text: the code of a refusal, the class name of another exception."""
    return [getattr(r, "code", type(r).__name__) if isinstance(r, Exception) else str(r) for r in results]


class RaceFixture:
    """Users and matches for the races."""

    def __init__(self, seed: int) -> None:
        from django.contrib.auth import get_user_model

        from games.registry import TITLES

        self.rng = random.Random(seed)
        users = get_user_model().objects
        self.people = [users.create_user(username=f"racer{n}", email=f"racer{n}@example.org") for n in range(51)]
        self.titles = list(TITLES.values())

    def table(self, *, seats: int = 2, **more: Any) -> Any:
        """Open a table of the first title that allows this number of seats."""
        from games.services.waiting import tables

        game = next(game for game in self.titles if seats in game.seats)
        options = {"settings": {}, "pace": "standard", "access": "open", **more}
        return tables.open_table(host=self.people[0], title=game.slug, seats=seats, **options)

    def match(self, seats: int = 2) -> str:
        """Start a match of the first users; return its id."""
        from games.services.waiting import tables

        table = self.table(seats=seats)
        for user in self.people[1:seats]:
            tables.join_table(user=user, match_id=table.pk)
        return str(table.pk)

    def open_decision(self, match_id: str) -> tuple[Any, list[Any], list[str]]:
        """Return the match, the seats that are due, and a legal move of each; no seats if it is over."""
        from games.models import Match
        from games.selectors.matches import position

        match = Match.objects.get(pk=match_id)
        due = list(match.seats.filter(due_decision__isnull=False).select_related("user"))
        state = position(match).state
        return match, due, [self.random_move(match.game, state, seat.index) for seat in due]

    def random_move(self, game: Any, state: Any, seat: int) -> str:
        trial = state.copy()
        parts: list[int] = []
        while not parts or trial.composing(seat):
            parts.append(self.rng.choice(trial.options(seat)))
            trial.choose(seat, parts[-1])
        return str(game.format_move(state, seat, parts))

    def call(self, match: Any, seat: Any, text: str, name: str) -> Callable[[], str]:
        """Return a call that sends a move and returns "taken"."""
        from games.services.match import play

        def send() -> str:
            play.play(
                actor=seat.user,
                match_id=match.pk,
                seat=seat.index,
                text=text,
                seen=match.decision,
                client_move_id=f"{name}-{match.decision}",
            )
            return "taken"

        return send


def moves_at(match: Any) -> int:
    """Return the number of moves in the log since the decision that was open in `match`."""
    from games.models import Event

    return Event.objects.filter(match=match, ply__gte=match.decision, kind="move").count()


def one_turn(fixture: RaceFixture, runs: int) -> Race:
    """Race sixteen clients that send a move for the same turn, each with its own client_move_id."""
    race = Race(f"{CLIENTS} clients on one turn", f"1 taken, {CLIENTS - 1} told why, 1 in the log")
    match_id = fixture.match()
    while race.runs < runs:
        match, due, texts = fixture.open_decision(match_id)
        if not due:
            match_id = fixture.match()
            continue
        began = time.monotonic()
        results = at_once(*[fixture.call(match, due[0], texts[0], f"c{n}") for n in range(CLIENTS)])
        race.seconds += time.monotonic() - began
        match.refresh_from_db(fields=["status"])
        closed = "conflict" if match.status == "finished" else "stale"  # the last move of a match closes more
        words = Counter("told why" if word == closed else word for word in outcomes(results))
        ending = ", ".join(f"{words[word]} {word}" for word in sorted(words))
        race.endings[f"{ending}, {moves_at(match)} in the log"] += 1
    return race


def one_deadline(fixture: RaceFixture, runs: int) -> Race:
    """Race a move and two sweeps at the time of a deadline."""
    from games import clock
    from games.models import Event, Match, Seat
    from games.services.clocks import deadlines

    race = Race("a move and its deadline", "exactly one of them")
    while race.runs < runs:
        match, due, texts = fixture.open_decision(fixture.match())
        at = clock.now() + timedelta(milliseconds=fixture.rng.uniform(-5, 30))
        Seat.objects.filter(pk=due[0].pk).update(deadline=at)
        Match.objects.filter(pk=match.pk).update(deadline=at, alarm=at)
        began = time.monotonic()

        def sweep(match_id: str = match.pk) -> str:
            time.sleep(fixture.rng.uniform(0, 0.03))
            return "settled" if deadlines.expire(match_id) else "nothing"

        results = outcomes(at_once(fixture.call(match, due[0], texts[0], "late"), sweep, sweep))
        race.seconds += time.monotonic() - began
        late = Event.objects.filter(match=match, kind="site", text="bot_decided").count()
        taken = results[0] == "taken"
        sound = taken + late == 1 and moves_at(match) == taken
        race.endings[race.wanted if sound else f"{results}, {late} times late"] += 1
    return race


def last_answers(fixture: RaceFixture, runs: int) -> Race:
    """Race all answers of a window."""
    race = Race("the answers of a window at once", "all taken, all in the log")
    seats = max(max(game.seats) for game in fixture.titles)
    match_id = fixture.match(seats)
    while race.runs < runs:
        match, due, texts = fixture.open_decision(match_id)
        if not due:
            match_id = fixture.match(seats)
            continue
        calls = [fixture.call(match, seat, text, "w") for seat, text in zip(due, texts, strict=True)]
        if len(due) == 1:
            calls[0]()
            continue
        began = time.monotonic()
        results = outcomes(at_once(*calls))
        race.seconds += time.monotonic() - began
        sound = set(results) == {"taken"} and moves_at(match) == len(due)
        race.endings[race.wanted if sound else f"{results}, {moves_at(match)} in the log"] += 1
    return race


def last_seat(fixture: RaceFixture, runs: int) -> Race:
    """Race fifty users who join a table with one free seat."""
    from games.services.waiting import tables

    race = Race("50 people for the last seat", "1 sits, 49 are refused, it runs")
    while race.runs < runs:
        table = fixture.table()
        began = time.monotonic()

        def join(user: Any, match_id: str = table.pk) -> str:
            tables.join_table(user=user, match_id=match_id)
            return "sits"

        results = Counter(outcomes(at_once(*[partial(join, user) for user in fixture.people[1:]])))
        race.seconds += time.monotonic() - began
        table.refresh_from_db()
        sound = results == {"sits": 1, "conflict": 49} and table.status == "running" and table.seats.count() == 2
        race.endings[race.wanted if sound else str(dict(results))] += 1
    return race


def start_by_two(fixture: RaceFixture, runs: int) -> Race:
    """Race two requests that start the same table."""
    from games.services.waiting import tables

    race = Race("a table started by two", "1 starts, 1 is refused")
    while race.runs < runs:
        table = fixture.table(auto_start=False, bots=["random"])
        began = time.monotonic()

        def start(match_id: str = table.pk, rev: int = table.rev) -> str:
            tables.start_table(host=fixture.people[0], match_id=match_id, rev=rev)
            return "started"

        results = Counter(outcomes(at_once(start, start)))
        race.seconds += time.monotonic() - began
        race.endings[race.wanted if results == {"started": 1, "conflict": 1} else str(dict(results))] += 1
    return race


def matches_with_faults(match_limit: int) -> int:
    """Return the number of matches in which the audit finds faults."""
    from games.audit import faults_of
    from games.models import Match

    return sum(bool(faults_of(match)) for match in Match.objects.exclude(started_at=None)[:match_limit])


def run_races(turns: int, deadlines: int, windows: int, starts: int, joins: int) -> dict[str, Any]:
    """Run all races. Returns their counts as JSON types."""
    fixture = RaceFixture(1)
    races = [
        one_turn(fixture, turns),
        one_deadline(fixture, deadlines),
        last_answers(fixture, windows),
        start_by_two(fixture, starts),
        last_seat(fixture, joins),
    ]
    rows = [[race.what, race.wanted, dict(race.endings), race.seconds] for race in races]
    return {"races": rows, "faults": matches_with_faults(turns + deadlines)}


def races_from(answer: dict[str, Any]) -> list[Race]:
    """Return the races in the result of `run_races`."""
    return [Race(what, wanted, Counter(endings), seconds) for what, wanted, endings, seconds in answer["races"]]


if __name__ == "__main__":
    django.setup()
    json.dump(run_races(**json.load(sys.stdin)), sys.stdout)
