"""Measure the effect of a dead broker on users."""

import shutil
import signal
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import broker_dead
from bench.figures import markdown_table
from masques_site.bootstrap import folders


class Command(BaseCommand):
    help = (
        "Start a site in a temporary folder, play by HTTP with the broker running, absent and frozen, and print the "
        "times of moves and pages, and the time until pending work was done. Needs the packages of "
        "requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=120.0, help="how long each state lasts")
        parser.add_argument(
            "--people", type=int, default=4, help="number of users who play; at least 4, for the largest matches"
        )
        parser.add_argument("--sqlite", action="store_true", help="on SQLite instead of PostgreSQL")
        parser.add_argument("--database", type=Path, help="a migrated SQLite database, of which a copy is used")

    def handle(
        self, *args: Any, seconds: float, people: int, sqlite: bool, database: Path | None, **options: Any
    ) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all child processes are stopped
        with tempfile.TemporaryDirectory(prefix="masques-broker-") as folder:
            if database is not None:
                shutil.copyfile(database, folders.make_private(Path(folder) / "data") / "db.sqlite3")
            postgres = not (sqlite or database)
            phases = broker_dead.measure(Path(folder), seconds=seconds, people=people, postgres=postgres)
        self.stdout.write(markdown_table([broker_dead.HEADER, *(phase.row() for phase in phases)]))
        failed = [f"{phase.broker}: {what}" for phase in phases for what in phase.failed]
        if failed:
            raise CommandError("\n".join(failed))
