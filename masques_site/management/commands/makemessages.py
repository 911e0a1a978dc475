"""In place of Django's own command, which would put finished translations out of use."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """As Django's, if it is told to read the templates of tables; `collect_texts` tells it."""

    def handle(self, *args: Any, **options: Any) -> None:
        if "jinja" not in (options["extensions"] or ()):
            raise CommandError("Use 'manage.py collect_texts', which reads the templates of tables too.")
        super().handle(*args, **options)
