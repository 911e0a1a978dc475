"""Benchmarks of a site that has grown old: `manage.py bench growth`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Let a database in a temporary folder grow as `manage.py fill` does, and print at each size what pages and the "
    "ticks of the workers take: the fastest quarter of calls, by the clock. In one process, without a web server. Half "
    "an hour."
)
SIZES = ((100, 50), (10_000, 2_000), (100_000, 20_000))
"""Finished and running matches. Fifty run at the smallest size, so that it shows what the largest shows: a full page of
them, and 25 of one member."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--requests", type=int, default=40, help="how often each page is asked for")
    parser.add_argument("--most", type=int, default=100_000, help="sizes with more finished matches are left out")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the table as Markdown."""
    from bench.apart import measured

    given = {"requests": options["requests"], "sizes": [size for size in SIZES if size[0] <= options["most"]]}
    return measured("bench.growth.measure", given, postgres=options["postgres"])
