"""Benchmarks of matches with long logs: `manage.py bench histories`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Write a match of 700 plies into a database in a temporary folder, and print what its page, its history and its "
    "record cost: statements, CPU time and bytes, plain and compressed. In one process, without a web server. A minute."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--requests", type=int, default=50, help="how often each page is asked for")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the table as Markdown."""
    from bench.apart import measured

    return measured("bench.histories.measure", options["requests"], postgres=options["postgres"])
