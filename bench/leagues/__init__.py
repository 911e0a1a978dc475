"""Benchmarks of leagues that have grown large: `manage.py bench leagues`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Fill a database in a temporary folder with leagues of many finished matches, and print what their pages cost: "
    "statements, CPU time and bytes, for a visitor and for a member; then what a sweep costs that has nothing to do, "
    "and what it costs to draw rounds of hundreds of people. In one process, without a web server. Some minutes."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--requests", type=int, default=50, help="how often each page is asked for")
    parser.add_argument("--drawings", action="store_true", help="draw rounds, and leave out the pages and sweeps")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.apart import measured

    return measured("bench.leagues.measure", [options["requests"], options["drawings"]], postgres=options["postgres"])
