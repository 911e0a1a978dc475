"""Write, or publish, a dump of all rated matches and the ratings that follow from them."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import clock
from leagues.services.ratings import dumps, recompute


class Command(BaseCommand):
    help = (
        "Publish the dump of a past month (default: the last one), as the worker does once a month. With --output, "
        "write a dump of everything up to now to a file instead. Prints the SHA-256."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--month", metavar="YYYY-MM", help="publish the dump of this month")
        parser.add_argument("--output", type=Path, metavar="FILE", help="write everything up to now to this file")

    def handle(self, *args: Any, month: str | None, output: Path | None, **options: Any) -> None:
        if month and output:
            raise CommandError("use either --month or --output, not both")
        try:
            if output is not None:
                self.write(output)
            else:
                self.publish(month)
        except recompute.Waiting as error:
            raise CommandError("some results are still being rated: try again in a few seconds") from error
        except recompute.Disturbed as error:
            raise CommandError("ratings were recomputed in the meantime: try again") from error

    def write(self, output: Path) -> None:
        """Write everything up to now; the file appears when it is complete."""
        part = output.with_name(output.name + ".part")
        try:
            with part.open("w+b") as file:
                written = dumps.write_dump(file, clock.now(), self.show)
            part.replace(output)
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{written.sha256}  {output}")

    def publish(self, month: str | None) -> None:
        """Publish the dump of a month, making it if needed."""
        try:
            row = dumps.publish_last_month() if month is None else dumps.publish(_month(month), self.show)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{row.sha256}  {row.name}")

    def show(self, done: int, total: int) -> None:
        """Print a line of progress."""
        self.stderr.write(f"{done} of {total}")


def _month(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise ValueError(f"{text} is no month: write it as 2026-11") from error
