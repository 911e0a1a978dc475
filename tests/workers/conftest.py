"""A broker and workers around the tests' own database."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.plumbing import after_commit
from masques_site.celery_app import app
from tests.processes import Broker, Workers, database_url, forget_connections
from tests.waiting import PATIENCE

PREFIX = "tests"  # of all that is said over the broker


@pytest.fixture
def valkey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    """A broker that this process sends its wake-ups to."""
    server = Broker(tmp_path)
    server.start()
    forget_connections()
    monkeypatch.setitem(app.conf, "broker_url", f"redis+socket://{server.socket}")
    monkeypatch.setitem(app.conf, "broker_transport_options", {"global_keyprefix": f"{PREFIX}:"})
    yield server
    after_commit.wait_empty(PATIENCE)
    forget_connections()
    server.stop()


@pytest.fixture
def workers(valkey: Broker, tmp_path: Path, transactional_db: None) -> Iterator[Workers]:
    """Nothing runs until it is started; all is stopped at the end."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "masques_site.settings",
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": database_url(),
        "REDIS_URL": f"unix://{valkey.socket}",
        "BROKER_PREFIX": PREFIX,
        "SECRET_KEY": settings.SECRET_KEY,
        "MASQUES_BOT_PAUSE": "0",
    }
    started = Workers(tmp_path, environment)
    yield started
    started.stop()


@pytest.fixture
def wild_workers(workers: Workers, lantern: object) -> Workers:
    """Workers that know the test title and bots that misbehave."""
    workers.environment = {**workers.environment, "DJANGO_SETTINGS_MODULE": "tests.workers.wild_settings"}
    return workers
