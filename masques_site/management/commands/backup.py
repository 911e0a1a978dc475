"""Write a backup of the whole site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from masques_site import archive


class Command(BaseCommand):
    help = (
        "Write the whole site into one archive, while it is running. Keep the archive secret: it contains the keys of "
        "running matches."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the archive to write, for example masques-2030-01-31.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            archive.make_backup(file)
        except archive.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Backup written to {file} ({file.stat().st_size // 1024 + 1} KiB). Keep it secret.")
