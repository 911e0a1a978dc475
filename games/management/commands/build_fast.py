"""Compile the rules and the search."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.fast import make, use
from games.fast.modules import compiled_sources, module_name


class Command(BaseCommand):
    help = (
        "Compile rules and search with mypyc: bots think many times faster. Needs a C compiler and the packages of "
        "requirements-fast.txt; takes about a minute. Restart the site afterwards. Run it again after an upgrade: a "
        "build that no longer fits its sources is not used."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--clean", action="store_true", help="remove the compiled build")
        what.add_argument("--list", action="store_true", help="name the modules that would be compiled, and stop")

    def handle(self, *args: Any, clean: bool, **options: Any) -> None:
        if options["list"]:
            for source in compiled_sources(use.BASE):
                self.stdout.write(module_name(source))
            return
        if clean:
            self.stdout.write(
                "The compiled build is removed." if make.clean(use.FOLDER) else "There is no compiled build."
            )
            return
        try:
            manifest = make.build(self.tell, use.FOLDER)
        except make.CannotBuild as error:
            self.end_line()
            raise CommandError(str(error)) from error
        self.end_line()
        self.stdout.write(
            f"{len(manifest.sources) - 1} modules are compiled. Whatever starts from now on uses them; restart the "
            "site to let it know."
        )

    shown = ""

    def tell(self, step: str, seconds: float) -> None:
        """A line for each step; in a terminal with the seconds that it has taken so far."""
        if sys.stdout.isatty():
            ending = "\r"
        elif step == self.shown:
            return
        else:
            ending = "\n"
        if self.shown not in ("", step):
            self.end_line()
        self.shown = step
        told = f"{step} ... {seconds:3.0f} s" if ending == "\r" else f"{step} ..."
        self.stdout.write(told, ending=ending)
        self.stdout.flush()

    def end_line(self) -> None:
        """Leave the line that a terminal shows."""
        if self.shown and sys.stdout.isatty():
            self.stdout.write("")
