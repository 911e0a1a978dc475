"""What a page leaves to be written once it has been sent: that somebody has seen how a match ended.

All at a table see that at the same moment, and each mark in a transaction of its own would cross to a thread, wait for
the writers of moves and hold them up. So those of a moment are written together. Other looks are no writes
(`games.services.beside.looks`).
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from django.db import Error, connection, transaction

from games.plumbing.unawaited import commit_unawaited

logger = structlog.get_logger(__name__)

Call = Callable[[], object]
MOMENT = 0.1  # seconds in which more may come; nobody opens the next page sooner


class AfterSending:
    """The calls that wait to be made. Used on one event loop."""

    def __init__(self, run: Callable[[Callable[[], None]], Awaitable[object]], moment: float = MOMENT) -> None:
        """`run` makes a call on a thread that may talk to the database; `moment` is in seconds."""
        self._run = run
        self._moment = moment
        self._waiting: list[Call] = []
        self._writing = asyncio.Lock()

    async def make(self, call: Call) -> None:
        """Have `call` made, with what else comes in this moment; returns when that has been written, or logged as an
        error."""
        self._waiting.append(call)
        async with self._writing:
            if call not in self._waiting:
                return  # made with those of somebody else
            await asyncio.sleep(self._moment)
            calls, self._waiting = self._waiting, []
            await self._run(lambda: make_all(calls))


def make_all(calls: list[Call]) -> None:
    """Make `calls`; an error of the database is logged, and nothing of its transaction is kept.

    SQLite has one writer and each commit waits for the disk, so all are made in one transaction. PostgreSQL locks
    rows: a transaction with the marks of several seats would hold some while it waits for others, as moves do, and
    each might wait for the other. There every call has its own, which does not wait for the disk.
    """
    for together in [calls] if connection.vendor == "sqlite" else [[call] for call in calls]:
        try:
            with transaction.atomic():
                commit_unawaited()
                for call in together:
                    call()
        except Error as error:
            logger.warning("work after responses failed", error=type(error).__name__)
    if not connection.in_atomic_block:  # of somebody who called this
        connection.close_if_unusable_or_obsolete()
