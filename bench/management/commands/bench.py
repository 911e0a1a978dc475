"""Benchmarks of the engine, of leagues, notices and ratings, and of the site."""

import signal
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand

PARTS = (
    "engine",
    "growth",
    "histories",
    "integrity",
    "leagues",
    "notices",
    "ratings",
    "shortcuts",
    "site",
    "writes",
)  # modules of `bench`, each with HELP, `add_arguments` and `run`


class Command(BaseCommand):
    help = "Measure one part of Masques on this machine and print a table."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
        for name in PARTS:
            part = import_module(f"bench.{name}")
            part.add_arguments(parts.add_parser(name, help=part.HELP, description=part.HELP))

    def handle(self, *args: Any, part: str, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all child processes are stopped
        self.stdout.write(import_module(f"bench.{part}").run(options))
