"""Benchmark of what a move writes: `manage.py bench writes`."""

from argparse import ArgumentParser
from typing import Any

HELP = (
    "Play matches of two on PostgreSQL, let both pages look after each move, and print how much of the write-ahead log "
    "a move takes, by table and by kind of record, without images of whole pages. In one process, without a web "
    "server. Half a minute."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--moves", type=int, default=200, help="how many moves are measured")
    parser.add_argument("--title", default="masques", help="what is played")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.apart import measured

    return measured("bench.writes.measure", {name: options[name] for name in ("moves", "title")}, postgres=True)
