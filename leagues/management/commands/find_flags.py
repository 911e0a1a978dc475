"""Look for results that were agreed upon."""

from typing import Any

from django.core.management.base import BaseCommand

from leagues.services.ratings import integrity


class Command(BaseCommand):
    help = (
        "Check the rated matches of the last 180 days for arranged results, and show suspicious ones to moderators. It "
        "has no other effect, and also runs automatically every day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = integrity.find_flags(self.show)
        self.stdout.write(f"{found} flags are new or open again")

    def show(self, done: int, total: int) -> None:
        """Print a line of progress."""
        self.stderr.write(f"{done} of {total}")
