"""Benchmarks that compare each fast path with the plain way: `manage.py bench shortcuts`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Measure each fast path, and each cache between pages, compared with the same work without it: moves and "
    "fragments of matches that go on, in pairs of moves of which one takes the plain way, on a database in a temporary "
    "folder. Prints the process's CPU time (the time by the clock, where waiting is spared) and the ratio with its "
    "95 %% interval. In one process. Five minutes."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--pairs", type=int, default=25, help="of moves of each title, for each fast path")
    parser.add_argument("--only", default="", help="names of fast paths, separated by commas; all by default")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the table as Markdown."""
    from bench.apart import measured

    only = [name for name in options["only"].split(",") if name]
    return measured("bench.shortcuts.measure", [options["pairs"], only], postgres=options["postgres"])
