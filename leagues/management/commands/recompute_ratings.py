"""Recompute all ratings, or compare them with the stored ones."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.models import RatedResult
from leagues.services.ratings import ledger, recompute


class Command(BaseCommand):
    help = (
        "Recompute all ratings from the stored results, in the order the matches ended. With --check, nothing is "
        "written: every line of the ledger and every rating is compared bit for bit, and any difference fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only compare")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        if check:
            self.check_stored()
        else:
            self.rate_anew()

    def check_stored(self) -> None:
        """Compare, and fail if anything differs."""
        try:
            found = recompute.compare(self.show)
        except recompute.Waiting as error:
            raise CommandError(
                "some results are still being rated: try again in a few seconds, or run without --check"
            ) from error
        except recompute.Disturbed as error:
            raise CommandError("ratings changed in the meantime: try again") from error
        for fault in found.faults:
            self.stdout.write(fault)
        compared = f"{found.results} results, {found.lines} lines of the ledger and {found.ratings} ratings"
        if found.differing:
            raise CommandError(f"{found.differing} differences in {compared}; run without --check to recompute all")
        self.stdout.write(f"{compared}: all as computed")

    def rate_anew(self) -> None:
        """Rate all results again, batch by batch; the site may go on meanwhile."""
        ledger.make_all_due()
        memory, total, done = ledger.Memory(), RatedResult.objects.count(), 0
        while rated := ledger.rate_due(memory):
            done += rated
            self.show(done, total)
        self.stdout.write(f"{done} results rated")

    def show(self, done: int, total: int) -> None:
        """Print a line of progress."""
        self.stderr.write(f"{done} of {total}")
