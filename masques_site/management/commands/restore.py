"""Restore a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from masques_site import archive
from masques_site.bootstrap.errors import StartupError
from masques_site.bootstrap.folders import check_writable
from masques_site.bootstrap.site import single_instance


class Command(BaseCommand):
    help = "Verify a backup, replace the database by it, and migrate it to this version. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="an archive written by 'manage.py backup'")
        parser.add_argument("--force", action="store_true", help="replace a database that is not empty")

    def handle(self, *args: Any, file: Path, force: bool, **options: Any) -> None:
        try:
            check_writable(settings.DATA_DIR)
            with single_instance(settings.DATA_DIR):
                manifest, kept = archive.restore_backup(file, force=force)
                self.check(tags=[Tags.database], databases=["default"])
                call_command("migrate", interactive=False, verbosity=0)
                call_command("createcachetable", verbosity=0)
        except (archive.BackupError, StartupError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored the backup of {manifest['made_at']}.")
        if kept is not None:
            self.stdout.write(f"The database that it replaced is kept as {kept}.")
