"""Sends hints and wake-ups to the broker after the commit, on one background thread.

No move, page or log-in waits for the broker: calls are queued, and dropped if the queue is full because the broker is
down. The sweep and the pages' polling make up for lost calls.
"""

import atexit
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from itertools import count

import structlog

logger = structlog.get_logger(__name__)
CAPACITY = 1000
EXIT_TIMEOUT = 2.0  # seconds
GATHER = 2.0  # seconds


class AfterCommitQueue:
    """A bounded queue of calls and the daemon thread that makes them, started by the first `post`."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._calls: OrderedDict[tuple[str, object], Callable[[], object]] = OrderedDict()
        self._numbers = count()
        self._ready = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._gathered: dict[str, dict[str, None]] = {}
        self._due: OrderedDict[str, tuple[float, Callable[[list[str]], object]]] = OrderedDict()

    def post(self, name: str, call: Callable[[], object], *, key: str | None = None) -> None:
        """Queue `call`, dropping the oldest call if the queue is full. Never raises, never blocks.

        With a `key`, it replaces a queued call with the same name and key, so that the broker is not flooded with
        outdated messages when it is available again.
        """
        with self._ready:
            self._calls[name, next(self._numbers) if key is None else key] = call
            if len(self._calls) > self._capacity:
                self._calls.popitem(last=False)
            self._wake()

    def gather(self, name: str, item: str, call: Callable[[list[str]], object]) -> None:
        """Queue `call` with all items that are gathered under `name` within the next two seconds, each once. Items that
        are still being gathered when the process ends are dropped. Never raises, never blocks."""
        with self._ready:
            self._due.setdefault(name, (time.monotonic() + GATHER, call))
            items = self._gathered.setdefault(name, {})
            items[item] = None
            if len(items) > self._capacity:
                del items[next(iter(items))]
            self._wake()

    def _wake(self) -> None:
        """Wake the thread; the first call, and the first after a fork, starts it."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="after-commit", daemon=True)
            self._thread.start()
        self._ready.notify()

    def wait_empty(self, timeout: float) -> bool:
        """Wait until the queue is empty; return whether that took at most `timeout` seconds. For shutdown and
        tests."""
        with self._ready:
            return self._ready.wait_for(lambda: not self._calls and not self._busy, timeout)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._busy = False
                self._ready.notify_all()
                name, call = self._next()
                self._busy = True
            try:
                call()
            except Exception as error:  # noqa: BLE001 - a broker failure must not end the thread
                logger.warning("on_commit callback failed", name=name, error=type(error).__name__)

    def _next(self) -> tuple[str, Callable[[], object]]:
        """Wait for the next call, and return its name and it. Gathered items go first when their time has come."""
        while True:
            name, (due, call) = next(iter(self._due.items()), ("", (float("inf"), list)))
            if due <= time.monotonic():
                del self._due[name]
                return name, partial(call, list(self._gathered.pop(name)))
            if self._calls:
                (name, _key), queued = self._calls.popitem(last=False)
                return name, queued
            self._ready.wait(None if due == float("inf") else due - time.monotonic())


_queue = AfterCommitQueue()
post = _queue.post
gather = _queue.gather
wait_empty = _queue.wait_empty
# At exit, wait for the queued calls, so that the daemon thread is not killed during one.
atexit.register(wait_empty, EXIT_TIMEOUT)
