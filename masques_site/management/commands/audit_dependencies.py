"""Check the pinned packages for known vulnerabilities, by pip-audit."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

UNREACHABLE = (
    "Nothing was audited: the public list of vulnerabilities could not be reached from here. "
    "Run this again where PyPI's vulnerability service can be reached."
)


class Command(BaseCommand):
    help = (
        "Ask the public list of known vulnerabilities about every package that requirements.txt pins. Needs the "
        "packages of requirements-dev.txt and the network; it is no part of the test run."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dev", action="store_true", help="the packages of requirements-dev.txt instead")

    def handle(self, *args: Any, **options: Any) -> None:
        name = "requirements-dev.txt" if options["dev"] else "requirements.txt"
        found = ask(Path(settings.BASE_DIR) / name)
        asked = [package for package in found if "skip_reason" not in package]
        if not asked:
            raise CommandError(UNREACHABLE)
        skipped = [package["name"] for package in found if "skip_reason" in package]
        if skipped:
            self.stdout.write(f"Not audited, because the list does not know them: {', '.join(skipped)}.")
        lines = [
            f"{package['name']} {package['version']}: {known['id']}, {fixes(known)}"
            for package in asked
            for known in package["vulns"]
        ]
        if lines:
            self.stdout.write("\n".join(lines))
            raise CommandError(f"{len(lines)} known vulnerabilities.")
        self.stdout.write(f"{len(asked)} packages, no known vulnerability.")


def fixes(known: dict[str, Any]) -> str:
    """Return a phrase that names the versions in which the vulnerability is fixed."""
    versions = ", ".join(known["fix_versions"])
    return f"fixed in {versions}" if versions else "not fixed yet"


def ask(requirements: Path) -> list[dict[str, Any]]:
    """Run pip-audit for each pinned package and return its results; empty if pip-audit failed."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--no-deps", "--requirement", str(requirements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return []
    return packages
