"""Benchmark of the detection of cheats: `manage.py bench integrity`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Simulate the rated matches of 180 days of 300 honest people and ten cheats, with many seeds, and print how many "
    "cheats are flagged, and how many honest accounts. In this process, without a database. Some seconds a seed."
)
FIRST_SEED = 300  # those before it have served to choose the thresholds


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--seeds", type=int, default=20, help="how many histories")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.integrity.report import measure, table

    seeds = range(options["first"], options["first"] + options["seeds"])
    return table(measure(seeds))
