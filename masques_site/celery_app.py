"""The Celery app. Start workers and beat with `celery -A masques_site.celery_app`."""

import contextlib
import os
import resource
from pathlib import Path
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import beat_init, worker_process_init, worker_ready
from kombu.connection import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

MEMORY = 1 << 30  # bytes that a worker process may take beyond what it starts with


class SteadyConnection(Connection):
    """Survives the death of the broker, and notices its return."""

    def maybe_close_channel(self, channel: Any) -> None:
        """Close `channel`, whatever its state.

        With a task in hand and the broker gone, kombu tries to give the task back over a connection that it has
        forgotten already; the AttributeError would end the worker. The task is not missed: the sweep finds its work.
        """
        with contextlib.suppress(AttributeError):
            super().maybe_close_channel(channel)  # type: ignore[no-untyped-call]

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Any:
        """Look again after two seconds at most. Celery's own patience grows to half a minute, in which bots would
        stand still after the broker's return."""
        intervals = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
        return super().ensure_connection(*args, **{**intervals, **kwargs})  # type: ignore[no-untyped-call]


class SteadyAMQP(AMQP):
    """Celery's messages over such connections."""

    Connection = SteadyConnection


app = Celery("masques_site", amqp=SteadyAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
@beat_init.connect
def tell_that_we_are_ready(**_: Any) -> None:
    """Leave a sign for the process that started this one and waits for it."""
    if sign := os.environ.get("READY_FILE"):
        Path(sign).touch()


@worker_process_init.connect
def bound_memory(**_: Any) -> None:
    """A bot that eats memory gets a MemoryError of its own, before the machine suffers."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
