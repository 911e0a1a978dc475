"""Threads that stay, for what pages and sockets ask of the database.

A thread that stays keeps its connection to the database and what was prepared on it. This is one of the fast paths
(docs/fast-paths.md): without them Channels calls the same functions on its one thread, and closes the connection each
time.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from channels.db import database_sync_to_async
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

from games.conf import conf
from games.plumbing import fast_paths

KEPT = 60.0  # seconds for which a thread keeps its connection to PostgreSQL
Result = TypeVar("Result")


def staying_threads(name: str) -> ThreadPoolExecutor:
    """Return an executor with `settings.WEB_THREADS` permanent threads."""
    return ThreadPoolExecutor(conf.WEB_THREADS, name, initializer=keep_connection)


def keep_connection() -> None:
    """Let this thread keep its connection instead of taking one from a pool: pages and sockets have as many threads
    each."""
    own: Any = connections[DEFAULT_DB_ALIAS]
    pool = own.settings_dict["OPTIONS"].get("pool")
    if own.vendor == "postgresql" and pool and pool["max_size"] > 2 * conf.WEB_THREADS:
        own.keep(KEPT)


async def on_socket_thread(call: Callable[..., Result], *arguments: Any) -> Result:
    """Call something that may ask the database, off the event loop, and return its result; at most
    `settings.WEB_THREADS` at a time. It sets its language and time zone itself."""
    if not fast_paths.enabled():
        found: Result = await database_sync_to_async(call)(*arguments)
        return found
    context = contextvars.copy_context()  # of this call alone
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(socket_threads(), context.run, _called, call, arguments)


@cache
def socket_threads() -> ThreadPoolExecutor:
    """Return the threads of this process's sockets."""
    return staying_threads("socket")


def _called(call: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    close_old_connections()
    try:
        return call(*arguments)
    finally:
        close_old_connections()
