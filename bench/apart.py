"""Measurements in a separate process, with its own database and without a broker."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any


def measured(module: str, given: Any, *, postgres: bool = False) -> str:
    """Run the module on an empty database, and return what it prints: SQLite in a temporary folder, or PostgreSQL. It
    gets `given` as JSON on standard input. Raises CalledProcessError."""
    from bench.chaos.stack import Postgres

    database = Postgres() if postgres else None
    try:
        with tempfile.TemporaryDirectory(prefix="masques-bench-") as folder:
            return _printed(module, given, folder, database.address if database else "")
    finally:
        if database is not None:
            database.stop()


def _printed(module: str, given: Any, data: str, database: str) -> str:
    from bench.chaos.stack import BASE, SITE_VARIABLES

    own = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
    own |= {"DATA_DIR": data, "SECRET_KEY": "of a bench", "PYTHONPATH": str(BASE), "LOG_LEVEL": "CRITICAL"}
    own |= {"DJANGO_SETTINGS_MODULE": "masques_site.settings", "ALLOWED_HOSTS": "testserver"}
    own |= {"DATABASE_URL": database} if database else {}
    prepare = [sys.executable, str(BASE / "manage.py"), "prepare", "--no-demo", "--skip-checks"]
    subprocess.run(prepare, env=own, check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=json.dumps(given),
        cwd=BASE,
        env=own,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
