"""Change the code in small ways, run the tests that execute each change, and list the changes that none notices."""

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench.mutation import results
from bench.mutation.project import MASQUES
from bench.mutation.results import Status
from bench.mutation.run import Options, Run
from bench.mutation.worker import ServerEnded


class Command(BaseCommand):
    help = (
        "Mutation testing: change one small thing in a copy of the sources, run the tests that execute it, and report "
        "the changes that no test notices. Results are kept in build/mutate; --resume goes on after Ctrl-C, and after "
        "new tests tries again only what had survived. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="*", help="files or folders to mutate (default: all that are configured)")
        parser.add_argument("--sample", type=int, help="how many mutants to draw (default: all of them)")
        parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
        parser.add_argument("--processes", type=int, default=2, help="how many mutants are tried at a time")
        parser.add_argument("--resume", action="store_true", help="keep the results of the last run that still hold")
        parser.add_argument("--tests", nargs="+", default=[], help="files or folders of tests (default: all that fit)")
        parser.add_argument(
            "--budget", type=float, default=30.0, help="seconds of tests that one mutant may cost, the quickest first"
        )

        parser.add_argument(
            "--patience", type=float, default=120.0, help="seconds of one file of tests that are recorded, if it is new"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does, without leaving a copy
        chosen = Options(
            paths=tuple(path.rstrip("/") for path in options["paths"]),
            tests=tuple(path.rstrip("/") for path in options["tests"]),
            sample=options["sample"],
            seed=options["seed"],
            processes=options["processes"],
            resume=options["resume"],
            budget=options["budget"],
            patience=options["patience"],
        )
        try:
            found = Run(MASQUES, chosen, self.say).execute()
        except ServerEnded as error:
            raise CommandError(f"pytest ended before its time:\n{error}") from error
        except KeyboardInterrupt:
            raise CommandError("interrupted; the same command with --resume goes on") from None
        table = results.totals(found, [rule.group for rule in MASQUES.rules])
        listed = results.survivors(found, lambda result: result.status in (Status.SURVIVED, Status.TIME_LIMIT))
        report = MASQUES.build / "report.md"
        report.write_text(f"{table}\n\n{listed}")
        self.say(f"\n{listed}\n{table}\n\nThe whole report: {report}")

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
