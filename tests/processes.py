"""Real processes for tests: a Valkey server, Celery workers, a web server."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from kombu import pools

from bench.held_port import HeldPort
from masques_site.bootstrap import broker, folders, site
from masques_site.bootstrap.children import with_parent_death_signal
from masques_site.celery_app import app
from tests.waiting import PATIENCE, eventually

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
START = 2 * PATIENCE  # seconds that a process may take to get ready while others have the machine
STOP = PATIENCE  # seconds that one may take to finish what it has in hand
OWED = """
    SELECT turn.match_id, turn.decision, turn.seat, turn.level, turn.publish_at, turn.state, turn.attempts,
        turn.holder, turn.leased_until
    FROM games_botturn AS turn JOIN games_match AS match ON match.id = turn.match_id
    WHERE match.status = 'running' AND turn.closed_at IS NULL
"""


class Broker:
    """A Valkey server of this test's own, where a site with its data in `folder` looks for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folders.broker_socket(folder)
        self.program = broker.program(folder, self.socket)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            with_parent_death_signal(self.program.command), cwd=ROOT, stdout=quiet, stderr=quiet
        )
        eventually(self.program.answers, "Valkey answers", START)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Workers:
    """Celery processes with this `environment`; their output goes to celery.log in `folder`."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a worker or beat with these arguments; return it once it is ready."""
        sign = self.folder / f"ready-{len(self.processes)}"
        command = [sys.executable, "-m", "celery", "--quiet", "-A", "masques_site.celery_app", *arguments]
        with (self.folder / "celery.log").open("ab") as log:
            process = subprocess.Popen(
                with_parent_death_signal(command),
                cwd=ROOT,
                env={**self.environment, "READY_FILE": str(sign)},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        eventually(sign.exists, f"celery {arguments[0]} is ready: {self.folder / 'celery.log'}", START)
        return process

    def worker(self, processes: int = 1) -> subprocess.Popen[bytes]:
        """Start and return a prefork worker of all queues."""
        queues = ["-Q", "bots,default,ratings,notices", "--without-gossip", "--without-mingle"]
        return self.start("worker", *queues, "-P", "prefork", "-c", str(processes))

    def beat(self) -> subprocess.Popen[bytes]:
        """Start and return beat, which sends the tasks of the schedule."""
        return self.start("beat", "--pidfile", "", "-s", str(self.folder / "beat"))

    def stop(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(timeout=STOP)


class LiveSite:
    """A whole site from an empty `folder`, as `manage.py up` runs it, under the settings module `settings`."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.folder = folder
        self.held_port = HeldPort(HOST)
        self.port = self.held_port.number
        self.address = f"http://localhost:{self.port}"
        self.environment = {
            **site.child_environment(ROOT, folder, without_operators_wishes()),
            "DJANGO_SETTINGS_MODULE": settings,
            "SITE_URL": self.address,
            "MASQUES_BOT_PAUSE": "0",
        }
        self.broker = Broker(folder)
        self.workers = Workers(folder, self.environment)
        self.web: subprocess.Popen[bytes] | None = None
        self.login = ""

    def start(self, migrated: Path | None = None) -> None:
        """Fill the database with the demo and start everything; `login` is then the demo's ready-made log-in. The
        database starts as a copy of the file `migrated`, if there is one, and else empty."""
        if migrated is not None:
            shutil.copyfile(migrated, self.folder / "db.sqlite3")
        self.broker.start()
        prepare = [sys.executable, "manage.py", "prepare"]
        self.login = subprocess.run(
            prepare, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, check=True, text=True
        ).stdout.strip()
        web = site.programs(self.folder, self.folder, HOST, self.port)[0]
        with (self.folder / "web.log").open("ab") as log:
            self.web = subprocess.Popen(
                with_parent_death_signal(web.command), cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        self.workers.worker(processes=2)
        self.workers.beat()
        eventually(web.answers, f"the web server answers: {self.folder / 'web.log'}", START)

    def stop(self) -> None:
        if self.web is not None:
            self.web.terminate()
        self.workers.stop()
        if self.web is not None:
            self.web.wait(timeout=STOP)
        self.broker.stop()
        self.held_port.close()

    def account(self) -> str:
        """Return facts for a failed test: the bots that owe a move, and what the processes printed."""
        lines = [f"It is {datetime.now(UTC)}. Bots that owe a move:"]
        with closing(sqlite3.connect(self.folder / "db.sqlite3")) as database:
            lines += [f"  {row}" for row in database.execute(OWED)]
        for process in self.workers.processes:
            lines.append(f"{process.args!r} has {'ended' if process.poll() is not None else 'not ended'}")
        for name in ("celery.log", "web.log"):
            lines += [f"{name}:", *(self.folder / name).read_text(errors="replace").splitlines()[-40:]]
        return "\n".join(lines)


def without_operators_wishes() -> dict[str, str]:
    """Return the environment of this process without variables that name another database, broker or address."""
    wishes = ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "SECRET_KEY", "EMAIL_URL", "ALLOWED_HOSTS")
    return {name: value for name, value in os.environ.items() if name not in wishes}


def database_url() -> str:
    """Return the URL of the tests' own database, for another process."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    pytest.fail("these tests run on SQLite; the write path on PostgreSQL has its own")


def forget_connections() -> None:
    """Let the Celery app open new connections, to its present address."""
    pools.reset()  # kombu keeps closed pools by their address, for everybody who comes later
    app._pool = None
    app.amqp._producer_pool = None
