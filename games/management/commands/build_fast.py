"""Compile the rules and the search with mypyc, or remove the compiled build."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.fast import builder, loader
from games.fast.modules import compiled_sources, module_name


class Command(BaseCommand):
    help = (
        "Compile rules and search with mypyc, which makes bots many times faster. Needs a C compiler and the packages "
        "of requirements-fast.txt; takes about a minute. Restart the site afterwards. Run it again after an upgrade: a "
        "build that was made from other sources is not used."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--clean", action="store_true", help="remove the compiled build")
        what.add_argument("--list", action="store_true", help="list the modules that would be compiled, and exit")

    def handle(self, *args: Any, clean: bool, **options: Any) -> None:
        if options["list"]:
            for source in compiled_sources(loader.BASE):
                self.stdout.write(module_name(source))
            return
        if clean:
            self.stdout.write(
                "The compiled build is removed." if builder.clean(loader.FOLDER) else "There is no compiled build."
            )
            return
        try:
            manifest = builder.build(self.show_progress, loader.FOLDER)
        except builder.BuildError as error:
            self.end_line()
            raise CommandError(str(error)) from error
        self.end_line()
        self.stdout.write(f"{len(manifest.sources) - 1} modules are compiled. Restart the site to use them.")

    shown = ""

    def show_progress(self, step: str, seconds: float) -> None:
        """Print a line for each step; in a terminal, update it with the seconds that the step has taken."""
        if sys.stdout.isatty():
            ending = "\r"
        elif step == self.shown:
            return
        else:
            ending = "\n"
        if self.shown not in ("", step):
            self.end_line()
        self.shown = step
        line = f"{step} ... {seconds:3.0f} s" if ending == "\r" else f"{step} ..."
        self.stdout.write(line, ending=ending)
        self.stdout.flush()

    def end_line(self) -> None:
        """End the line that is being updated in a terminal."""
        if self.shown and sys.stdout.isatty():
            self.stdout.write("")
