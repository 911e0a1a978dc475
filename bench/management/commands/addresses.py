"""Measure whether response times tell which addresses and names have an account."""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import addresses
from bench.chaos.stack import BASE, SITE_VARIABLES
from bench.figures import markdown_table


class Command(BaseCommand):
    help = (
        "Send every form that takes an address or a name to a site in a temporary folder, in random order for known "
        "and unknown ones, and compare the response times: with the site's password hash, and with a cheap one, "
        "so that other differences stand out. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tries", type=int, default=500, help="requests for each form and each kind")
        parser.add_argument("--seed", type=int, default=1, help="seed of the order")

    def handle(self, *args: Any, tries: int, seed: int, **options: Any) -> None:
        rows: list[tuple[str, ...]] = [addresses.HEADER]
        failed = []
        for hasher in ("as set", "cheap"):
            with tempfile.TemporaryDirectory(prefix="masques-addresses-") as folder:
                answer = self.measure(Path(folder), {"tries": tries, "seed": seed, "cheap": hasher == "cheap"})
            for comparison in addresses.comparisons_from(answer):
                rows.append(comparison.row(hasher))
                failed += [f"{comparison.form}, hash {hasher}"] if comparison.failed else []
        self.stdout.write(markdown_table(rows))
        if failed:
            raise CommandError(f"|t| >= {addresses.LIMIT}: {'; '.join(failed)}")

    def measure(self, data: Path, wanted: dict[str, Any]) -> list[Any]:
        """Measure in a separate process with its own database, without a broker."""
        own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
        own |= {"DATA_DIR": str(data), "SECRET_KEY": "of a trial", "PYTHONPATH": str(BASE), "LOG_LEVEL": "CRITICAL"}
        own |= {"DJANGO_SETTINGS_MODULE": "masques_site.settings"}
        prepare = [sys.executable, str(BASE / "manage.py"), "prepare", "--no-demo", "--skip-checks"]
        subprocess.run(prepare, env=own, check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(
            [sys.executable, "-m", "bench.addresses"],
            input=json.dumps(wanted),
            cwd=BASE,
            env=own,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        answer: list[Any] = json.loads(done.stdout)
        return answer
