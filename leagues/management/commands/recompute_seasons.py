"""Store points and standings again, or find what was altered in the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.models import League
from leagues.services.keeping import season_check


class Command(BaseCommand):
    help = (
        "Recompute the points and standings of leagues from the stored results. With --check, nothing is written: "
        "every row is compared with its seals and with what follows from other rows. Altered rows are printed "
        "with their columns, and the command fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "leagues", nargs="*", metavar="LEAGUE", help="its part of the address; default: all leagues"
        )
        does = parser.add_mutually_exclusive_group()
        does.add_argument("--check", action="store_true", help="only compare")
        does.add_argument("--accept", action="store_true", help="seal all rows as they are, after a new SECRET_KEY")

    def handle(self, *args: Any, leagues: list[str], check: bool, accept: bool, **options: Any) -> None:
        try:
            if check:
                self.check_stored(leagues)
            elif accept:
                self.stdout.write(f"{season_check.accept()} rows sealed")
            else:
                self.stdout.write(f"{season_check.store_again(leagues)} seasons computed")
        except League.DoesNotExist as error:
            raise CommandError("no league has this address") from error

    def check_stored(self, leagues: list[str]) -> None:
        """Print what was altered, and fail if anything was."""
        count = 0
        for fault in season_check.faults(leagues):
            self.stdout.write(fault)
            count += 1
        if count:
            raise CommandError(f"{count} rows are not as the site wrote them")
        self.stdout.write("all rows are as the site wrote them")
