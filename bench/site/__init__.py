"""Benchmarks of pages, moves and spectators on a running site: `manage.py bench site`."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HELP = (
    "Start the whole site in a temporary folder, as `manage.py up` does, play and watch by HTTP and by sockets, and "
    "print the costs: CPU time of the web server, response times, statements, bytes, memory. Needs Linux and the "
    "packages of requirements-dev.txt."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Define the options of the command."""
    parser.add_argument("--quick", action="store_true", help="a tenth of the requests: for a first impression")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    parser.add_argument("--spectators", type=int, default=200, help="how many sockets are open on one match")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="without Chromium")


def run(options: dict[str, Any]) -> str:
    """Measure, and return the tables as Markdown."""
    from bench.chaos.stack import Postgres
    from bench.site.run import measure

    database = Postgres() if options["postgres"] else None
    try:
        with tempfile.TemporaryDirectory(prefix="masques-bench-") as folder:
            return measure(
                Path(folder),
                database=database.address if database else "",
                share=10 if options["quick"] else 1,
                spectators=options["spectators"],
                browser=options["browser"],
            )
    finally:
        if database is not None:
            database.stop()
