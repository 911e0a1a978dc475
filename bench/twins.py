"""Twins in numbers: batches of the comparison in `tests/twins`, each in its own process, and what they found.

A batch is one title, one number of seats, one seed and a fixed number of pairs. It writes a line for each pair into its
own file, so a run that was cut off continues with the batches that are missing.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bench.chaos.stack import BASE
from games.core.kit.samples import sample_seats
from games.core.title.game import Game

BATCH = 20  # pairs: a minute or less
SEEDS = 1000  # between the seeds of two batches; a batch uses fewer matches than that
TEST = "tests/twins/test_twins.py::test_facts_hidden_from_a_seat_change_no_byte_for_it"
HEADER = ("title", "seats", "pairs", "told apart")
TICK = 10.0  # seconds between two lines of progress


@dataclass(frozen=True)
class Batch:
    """Some pairs of matches of one title."""

    title: str
    seats: int
    seed: int
    pairs: int

    def report(self, folder: Path) -> Path:
        """Return the file with a line for each pair."""
        return folder / f"{self.title}-{self.seats}-{self.seed}.jsonl"

    def pairs_in(self, folder: Path) -> list[list[str]]:
        """Return the leaks of every pair that has been compared so far."""
        path = self.report(folder)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line)["leaks"] for line in lines]

    def run(self, folder: Path) -> str:
        """Compare the pairs, unless that is done; return the output of the tests if they failed, else an empty text."""
        compared = self.pairs_in(folder)
        if len(compared) >= self.pairs or any(compared):
            return ""
        self.report(folder).unlink(missing_ok=True)
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        environment |= {"TWIN_PAIRS": str(self.pairs), "TWIN_SEED": str(self.seed)}
        environment["TWIN_REPORT"] = str(self.report(folder).resolve())
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-n",
                "0",
                "-q",
                "--show-capture=no",
                f"{TEST}[{self.title}-{self.seats}]",
            ],
            cwd=BASE,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout if done.returncode and not any(self.pairs_in(folder)) else ""


def batches_of(games: Iterable[Game], seats: int | None, pairs: int, seed: int) -> list[Batch]:
    """Return `pairs` pairs of each title and number of seats (`seats`: only that one; of many, a sample), the first
    batches of all first."""
    starts = range(0, pairs, BATCH)
    tables = [(game.slug, number) for game in games for number in sample_seats(game) if seats in (None, number)]
    return [
        Batch(title, number, (seed * pairs + start) * SEEDS, min(BATCH, pairs - start))
        for start in starts
        for title, number in tables
    ]


def run(batches: list[Batch], folder: Path, processes: int, tell: Callable[[str], None]) -> list[str]:
    """Run all batches, `processes` at a time, and `tell` the progress; return what went wrong besides leaks."""
    began, wanted = monotonic(), sum(batch.pairs for batch in batches)
    before = compared_in(batches, folder)
    with ThreadPoolExecutor(processes) as pool:
        waiting: set[Future[str]] = {pool.submit(batch.run, folder) for batch in batches}
        futures = set(waiting)
        try:
            while waiting:
                waiting = wait(waiting, timeout=TICK).not_done
                compared = compared_in(batches, folder)
                rate = (compared - before) / (monotonic() - began)
                tell(f"{compared} of {wanted} pairs, {rate:.2f} a second")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return [words for future in futures if (words := future.result())]


def compared_in(batches: Iterable[Batch], folder: Path) -> int:
    """Return how many pairs have been compared so far."""
    return sum(len(batch.pairs_in(folder)) for batch in batches)


def rows(batches: Iterable[Batch], folder: Path) -> list[tuple[str, ...]]:
    """Return, for each title and number of seats, how many pairs were compared and how many could be told apart."""
    pairs: Counter[tuple[str, int]] = Counter()
    apart: Counter[tuple[str, int]] = Counter()
    for batch in batches:
        compared = batch.pairs_in(folder)
        pairs[batch.title, batch.seats] += len(compared)
        apart[batch.title, batch.seats] += sum(map(bool, compared))
    return [(title, str(seats), str(pairs[title, seats]), str(apart[title, seats])) for title, seats in sorted(pairs)]


def leaks(batches: Iterable[Batch], folder: Path) -> list[str]:
    """Return the differences between twins, each with how to reproduce it."""
    return [
        f"{batch.title} {batch.seats}, TWIN_SEED={batch.seed} TWIN_PAIRS={batch.pairs}: {leak}"
        for batch in batches
        for pair in batch.pairs_in(folder)
        for leak in pair
    ]
