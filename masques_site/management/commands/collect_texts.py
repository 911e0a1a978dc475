"""Bring the catalogues of translations up to date with all texts of the sources, those of tables too."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import to_locale

FORMS = ("html", "txt", "py", "jinja")
LEFT_OUT = (".venv", "build", "data", "tests", "bench")


class Command(BaseCommand):
    help = (
        "Write every text of the site and of its titles into the catalogue of a language, ready to translate. "
        "Django's own makemessages does not read the templates of tables, and puts their translations out of use."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = [to_locale(code) for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        parser.add_argument(
            "languages", nargs="*", default=known, help="names of folders, such as it or pt_BR (all by default)"
        )

    def handle(self, *args: Any, languages: list[str], **options: Any) -> None:
        call_command(
            "makemessages",
            locale=languages,
            extensions=list(FORMS),
            ignore_patterns=list(LEFT_OUT),
            add_location="file",
            verbosity=0,
        )
        self.stdout.write("Collected. Translate what is new, then: manage.py compile_translations")
