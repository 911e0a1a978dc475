"""Measures rating very many results, in a process with its own database: `python -m bench.ratings.measure`."""

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import django

from bench.figures import markdown_table, percentile
from bench.machine import here

if TYPE_CHECKING:
    from leagues.core.rating import RatedMatch

STORED_AT_ONCE = 1000
TARGET = 120.0  # seconds of CPU
LONGEST = 0.3  # seconds that one transaction may hold SQLite's only write lock
HEADER = ("what", "CPU (target < 120 s)", "wall clock", "peak memory until then", "")


def store(found: Iterable["RatedMatch"]) -> int:
    """Store these results as they are recorded when matches end, to be rated; return how many there were."""
    from leagues.models import RatedResult
    from leagues.services.ratings.rated_results import row_of

    rows, stored = iter(row_of(result) for result in found), 0
    while chunk := list(islice(rows, STORED_AT_ONCE)):
        RatedResult.objects.bulk_create(chunk)
        stored += len(chunk)
        told("stored", stored)
    return stored


def measured(name: str, work: Callable[[], Any]) -> tuple[str, ...]:
    """Do the work, and return a row of the table."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    verdict = "pass" if cpu < TARGET else "MISS"
    return name, f"{cpu:.1f} s", f"{wall:.1f} s", f"{memory:.0f} MiB", verdict


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch: the number of results that it rated, and the seconds that it took: of CPU, and by the clock."""

    rated: int
    cpu: float
    wall: float


def batches() -> Iterator[Batch]:
    """Rate all that is due, as the worker does; yield each batch."""
    from leagues.services.ratings.ledger import Memory, rate_due

    memory = Memory()
    while True:
        cpu, wall = time.process_time(), time.perf_counter()
        rated = rate_due(memory)
        if not rated:
            return
        yield Batch(rated, time.process_time() - cpu, time.perf_counter() - wall)


def figures(number: int) -> tuple[list[tuple[str, ...]], list[Batch]]:
    """Store and rate `number` results; return the rows of the table, and the batches."""
    from bench.ratings.results import results
    from leagues.core.rating_fold import Fold
    from leagues.services.ratings.recompute import compare

    store(results(number))
    took: list[Batch] = []

    def rate_all() -> None:
        for batch in batches():
            took.append(batch)
            told("rated", sum(each.rated for each in took))

    def check() -> None:
        found = compare(lambda done, total: told("compared", done))
        if found.differing or found.results != number:
            raise RuntimeError("; ".join(found.faults) or f"only {found.results} results were compared")

    rows = [
        HEADER,
        measured("rating all from nothing: the whole ledger and all ratings are written", rate_all),
        measured("computing all ratings again and comparing them (`recompute_ratings --check`)", check),
    ]
    matches = list(results(number))
    rows.append(measured("the fold alone, with all results in memory", lambda: Fold().apply_all(matches)))
    return rows, took


def report(number: int) -> str:
    """Return the table and the text around it, as Markdown."""
    from django.db import connection

    from leagues.models import PlayerRating, RatingChange

    rows, took = figures(number)
    mean = sum(each.cpu for each in took) / len(took)
    clock = [each.wall for each in took]
    at99 = percentile(clock, 99)
    verdict = "pass" if at99 < LONGEST else "MISS"
    counted = (
        f"Measured on {here()}; {connection.vendor}, one process. {number:,} results, "
        f"{RatingChange.objects.count():,} lines of the ledger, {PlayerRating.objects.count():,} ratings."
    )
    batch = (
        f"A batch is one transaction: {mean * 1000:.0f} ms of CPU in the mean; by the clock, as busy as the machine "
        f"was, {percentile(clock, 50) * 1000:.0f} ms in the median, 99 of 100 within {at99 * 1000:.0f} ms "
        f"(target < {LONGEST * 1000:.0f} ms: {verdict})."
    )
    return "\n\n".join([counted, markdown_table(rows), batch])


def told(verb: str, done: int) -> None:
    """Print a line of progress; standard output is for the table."""
    if done % 10_000 < 100:
        sys.stderr.write(f"{done:,} {verb}\n")


def main() -> None:
    """Read the number of results from standard input, and write the tables to standard output."""
    number = json.load(sys.stdin)
    django.setup()
    sys.stdout.write(report(number))


if __name__ == "__main__":
    main()
