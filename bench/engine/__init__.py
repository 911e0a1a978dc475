"""Benchmarks of rules and search, interpreted and compiled, compared with other engines: `manage.py bench engine`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HELP = (
    "Measure rules and search by themselves, in one process without the site: random matches and decisions, copies, "
    "re-dealt worlds, replays, search; interpreted and compiled, compared with OpenSpiel and rlcard where they are "
    "installed. CPU time, best of several rounds. About three minutes."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--rounds", type=int, default=3, help="each measures everything once, in turn")
    parser.add_argument("--seconds", type=float, default=0.6, help="of CPU time for each figure of a round")
    parser.add_argument(
        "--peers", type=Path, metavar="PYTHON", help="the Python that has open-spiel and rlcard; else this one"
    )


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.engine import report, rounds

    figures = rounds.measure(options["rounds"], options["seconds"], options["peers"])
    return report.tables(figures)
