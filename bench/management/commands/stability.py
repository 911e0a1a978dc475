"""Run the whole test command several times in a row: a test that fails once in a while is a fault."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import machine, stability
from bench.figures import markdown_table


class Command(BaseCommand):
    help = (
        "Run every check and test several times in a row in a clean clone of what is committed, the last runs beside "
        "busy processes, and print a table. What follows -- goes on to pytest. Needs the packages of "
        "requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=5, help="runs in a row")
        parser.add_argument("--loaded", type=int, default=2, help="how many of them, the last ones, run beside others")
        parser.add_argument("--load", type=int, default=8, help="busy processes beside a loaded run")
        parser.add_argument("--logs", type=Path, help="keep what the runs printed in this folder")
        parser.add_argument("arguments", nargs="*", help="for pytest")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="masques-stability-") as temporary:
            folder = Path(temporary)
            logs = options["logs"] or folder
            logs.mkdir(parents=True, exist_ok=True)
            self.stdout.write(machine.here())
            runs = self.runs(stability.clone(folder), logs.resolve(), options)
        self.stdout.write(markdown_table([stability.HEADER, *(run.row() for run in runs)]))
        if failed := [run.number for run in runs if not run.is_sound]:
            raise CommandError(f"runs that failed: {failed}")

    def runs(self, place: Path, logs: Path, options: dict[str, Any]) -> list[stability.Run]:
        """All runs, each told of when it has ended."""
        found = []
        for number in range(1, options["runs"] + 1):
            busy = options["load"] if number > options["runs"] - options["loaded"] else 0
            run = stability.run(place, logs, number, busy, options["arguments"])
            found.append(run)
            self.stdout.write(" | ".join(run.row()))
            if not run.is_sound:
                self.stdout.write(run.log.read_text(errors="replace")[-4000:])
        return found
