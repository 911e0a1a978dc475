"""Fill an empty site with demo people and matches."""

from argparse import ArgumentParser
from typing import Any

from celery import current_app
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from masques_site import demo


class Command(BaseCommand):
    help = "Fill an empty site with demo people, and matches of every title: finished, running, open, against a bot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--anyway", action="store_true", help="also if people have come already, as `up` does")

    def handle(self, *args: Any, anyway: bool, **options: Any) -> None:
        if not anyway and get_user_model().objects.exists():
            raise CommandError("This site has people already: the demo is for an empty one.")
        # No worker is woken: matches of a league are made in the past, by a clock that workers do not have.
        current_app.conf.broker_url = current_app.conf.broker_write_url = "memory://localhost/"
        self.stdout.write(demo.populate(self._say))

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
