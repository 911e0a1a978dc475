"""The lease of a worker on decisions that bots owe: renewed while the worker thinks, expired seconds after it dies."""

import secrets
import threading
import time
from dataclasses import asdict
from datetime import timedelta
from types import TracebackType

from django.db import DatabaseError, connection

from games import clock
from games.core.clocks.bot_turn import Progress
from games.models import BotTurn

# A worker that was killed, ran out of memory or is frozen does not renew its lease. Others wait this long for it.
LEASE = timedelta(seconds=5)
RENEW_EVERY = 1.0  # seconds

# An attempt that goes on for this long does not react to the worker's own time limit: it is the last.
OVERRUN = 22.0  # seconds


class BotLease:
    """The decisions that this worker has leased. A thread renews the leases until the block is left.

    Every change is made only if the row is still as this worker knows it, so that of two workers one gets a lease,
    and one that lost it stores nothing.
    """

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)
        self._turns: list[BotTurn] = []
        self._began = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="bot lease", daemon=True)

    def __enter__(self) -> "BotLease":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def acquire(self, turn: BotTurn) -> bool:
        """Lease a decision before thinking about it; return False if another worker has it, or it is closed."""
        with self._lock:
            moment = clock.now()
            if not turn.progress.leasable(moment, LEASE):
                return False
            if not _swap(turn, turn.progress.lease(self._token, moment, LEASE)):
                return False
            self._turns.append(turn)
        if not self._thread.is_alive():
            self._thread.start()
        return True

    def keep(self, turn: BotTurn, text: str, seal: bytes) -> None:
        """Store the sealed move `text`, and end the lease on `turn`. Does nothing without a lease."""
        with self._lock:
            if turn in self._turns:
                self._turns.remove(turn)
                _swap(turn, turn.progress.keep(self._token), text=text, seal=seal)

    def _renew(self) -> None:
        try:
            while not self._over.wait(RENEW_EVERY):
                self._renew_all()
        finally:
            connection.close()

    def _renew_all(self) -> None:
        overran = time.monotonic() - self._began > OVERRUN
        with self._lock:
            for turn in self._turns:
                try:
                    _swap(turn, turn.progress.renew(self._token, clock.now(), LEASE, overran=overran))
                except (DatabaseError, MemoryError):  # a bot may have taken all there is; the next second may be better
                    connection.close()


def reject(turn: BotTurn) -> bool:
    """Drop the kept move of `turn`, whose seal does not fit; return False if the row has changed meanwhile."""
    return _swap(turn, turn.progress.reject(), text="", seal=b"")


def _swap(turn: BotTurn, progress: Progress, **columns: object) -> bool:
    """Take one step with a row, in the database and here, if it is still as it is here; return whether it was."""
    row = BotTurn.objects.filter(pk=turn.pk, **asdict(turn.progress))
    if not row.update(**asdict(progress), **columns):
        return False
    turn.progress = progress
    for name, value in columns.items():
        setattr(turn, name, value)
    return True
