"""Let weeks of notices pass in minutes on the real processes, and check what arrived."""

import json
import signal
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench.figures import markdown_table
from bench.machine import here
from bench.notices.judge import judge
from bench.notices.runner import Simulation
from bench.notices.table import table, totals

MOST_SHOWN = 20  # violations of one check
QUICK = {"weeks": 0.6, "minutes": 1.0, "kills": 3}


class Command(BaseCommand):
    help = (
        "Start the workers of a site with an accelerated clock in a temporary folder, let twelve people play matches "
        "of all titles at their own pace, with quiet hours, digests, mutes and blocks, and receive their notices: by "
        "mail, in browsers and in rooms, of which some are slow, wrong, dead or gone. Workers are killed meanwhile. "
        "Then check that nothing was lost, doubled, untimely or hidden. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--weeks", type=float, default=3.0, help="how long people play, by the site's clock")
        parser.add_argument("--minutes", type=float, default=9.0, help="how long that takes")
        parser.add_argument("--seed", type=int, default=1, help="seed of the people, their moves and the kills")
        parser.add_argument("--kills", type=int, default=12, help="how often a worker is killed")
        parser.add_argument("--quick", action="store_true", help="four days in a minute")
        parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
        parser.add_argument("--keep", type=Path, help="an empty folder for all files, which are not deleted")

    def handle(self, *args: Any, quick: bool, keep: Path | None, seed: int, postgres: bool, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all child processes are stopped
        given = {name: QUICK[name] if quick else options[name] for name in QUICK}
        with tempfile.TemporaryDirectory(prefix="masques-notices-") as temporary:
            folder = keep or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            simulation = Simulation(
                folder,
                days=7 * given["weeks"],
                minutes=given["minutes"],
                kills=int(given["kills"]),
                seed=seed,
                postgres=postgres,
                say=self.say,
            )
            facts = simulation.run()
            if keep is not None:
                (keep / "facts.json").write_text(json.dumps(facts.to_json()))
        self.say(f"{here()}, seed {seed}")
        for name, value in totals(facts):
            self.say(f"{name}: {value}")
        self.say(markdown_table(table(facts)))
        found = judge(facts)
        for name, violations in found.items():
            self.say(f"{'FAILED' if violations else 'ok    '} {name}")
            for violation in violations[:MOST_SHOWN]:
                self.say(f"       {violation}")
        if failed := sum(map(bool, found.values())):
            raise CommandError(f"{failed} checks failed")

    def say(self, text: str) -> None:
        """Print a line at once."""
        self.stdout.write(text)
        self.stdout.flush()
