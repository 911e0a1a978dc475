"""How good the forecasts of ratings are, and what computing them costs: `manage.py bench ratings`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

HELP = (
    "Let a population of bots play, rate them as if they were people, and print how good the ratings' forecasts of the "
    "last third of the matches were. With --recompute, measure what rating very many results costs instead; with "
    "--usual-moves, how long matches between medium bots are."
)
MATCHES, EXTRA = 3000, 3000
QUICK_MATCHES, QUICK_EXTRA = 90, 60


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
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
    what.add_argument("--recompute", type=int, metavar="RESULTS", help="measure rating so many results")
    what.add_argument("--usual-moves", type=int, metavar="MATCHES", help="measure the lengths of so many matches")


def run(options: dict[str, Any]) -> str:
    """The tables, as Markdown. Raises CommandError."""
    from bench.ratings.documents import SECTIONS, write

    what = next((name for name in ("recompute", "usual_moves") if options[name] is not None), "forecasts")
    if min(options["matches"], options["jobs"], options["extra"] + 1, options.get(what) or 1) < 1:
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
