"""Measures rating very many results, in a process with a database of its own: `python -m bench.ratings.measure`."""

import json
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import django

from bench.figures import markdown_table
from bench.machine import here

if TYPE_CHECKING:
    from leagues.core.rating import RatedMatch

STORED_AT_ONCE = 1000
TARGET = 120.0  # seconds of CPU
LONGEST = 0.3  # seconds that one transaction may hold SQLite's only write lock
HEADER = ("what", "CPU (target < 120 s)", "wall clock", "peak memory until then", "")


def store(found: Iterable["RatedMatch"]) -> int:
    """Store these results as they are recorded when matches end, to be rated; how many they were."""
    from leagues.models import RatedResult
    from leagues.services.rated_results import row_of

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


def batches() -> Iterator[tuple[int, float]]:
    """Rate all that is due as the worker does: of each batch the number of results, and the seconds that it took."""
    from leagues.services.ratings import Memory, rate_due

    memory = Memory()
    while True:
        began = time.perf_counter()
        rated = rate_due(memory)
        if not rated:
            return
        yield rated, time.perf_counter() - began


def figures(number: int) -> tuple[list[tuple[str, ...]], list[float]]:
    """The rows of the table, and the seconds that each batch took."""
    from bench.ratings.results import results
    from leagues.core.rating_fold import Fold
    from leagues.services.recompute import compare

    store(results(number))
    took: list[float] = []

    def rate_all() -> None:
        done = 0
        for rated, seconds in batches():
            took.append(seconds)
            done += rated
            told("rated", done)

    def check() -> None:
        found = compare(lambda done, total: told("compared", done))
        if found.differing or found.results != number:
            raise RuntimeError("; ".join(found.faults) or f"only {found.results} results were compared")

    rows = [
        HEADER,
        measured("rating all from nothing: the whole ledger and all ratings are written", rate_all),
        measured("computing all anew and comparing (`recompute_ratings --check`)", check),
    ]
    matches = list(results(number))
    rows.append(measured("the fold alone, with all results in memory", lambda: Fold().apply_all(matches)))
    return rows, took


def report(number: int) -> str:
    """The table and what stands around it, as Markdown."""
    from django.db import connection

    from leagues.models import PlayerRating, RatingChange

    rows, took = figures(number)
    took.sort()
    at99, longest = took[min(len(took) - 1, len(took) * 99 // 100)], took[-1]
    verdict = "pass" if at99 < LONGEST else "MISS"
    counted = (
        f"Measured on {here()}; {connection.vendor}, one process. {number:,} results, "
        f"{RatingChange.objects.count():,} lines of the ledger, {PlayerRating.objects.count():,} ratings."
    )
    batch = (
        f"A batch is one transaction: in the median {took[len(took) // 2] * 1000:.0f} ms, 99 of 100 within "
        f"{at99 * 1000:.0f} ms (target < {LONGEST * 1000:.0f} ms: {verdict}), the longest {longest * 1000:.0f} ms."
    )
    return "\n\n".join([counted, markdown_table(rows), batch])


def told(verb: str, done: int) -> None:
    """A line of progress; standard output is for the table."""
    if done % 10_000 < 100:
        sys.stderr.write(f"{done:,} {verb}\n")


def main() -> None:
    """Read the number of results from standard input, and write the tables to standard output."""
    number = json.load(sys.stdin)
    django.setup()
    sys.stdout.write(report(number))


if __name__ == "__main__":
    main()
