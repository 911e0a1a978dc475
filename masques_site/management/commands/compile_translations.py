"""Compile the translations, without the gettext programs that Django's own command asks for."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Compile every django.po of the site and of its titles to the django.mo next to it."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import polib  # of the development environment: the running site needs only the compiled files
        except ImportError as error:
            raise CommandError(
                "polib is missing: run 'python3 manage.py test --version' once, which installs it."
            ) from error
        left_out = {".venv", "data", "build"}
        for path in sorted(settings.BASE_DIR.rglob("locale/*/LC_MESSAGES/*.po")):
            if not left_out.intersection(path.relative_to(settings.BASE_DIR).parts):
                catalogue = polib.pofile(str(path))
                catalogue.save_as_mofile(str(path.with_suffix(".mo")))
                self.stdout.write(
                    f"{path.relative_to(settings.BASE_DIR)}: {catalogue.percent_translated()} % translated"
                )
