"""Benchmarks of the ratings: the quality of their forecasts, and the cost of computing them (`manage.py bench
ratings`)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

HELP = (
    "Let a population of bots play, rate them as if they were people, and print how good the ratings' forecasts of the "
    "last third of the matches were. With --recompute, measure what rating very many results costs instead; with "
    "--usual-moves, how long matches between medium bots are."
)
MATCHES, EXTRA = 3000, 500
QUICK_MATCHES, QUICK_EXTRA = 90, 60


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--titles", metavar="SLUG,...", help="which titles (all)")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each title (%(default)s)")
    parser.add_argument(
        "--extra", type=int, default=EXTRA, help="matches more, only for the true strengths (%(default)s)"
    )
    parser.add_argument("--quick", action="store_true", help=f"no more than {QUICK_MATCHES}, to see that it works")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, default=2026, help="the same seed gives the same matches (%(default)s)")
    parser.add_argument("--store", metavar="FILE", help="keep the matches in this file, and resume after those in it")
    parser.add_argument("--write", metavar="FILE", help="write the tables into a document")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--recompute", type=int, metavar="RESULTS", help="measure rating this many results")
    what.add_argument("--usual-moves", type=int, metavar="MATCHES", help="measure the lengths of this many matches")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown; with `--write`, also write them into a document. Raises
    CommandError."""
    from bench.ratings.documents import SECTIONS, write

    what = next((name for name in ("recompute", "usual_moves") if options[name] is not None), "forecasts")
    numbers = [options["matches"], options["jobs"], options["extra"] + 1, options["recompute"], options["usual_moves"]]
    if any(number is not None and number < 1 for number in numbers):
        raise CommandError("Numbers of matches, results and processes must be at least 1.")
    tables = {"recompute": _recompute, "usual_moves": _usual_moves, "forecasts": _forecasts}[what](options)
    if options["write"]:
        write(Path(options["write"]), SECTIONS[what], tables)
    return tables


def _recompute(options: dict[str, Any]) -> str:
    from bench.apart import measured

    return measured("bench.ratings.measure", options["recompute"])


def _usual_moves(options: dict[str, Any]) -> str:
    from bench.ratings.lengths import table

    return table(_games(options), options["usual_moves"], options["seed"], options["jobs"], _store(options))


def _forecasts(options: dict[str, Any]) -> str:
    from bench.machine import here
    from bench.ratings import report
    from bench.ratings.experiment import examine
    from bench.ratings.matches import Source, personas, play_all
    from games.fast import loader

    counts = [options["matches"], options["extra"]]
    if options["quick"]:
        counts = [min(counts[0], QUICK_MATCHES), min(counts[1], QUICK_EXTRA)]
    matches, extra = counts
    build = "compiled" if loader.installed_finder() else "interpreted"
    population = (
        f"{len(personas())} personas, {matches:,} matches of each title, {extra:,} more for the true strengths, seed "
        f"{options['seed']}, {build} rules; reported on {here()}."
    )
    parts = [population]
    for game in _games(options):
        played = []
        for match in play_all(Source(game, options["seed"]), matches + extra, options["jobs"], _store(options)):
            played.append(match)
            _told(game.name, len(played), matches + extra)
        parts.append(report.tables(game, examine(played[:matches], played[matches:], len(personas())), personas()))
    return "\n\n".join(parts)


def _games(options: dict[str, Any]) -> list[Any]:
    from games.management.titles import title_named
    from games.registry import TITLES

    return [title_named(slug) for slug in options["titles"].split(",")] if options["titles"] else [*TITLES.values()]


def _store(options: dict[str, Any]) -> Any:
    from bench.ratings.matches import MatchStore

    return MatchStore(Path(options["store"])) if options["store"] else None


def _told(title: str, done: int, total: int) -> None:
    """Print a line of progress now and then; standard output is for the tables."""
    if done % 100 == 0 or done == total:
        sys.stderr.write(f"{title}: {done:,} of {total:,} matches\n")
