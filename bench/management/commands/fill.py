"""Fill the database with as many matches as a site has after years."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bench.growth import fill


class Command(BaseCommand):
    help = (
        "Write made-up members and matches into the database until there are so many: played by the rules, sealed, "
        "with seats, notices, receipts, results and ratings as play leaves them. For measurements; a hundred thousand "
        "take minutes. It can be interrupted and called again. The account “collector” has played the most."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--matches", type=int, required=True, help="finished matches")
        parser.add_argument("--running", type=int, default=0, help="running matches")
        parser.add_argument("--everything", action="store_true", help="also receipts and notices of long ago")
        parser.add_argument("--force", action="store_true", help="also where people play")

    def handle(self, *args: Any, matches: int, running: int, everything: bool, force: bool, **options: Any) -> None:
        if not force and fill.strangers():
            raise CommandError("People play here: made-up matches would stand among theirs. See --force.")
        if not force and not settings.EMBEDDED and not settings.DEBUG:
            raise CommandError("This is not an embedded site. See --force.")
        fill.fill(matches, running, everything=everything, say=self._say)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
