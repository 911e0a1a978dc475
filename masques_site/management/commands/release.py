"""Release a version: check, tag, build."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from masques_site import releases


class Command(BaseCommand):
    help = (
        "Check that a version can be released, tag it, and build its wheel and source archive. Nothing is published: "
        "push the tag and the files yourself. Run the tests before, with the reliability tier."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("version", help="for example 1.2.0, as pyproject.toml and CHANGELOG.md say")
        parser.add_argument("--check", action="store_true", help="only check: tag and build nothing")
        parser.add_argument("--to", type=Path, default=settings.BASE_DIR / "dist", help="where to build (dist)")

    def handle(self, *args: Any, version: str, check: bool, to: Path, **options: Any) -> None:
        base = settings.BASE_DIR
        if found := list(releases.faults(base, version)):
            raise CommandError("\n".join([f"{version} cannot be released:", *(f"  {fault}" for fault in found)]))
        self.stdout.write("Checking the code ...")
        if subprocess.run([sys.executable, "manage.py", "check_fast"], cwd=base, check=False).returncode:
            raise CommandError("The checks have found something: see above.")
        if check:
            self.stdout.write(f"{version} can be released.")
            return
        releases.tag(base, version)
        self.stdout.write(f"Tagged v{version}. Building ...")
        for path in releases.build(base, version, to):
            self.stdout.write(str(path))
