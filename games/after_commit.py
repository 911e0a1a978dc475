"""Hints and wake-ups leave the process here, after the commit, on one background thread.

Nothing on the path of a move, a page or a log-in waits for the broker: a call is queued or, when the queue is
full because the broker is dead, dropped. Whatever was lost is found again by the sweep and the pages' heartbeat.
"""

import atexit
import threading
from collections import OrderedDict
from collections.abc import Callable
from itertools import count

import structlog

logger = structlog.get_logger(__name__)
CAPACITY = 1000
LEAVING = 2.0  # seconds


class AfterCommitQueue:
    """A bounded queue and the daemon thread that empties it, started at the first call."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._calls: OrderedDict[tuple[str, object], Callable[[], object]] = OrderedDict()
        self._numbers = count()
        self._ready = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False

    def post(self, what: str, call: Callable[[], object], *, about: str | None = None) -> None:
        """Queue `call`; the oldest is dropped when the queue is full. Never raises, never waits.

        A call `about` something takes the place of one that still waits to say the same of it: when the broker
        comes back after a while, it is not flooded with what is long past.
        """
        with self._ready:
            self._calls[what, next(self._numbers) if about is None else about] = call
            if len(self._calls) > self._capacity:
                self._calls.popitem(last=False)
            if self._thread is None or not self._thread.is_alive():  # the first call, or after a fork
                self._thread = threading.Thread(target=self._run, name="outbound", daemon=True)
                self._thread.start()
            self._ready.notify()

    def wait_empty(self, timeout: float) -> bool:
        """Whether everything queued has left within `timeout` seconds (for shutdown and tests)."""
        with self._ready:
            return self._ready.wait_for(lambda: not self._calls and not self._busy, timeout)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._busy = False
                self._ready.notify_all()
                self._ready.wait_for(lambda: bool(self._calls))
                (what, _about), call = self._calls.popitem(last=False)
                self._busy = True
            try:
                call()
            except Exception as error:  # noqa: BLE001 - the broker is not on any path that may fail
                logger.warning("outbound call failed", what=what, error=type(error).__name__)


_queue = AfterCommitQueue()
post = _queue.post
wait_empty = _queue.wait_empty
# A process that ends lets the last calls leave, and never stops the thread in the middle of one.
atexit.register(wait_empty, LEAVING)
