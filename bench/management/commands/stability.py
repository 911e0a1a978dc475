"""Run the whole test command several times in a row: a test that fails once in a while is a fault."""

import random
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import machine, stability
from bench.figures import markdown_table


class Command(BaseCommand):
    help = (
        "Run every check and test several times in a row in a clean clone of the commit, the last runs under load by "
        "busy processes. Print a table of the runs and one of the tests that were not always green. Arguments after -- "
        "are for pytest. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=5, help="runs in a row")
        parser.add_argument("--loaded", type=int, default=2, help="how many of them, the last ones, run under load")
        parser.add_argument("--load", type=int, default=8, help="busy processes during a loaded run")
        parser.add_argument("--shuffled", action="store_true", help="disturb each run by a seed of its own")
        parser.add_argument("--seed", type=int, help="the first of these seeds, which count up; implies --shuffled")
        parser.add_argument(
            "--slow",
            type=float,
            default=1.0,
            metavar="TIMES",
            help="give the runs a machine so many times slower: by the kernel's CPU quota where this user may set one "
            "(root, or a delegated control group), otherwise by stopping and continuing their processes in turns",
        )
        parser.add_argument("--logs", type=Path, help="keep what the runs printed in this folder")
        parser.add_argument("arguments", nargs="*", help="for pytest")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="masques-stability-") as temporary:
            folder = Path(temporary)
            logs = options["logs"] or folder
            logs.mkdir(parents=True, exist_ok=True)
            self.stdout.write(machine.here())
            runs = self.runs(stability.clone(folder), logs.resolve(), self.plans(options))
        self.stdout.write(markdown_table([stability.HEADER, *(run.row() for run in runs)]))
        if flaky := stability.flaky(runs):
            self.stdout.write(markdown_table([stability.FLAKY_HEADER, *flaky]))
        if failed := [run.plan.number for run in runs if not run.is_sound]:
            raise CommandError(f"runs that failed: {failed}")

    def plans(self, options: dict[str, Any]) -> list[stability.Plan]:
        """Return the conditions of each run."""
        first = options["seed"]
        if first is None and options["shuffled"]:
            first = random.randrange(1_000_000)
        quiet, share = options["runs"] - options["loaded"], 1 / max(1.0, options["slow"])
        return [
            stability.Plan(
                number,
                busy=options["load"] if number > quiet else 0,
                seed=None if first is None else first + number - 1,
                share=share,
                arguments=tuple(options["arguments"]),
            )
            for number in range(1, options["runs"] + 1)
        ]

    def runs(self, place: Path, logs: Path, plans: list[stability.Plan]) -> list[stability.Run]:
        """Run all plans, printing each result; return the runs."""
        found = []
        for plan in plans:
            run = stability.run(place, logs, plan)
            found.append(run)
            self.stdout.write(" | ".join(run.row()))
            if not run.is_sound:
                self.stdout.write(run.log.read_text(errors="replace")[-4000:])
        return found
