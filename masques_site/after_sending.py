"""What a page leaves to be written once it has been sent: who has seen what, and when.

Every fragment leaves such a mark, so under load there are as many of them as pages, and each in a transaction of its
own would wait for the writers of moves and hold them up. One thread writes what has come meanwhile in one transaction,
which need not reach the disk at once: a mark that a power failure takes away is made again by the next page.
"""

import threading
from collections import deque
from collections.abc import Callable

import structlog
from django.db import Error, connection, transaction

logger = structlog.get_logger(__name__)
CAPACITY = 1000  # the oldest are dropped while the database does not answer
BATCH = 50  # calls in one transaction: writers of moves wait no longer than for these


class AfterSending:
    """A bounded queue of calls and the daemon thread that makes them, started by the first `post`."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], object]] = deque(maxlen=CAPACITY)
        self._ready = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False

    def post(self, call: Callable[[], object]) -> None:
        """Have `call` made soon; it logs its own errors. Never blocks, never raises."""
        with self._ready:
            self._calls.append(call)
            if self._thread is None or not self._thread.is_alive():  # the first call, or the first after a fork
                self._thread = threading.Thread(target=self._run, name="after-sending", daemon=True)
                self._thread.start()
            self._ready.notify()

    def wait_empty(self, timeout: float) -> bool:
        """Wait until all calls are made; whether they were within `timeout` seconds."""
        with self._ready:
            return self._ready.wait_for(lambda: not self._calls and not self._busy, timeout)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._busy = False
                self._ready.notify_all()
                self._ready.wait_for(lambda: bool(self._calls))
                batch = [self._calls.popleft() for _ in range(min(len(self._calls), BATCH))]
                self._busy = True
            try:
                make(batch)
            except Error as error:
                logger.warning("work after responses failed", error=type(error).__name__)
                connection.close()


def make(calls: list[Callable[[], object]]) -> None:
    """Make `calls` in one transaction that is not waited for until it is on the disk; raises `Error`."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=NORMAL")
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit = off")
        for call in calls:
            call()
    connection.close_if_unusable_or_obsolete()
