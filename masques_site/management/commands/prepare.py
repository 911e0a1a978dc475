"""Bring the database and the static files up to date: what `up` does before it starts, and every upgrade."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate, make the cache table, collect the static files, and fill an empty database with demo matches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", dest="demo", action="store_false", help="leave an empty database empty")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        # Only the demo's report goes to standard output; `up` shows it beside the address.
        call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
        call_command("createcachetable", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if demo and "demo" in get_commands() and not get_user_model().objects.exists():
            call_command("demo", stdout=self.stdout)
