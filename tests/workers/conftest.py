"""Real processes around the tests' database: a Valkey server and Celery workers."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games import outbound
from masques_site.bootstrap import broker
from masques_site.celery_app import app
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]


class Broker:
    """A Valkey server of this test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "run" / "valkey.sock"
        self.program = broker.program(folder, self.socket)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(self.program.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(self.program.answers, "Valkey answers")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Workers:
    """Celery processes that see the tests' database and broker."""

    def __init__(self, valkey: Broker, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "masques_site.settings",
            "DATA_DIR": str(folder),
            "DATABASE_URL": database_url(),
            "REDIS_URL": f"unix://{valkey.socket}",
            "SECRET_KEY": settings.SECRET_KEY,
            "MASQUES_BOT_PAUSE": "0",
        }
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """A worker or beat with these arguments, once it is ready."""
        sign = self.folder / f"ready-{len(self.processes)}"
        command = [sys.executable, "-m", "celery", "--quiet", "-A", "masques_site.celery_app", *arguments]
        with (self.folder / "celery.log").open("ab") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env={**self.environment, "READY_FILE": str(sign)}, stdout=log, stderr=log
            )
        self.processes.append(process)
        eventually(sign.exists, f"celery {arguments[0]} is ready: {self.folder / 'celery.log'}")
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        """A prefork worker of all queues."""
        return self.start(
            "worker", "-Q", "bots,default,ratings", "-P", "prefork", "-c", "1", "--without-gossip", "--without-mingle"
        )

    def beat(self) -> subprocess.Popen[bytes]:
        """The ticking of the schedule."""
        return self.start("beat", "--pidfile", "", "-s", str(self.folder / "beat"))

    def stop(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(timeout=20)


def database_url() -> str:
    """The tests' own database, as another process opens it."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    pytest.fail("these tests run on SQLite; the write path on PostgreSQL has its own")


@pytest.fixture
def valkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    """A broker that this process sends its wake-ups to."""
    server = Broker(tmp_path)
    server.start()
    forget_connections()
    monkeypatch.setitem(app.conf, "broker_url", f"redis+socket://{server.socket}")
    yield server
    outbound.wait_empty(5)
    forget_connections()
    server.stop()


def forget_connections() -> None:
    """Let the Celery app open new connections, to wherever it is told now."""
    app.pool.force_close_all()
    app._pool = None
    app.amqp._producer_pool = None


@pytest.fixture
def workers(valkey: Broker, tmp_path: Path, transactional_db: None) -> Iterator[Workers]:
    """Nothing runs until it is started; all is stopped at the end."""
    started = Workers(valkey, tmp_path)
    yield started
    started.stop()
