"""Compare many pairs of twins: matches that differ only in what one seat may not know."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import twins
from bench.figures import markdown_table
from games.management.titles import title_named
from games.registry import TITLES


class Command(BaseCommand):
    help = (
        "Compare pairs of matches that differ only in what a seat may not know, byte for byte over all pages, files, "
        "frames and mails, by the tests in tests/twins. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pairs", type=int, default=500, help="pairs for each title and number of seats")
        parser.add_argument("--title", help="of this title only")
        parser.add_argument("--seats", type=int, help="with this number of seats only")
        parser.add_argument("--seed", type=int, default=1, help="other matches for another seed; the tests use 0")
        parser.add_argument("--processes", type=int, default=2, help="batches at a time")
        parser.add_argument(
            "--keep", type=Path, help="a folder for the results; with those of an earlier run it goes on"
        )

    def handle(self, *args: Any, keep: Path | None, **options: Any) -> None:
        games = [title_named(options["title"])] if options["title"] else TITLES.values()
        batches = twins.batches_of(games, options["seats"], options["pairs"], options["seed"])
        if not batches:
            raise CommandError("There is no title for that many seats.")
        with tempfile.TemporaryDirectory(prefix="masques-twins-") as temporary:
            folder = keep or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            failures = twins.run(batches, folder, options["processes"], self.stdout.write)
            self.stdout.write(markdown_table([twins.HEADER, *twins.rows(batches, folder)]))
            found = twins.leaks(batches, folder)
        for words in (*found, *failures):
            self.stdout.write(words)
        if found or failures:
            raise CommandError(f"{len(found)} differences, {len(failures)} batches failed")
