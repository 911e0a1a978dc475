"""Hostile requests and frames by the number."""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench.chaos.stack import BASE, WISHES, Postgres
from bench.figures import table

REQUESTS = "tests/http/test_hostile.py::test_thousands_of_hostile_requests_meet_no_error_of_ours_and_change_nothing"
FRAMES = (
    "tests/http/test_hostile_frames.py::test_thousands_of_hostile_frames_change_nothing_and_end_in_a_close_at_worst"
)


class Command(BaseCommand):
    help = (
        "Send hostile forms, queries and addresses to every page, and hostile frames to sockets, in a town of its own "
        "and a temporary database: no error of the site's own, no change by a refusal, no markup given back. The same "
        "seed sends the same. Needs the packages of requirements-dev.txt; a million requests take some hours."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--requests", type=int, default=1_000_000, help="how many requests")
        parser.add_argument("--frames", type=int, default=1_000_000, help="how many frames")
        parser.add_argument("--seed", type=int, default=1, help="another number sends others")
        parser.add_argument("--only", type=int, help="the request of this number alone, to look at a fault again")
        parser.add_argument("--postgres", action="store_true", help="on a temporary PostgreSQL instead of SQLite")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="masques-hostile-") as folder:
            notes = Path(folder) / "notes"
            wishes = {*WISHES, "DJANGO_SETTINGS_MODULE"}  # the tests have settings of their own
            own = {name: value for name, value in os.environ.items() if name not in wishes}
            own |= {"HOSTILE_SEED": str(options["seed"]), "HOSTILE_NOTES": str(notes)}
            own |= {"HOSTILE_REQUESTS": str(options["requests"]), "HOSTILE_FRAMES": str(options["frames"])}
            if options["only"] is not None:
                own["HOSTILE_ONLY"] = str(options["only"])
            server = Postgres() if options["postgres"] else None
            try:
                if server is not None:
                    own["TEST_DATABASE_URL"] = server.address
                failed = self.send(own, options)
            finally:
                if server is not None:
                    server.stop()
            lines = [json.loads(line) for line in notes.read_text().splitlines()] if notes.exists() else []
        self.stdout.write(table(rows(lines)))
        if failed:
            raise CommandError("There were faults; they stand above, each with the number of its request.")

    def send(self, environment: dict[str, str], options: dict[str, Any]) -> bool:
        """Run the tests that send, with what they tell shown as it comes; whether one of them failed."""
        wanted = [REQUESTS] if options["requests"] else []
        if options["only"] is None and options["frames"]:
            wanted.append(FRAMES)
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-s", "--show-capture=no", "-p", "no:cacheprovider"]
        return bool(subprocess.run([*command, *wanted], cwd=BASE, env=environment, check=False).returncode)


def rows(lines: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """What was sent, what was met, and how long it took, one row of each kind."""
    found: list[tuple[str, ...]] = [("sent", "met", "processor time")]
    for what in ("requests", "frames"):
        mine = [line for line in lines if line["what"] == what]
        met: Counter[str] = Counter()
        for line in mine:
            met.update(line["met"])
        number = met.pop("frames", 0) or met.total()
        words = ", ".join(f"{count:,} x {name}" for name, count in sorted(met.items()))
        if mine:
            found.append((f"{number:,} {what}", words, f"{sum(line['seconds'] for line in mine)} s"))
    return found
