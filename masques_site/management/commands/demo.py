"""Fill an empty site with demo people and matches."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from masques_site import demo


class Command(BaseCommand):
    help = "Fill an empty site with demo people, and matches of every title: finished, running, open, against a bot."

    def handle(self, *args: Any, **options: Any) -> None:
        if get_user_model().objects.exists():
            raise CommandError("This site has people already: the demo is for an empty one.")
        self.stdout.write(demo.populate())
