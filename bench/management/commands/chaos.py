"""Run a whole site under load and faults, and check its database."""

import signal
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench.chaos import nemesis, runner
from bench.figures import markdown_table


class Command(BaseCommand):
    help = (
        "Start PostgreSQL, Valkey, and one or more nodes of the site in a temporary folder, play matches by "
        "HTTP while faults from the seed are injected (processes are killed, frozen, flushed and restarted), and "
        "compare the database with the responses. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=int, default=24, help="matches to play; about 45 moves each")
        parser.add_argument("--kills", type=int, default=20, help="number of faults to draw from the seed")
        parser.add_argument("--faults", nargs="+", choices=nemesis.WEIGHTS, help="inject these instead, in this order")
        parser.add_argument("--seed", type=int, default=1, help="seed of the faults, the matches and the moves")
        parser.add_argument("--gap", type=float, default=3.0, help="seconds between two faults, on average")
        parser.add_argument(
            "--people", type=int, default=8, help="number of users who play; at least 4, for the largest matches"
        )
        parser.add_argument("--seconds", type=float, default=3600.0, help="the maximal time of play")
        parser.add_argument("--nodes", type=int, default=2, help="number of nodes: web server, workers and beat each")
        parser.add_argument(
            "--database",
            type=Path,
            help="a tar of the folder `data` of a stopped PostgreSQL server with a migrated database `test_postgres`, "
            "of which a copy is used",
        )
        parser.add_argument("--keep", type=Path, help="an empty folder for all files, which are not deleted")

    def handle(self, *args: Any, keep: Path | None, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all child processes are stopped
        names = {"matches", "seed", "gap", "people", "nodes", "database"}
        run_options = {name: options[name] for name in names}
        run_options["faults"] = options["faults"] or nemesis.drawn(options["seed"], options["kills"])
        with tempfile.TemporaryDirectory(prefix="masques-chaos-") as temporary:
            report = runner.run(keep or Path(temporary), most_seconds=options["seconds"], **run_options)
        self.stdout.write(markdown_table([("measured", f"seed {options['seed']}"), *report.rows()]))
        for violation in report.violations:
            self.stdout.write(str(violation))
        if report.violations:
            raise CommandError(f"{len(report.violations)} violations")
