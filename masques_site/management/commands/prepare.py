"""Bring the database and the static files up to date: before `up` starts the site, and on every upgrade."""

import sys
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.services.clocks import downtime
from masques_site import demo
from masques_site.bootstrap import databases, site


def _word_of(gap: timedelta) -> str:
    if gap > timedelta(0):
        return f"The site was down for {gap}: every running deadline is that much later now."
    return f"The clock was set back by {-gap}: running deadlines are that much earlier now."


class Command(BaseCommand):
    help = (
        "Migrate, create the cache table, collect the static files, extend deadlines by the site's downtime, and fill "
        "an empty database with demo matches."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", dest="with_demo", action="store_false", help="leave an empty database empty")

    def handle(self, *args: Any, with_demo: bool, **options: Any) -> None:
        # Standard output is reserved for what `up` prints with the address, and `site.EMPTY` for what it asks.
        default = settings.DATABASES["default"]
        if default["ENGINE"].endswith("postgresql"):
            databases.wait_for(default, lambda words: self.stderr.write(words))
        self.check(tags=[Tags.database], databases=["default"])
        call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
        call_command("createcachetable", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if gap := downtime.extend_deadlines():
            self.stderr.write(_word_of(gap))
        is_empty = not get_user_model().objects.exists()
        if with_demo and is_empty:
            demo.populate()
        elif is_empty:
            self.stdout.write(site.EMPTY)
        self.stdout.write(demo.login())
        if not get_user_model().objects.filter(is_superuser=True).exists():
            self.stdout.write("To keep the site: sign up, then python3 manage.py make_admin NAME")
