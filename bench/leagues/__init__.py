"""Benchmarks of leagues that have grown large: `manage.py bench leagues`."""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HELP = (
    "Fill a database in a temporary folder with leagues of many finished matches, and print what their pages cost: "
    "statements, CPU time and bytes, for a visitor and for a member; then what a sweep costs that has nothing to do. "
    "In one process, without a web server. Some minutes."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("--requests", type=int, default=50, help="how often each page is asked for")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")


def run(options: dict[str, Any]) -> str:
    """The tables, as Markdown."""
    from bench.chaos.stack import Postgres

    database = Postgres() if options["postgres"] else None
    try:
        with tempfile.TemporaryDirectory(prefix="masques-leagues-") as folder:
            return _measure(Path(folder), database.address if database else "", options["requests"])
    finally:
        if database is not None:
            database.stop()


def _measure(data: Path, database: str, requests: int) -> str:
    """Measure in a process of its own, which has its own database and no broker."""
    from bench.chaos.stack import BASE, SITE_VARIABLES

    own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
    own |= {"DATA_DIR": str(data), "SECRET_KEY": "of a bench", "PYTHONPATH": str(BASE), "LOG_LEVEL": "CRITICAL"}
    own |= {"DJANGO_SETTINGS_MODULE": "masques_site.settings", "ALLOWED_HOSTS": "testserver"}
    own |= {"DATABASE_URL": database} if database else {}
    prepare = [sys.executable, str(BASE / "manage.py"), "prepare", "--no-demo", "--skip-checks"]
    subprocess.run(prepare, env=own, check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [sys.executable, "-m", "bench.leagues.measure"],
        input=json.dumps(requests),
        cwd=BASE,
        env=own,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
