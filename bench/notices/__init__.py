"""Benchmarks of notices, and their simulation: `manage.py bench notices`, `manage.py simulate_notices`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Let thousands of messages to browsers be due at once, on the real processes, and print how soon they have left "
    "and whether the sweeps were on time; then print what a move between people costs the workers that tell of it. "
    "Two minutes."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--messages", type=int, default=10_000, help="how many are due at once")
    parser.add_argument("--moves", type=int, default=120, help="how many moves are measured")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.apart import measured
    from bench.notices.measure import at_once

    tables = [at_once(options["messages"], postgres=options["postgres"])] if options["messages"] else []
    if options["moves"]:
        tables.append(measured("bench.notices.cost", options["moves"], postgres=options["postgres"]))
    return "\n\n".join(tables)
