"""The Celery app. Start workers and beat with `celery -A masques_site.celery_app`.

The classes named Steady... patch Celery and kombu where the loss of the broker would end or delay a worker;
docs/fast-paths.md lists them with the upstream issue that each answers.
"""

import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from celery import Celery
from celery.app.amqp import AMQP
from celery.concurrency.asynpool import AsynPool
from celery.concurrency.prefork import TaskPool
from celery.signals import (
    beat_init,
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_ready,
)
from django.db import close_old_connections
from kombu.connection import Connection
from kombu.transport import redis

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

MEMORY = 1 << 30  # bytes that a worker process may take beyond what it starts with


class SteadyChannel(redis.Channel):
    """A channel that raises a connection error where kombu would raise an AttributeError."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        """Return the parameters of the connection to the broker; raises `ConnectionError` if it was closed meanwhile.

        A worker that has a task in hand when the broker goes away acknowledges or rejects it over a connection that
        was closed meanwhile. Kombu has set it to None, and the AttributeError would end the worker; it expects
        connection errors there. The task is not lost: the sweep finds its work.
        """
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection to the broker was closed meanwhile")
        return cast(dict[str, Any], super()._connparams(asynchronous))  # type: ignore[no-untyped-call]


class SteadyTransport(redis.Transport):
    """The transport with `SteadyChannel`."""

    Channel = SteadyChannel


class SteadyConnection(Connection):
    """A connection that is restored within a second of the broker's return."""

    def get_transport_cls(self) -> type[Any]:
        """Return `SteadyTransport` in place of kombu's transport for Redis; other transports unchanged."""
        transport = super().get_transport_cls()  # type: ignore[no-untyped-call]
        return SteadyTransport if transport is redis.Transport else cast(type[Any], transport)

    def ensure_connection(self, errback: Callable[..., Any] | None = None, *args: Any, **kwargs: Any) -> Any:
        """Try to connect again at least once a second. Celery's own intervals grow to half a minute, in which bots
        would stall after the broker's return. Every attempt touches `READY_FILE`."""

        def not_yet(*reasons: Any, **more: Any) -> Any:
            show_a_sign_of_life()
            return errback(*reasons, **more) if errback else None

        intervals = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 1.0}
        return super().ensure_connection(not_yet, *args, **{**intervals, **kwargs})  # type: ignore[no-untyped-call]


class SteadyPool(AsynPool):
    """The pool of a worker's processes. While the worker tries to reconnect it reads nothing that they report."""

    HEARING = 0.5  # seconds in which reports that wait are read

    def _track_child_process(self, proc: Any, hub: Any) -> None:
        """Watch for the end of a process, unless its end has been handled already.

        With every new connection Celery watches all processes again. One that has ended and is not replaced yet has a
        closed file descriptor; Celery's ValueError about it would end the worker.
        """
        if getattr(proc, "_sentinel_poll", 0) is not None:
            super()._track_child_process(proc, hub)

    def _create_timelimit_handlers(self, hub: Any) -> None:
        self._hub = hub
        super()._create_timelimit_handlers(hub)

    def _on_soft_timeout(self, job: Any, *limits: Any) -> None:
        """Interrupt a task at its soft limit, after checking whether it has ended: otherwise its process, which is idle
        again, would be ended."""
        self._tref_for_id[job] = self._hub.call_later(self.HEARING, super()._on_soft_timeout, job, *limits)

    def _on_hard_timeout(self, job: Any) -> None:
        """End a task at its hard limit, after the same check."""
        self._tref_for_id[job] = self._hub.call_later(self.HEARING, super()._on_hard_timeout, job)


TaskPool.Pool = SteadyPool


class SteadyAMQP(AMQP):
    """Celery's AMQP with `SteadyConnection`."""

    Connection = SteadyConnection


app = Celery("masques_site", amqp=SteadyAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**_: Any) -> None:
    """Keep Celery from configuring logging, which `masques_site.logs` has set up: any receiver of this signal does."""


@worker_ready.connect
@beat_init.connect
@before_task_publish.connect
@task_postrun.connect
def show_a_sign_of_life(**_: Any) -> None:
    """Touch `READY_FILE` for the supervisor, which waits for it at the start and later checks its age.

    A worker does so with every task done, beat with every task sent, and either with every attempt to reconnect.
    """
    if sign := os.environ.get("READY_FILE"):
        Path(sign).touch()


@task_prerun.connect
@task_postrun.connect
def keep_connections(**_: Any) -> None:
    """Treat connections between tasks as between requests: broken or old ones are closed, the others kept, or given
    back to the pool."""
    close_old_connections()


@worker_process_init.connect
def bound_memory(**_: Any) -> None:
    """Limit memory: a bot that takes too much gets a MemoryError before the machine suffers."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
