"""Provoke races for turns, deadlines, windows and seats on both databases, and count their outcomes."""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bench import races
from bench.chaos.stack import BASE, SITE_VARIABLES, Postgres
from bench.figures import markdown_table


class Command(BaseCommand):
    help = (
        "Let many callers race for one turn, one deadline, one window, one seat, on SQLite and on PostgreSQL in "
        "temporary folders, and count how each race ended. Needs the packages of requirements-dev.txt."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--turns", type=int, default=2000, help="turns, each contested by 16 clients")
        parser.add_argument("--deadlines", type=int, default=1000, help="moves that race with their deadline")
        parser.add_argument("--windows", type=int, default=200, help="windows answered by all at once")
        parser.add_argument("--starts", type=int, default=100, help="tables started by two")
        parser.add_argument("--joins", type=int, default=50, help="last seats wanted by fifty")

    def handle(self, *args: Any, **options: Any) -> None:
        counts = {name: options[name] for name in ("turns", "deadlines", "windows", "starts", "joins")}
        rows: list[tuple[str, ...]] = [races.HEADER]
        wrong = 0
        with tempfile.TemporaryDirectory(prefix="masques-races-") as folder:
            for database, environment in self.databases():
                answer = self.race(Path(folder) / database, environment, counts)
                found = races.races_from(answer)
                rows += [race.row(database) for race in found]
                wrong += sum(race.wrong for race in found) + answer["faults"]
        self.stdout.write(markdown_table(rows))
        if wrong:
            raise CommandError(f"{wrong} races did not end as they must")

    def databases(self) -> Any:
        """Yield SQLite, then a PostgreSQL server that runs during its races."""
        yield "SQLite", {}
        server = Postgres()
        try:
            yield "PostgreSQL", {"DATABASE_URL": server.address, "DATABASE_POOL": "16"}
        finally:
            server.stop()

    def race(self, data: Path, environment: Mapping[str, str], counts: dict[str, int]) -> dict[str, Any]:
        """Run all races in a separate process with its own database, without a broker."""
        own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
        own |= {"DATA_DIR": str(data), "SECRET_KEY": "of a race", "PYTHONPATH": str(BASE), "LOG_LEVEL": "CRITICAL"}
        own |= {"DJANGO_SETTINGS_MODULE": "masques_site.settings", **environment}
        migrate = [sys.executable, str(BASE / "manage.py"), "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(migrate, env=own, check=True)
        done = subprocess.run(
            [sys.executable, "-m", "bench.races"],
            input=json.dumps(counts),
            cwd=BASE,
            env=own,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer
