"""Measures the drawing of rounds of a large Swiss season: CPU time without the season's lock, and time with it."""

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from bench.figures import percentile
from bench.leagues import rows
from games import clock
from leagues.core.points import Scale
from leagues.core.rules import Format, default_rules
from leagues.core.timetable import StepKind
from leagues.models import Entry, Fixture, FixtureSeat, FixtureState, Season, SeasonState, Step
from leagues.services.playing import standings
from leagues.services.timetable import steps

ROUNDS = 9
SHOWN = (1, 2, 9)
SEASONS = 3  # of each kind
FIELDS = (
    ("Swiss, 512 people", Format.SWISS, 2, 512),
    ("Swiss, 511 people", Format.SWISS, 2, 511),
    ("pods of four, 512 people", Format.POD_SWISS, 4, 512),
)
TARGET = {"seconds": 3.0, "milliseconds": 50}
HEADER = (
    "season",
    "round",
    "CPU of drawing it (target < 3 s)",
    "lock held before (target < 50 ms)",
    "lock held while it is stored (target < 50 ms)",
    "CPU of storing it",
    "",
)


class Cost(NamedTuple):
    """The cost of one round: the CPU seconds of drawing it; the milliseconds for which the season's lock is held by the
    transaction that finds no draft, and by the longest of those that store; the CPU milliseconds of the latter."""

    drawn: float
    before: float
    stored: float
    storing: float


def drawings() -> list[tuple[str, ...]]:
    """Return the cost of each round in `FIELDS`, as table rows. Each figure is the median of several seasons."""
    found: list[tuple[str, ...]] = [HEADER]
    users = rows.people(512, "drawn")
    for name, format, seats, number in FIELDS:
        costs: dict[int, list[Cost]] = defaultdict(list)
        for index in range(SEASONS):
            season, chance = _season(format, seats, users[:number], index), random.Random(f"{name} {index}")
            for round_number in range(1, ROUNDS + 1):
                costs[round_number].append(_draw(season, round_number))
                _play(season, chance)
        for round_number in SHOWN:
            cost = Cost(*(percentile(values, 50) for values in zip(*costs[round_number], strict=True)))
            missed = cost.drawn >= TARGET["seconds"] or max(cost.before, cost.stored) >= TARGET["milliseconds"]
            locked = (f"{value:.0f} ms" for value in (cost.before, cost.stored, cost.storing))
            found.append((name, str(round_number), f"{cost.drawn:.2f} s", *locked, "MISS" if missed else "pass"))
    return found


def _season(format: Format, seats: int, users: Sequence[Any], index: int) -> Season:
    """Create a season whose next step is the draw."""
    rules = replace(default_rules(format, seats), rounds=ROUNDS)
    league = rows.league(f"{format.value.replace('_', '-')}-{len(users)}-{index}", format, rules)
    season = rows.season(league, 1, SeasonState.CLOSED)
    season.started_at = None
    season.save()
    Entry.objects.bulk_create(Entry(season=season, user=user) for user in users)
    later = clock.now() + timedelta(days=99)
    Step.objects.create(season=season, kind=StepKind.DRAW, at=clock.now(), position=0)
    for number in range(2, ROUNDS + 1):
        Step.objects.create(season=season, kind=StepKind.ROUND, number=number, at=later, position=number)
    return season


def _draw(season: Season, number: int) -> Cost:
    """Draw a round as a sweep does; return the cost."""
    step = season.steps.get(kind=StepKind.DRAW if number == 1 else StepKind.ROUND, number=0 if number == 1 else number)
    Step.objects.filter(season=season).update(look_at=None)
    Step.objects.filter(pk=step.pk).update(at=clock.now(), look_at=clock.now())
    began = time.perf_counter()
    found = steps.attempt(step.pk, None)
    before = time.perf_counter() - began
    if isinstance(found, bool):
        raise RuntimeError(f"{season}: round {number} was not to be drawn")
    drawn, held = 0.0, []
    while not isinstance(found, bool):
        began = time.process_time()
        draft = steps.DRAWINGS[StepKind(step.kind)].prepare(found.season, found)
        drawn += time.process_time() - began
        began, began_cpu = time.perf_counter(), time.process_time()
        found = steps.attempt(step.pk, draft)
        held.append((time.perf_counter() - began, time.process_time() - began_cpu))
    if not found:
        raise RuntimeError(f"{season}: round {number} was not stored")
    stored, storing = max(held)
    return Cost(drawn, before * 1000, stored * 1000, storing * 1000)


def _play(season: Season, chance: random.Random) -> None:
    """Store random results for all matches and the standings that follow."""
    Season.objects.filter(pk=season.pk).update(state=SeasonState.RUNNING, started_at=clock.now())
    scale = Scale.of_seats(season.seats)
    seats = []
    for fixture in season.fixtures.exclude(state=FixtureState.SETTLED).prefetch_related("seats"):
        group = list(fixture.seats.all())
        places = chance.sample(range(1, len(group) + 1), len(group))
        for seat, place in zip(group, places, strict=True):
            seat.kind, seat.place, seat.points = "played", place, scale.places(len(group))[place - 1]
            seats.append(seat)
    FixtureSeat.objects.bulk_update(seats, ["kind", "place", "points"], batch_size=200)
    Fixture.objects.filter(season=season).update(state=FixtureState.SETTLED, settled_at=clock.now())
    standings.recompute_season(season)
