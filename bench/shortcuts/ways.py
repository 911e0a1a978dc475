"""The fast paths, by name, each with a context in which the plain way is taken instead."""

import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from django.core.handlers.asgi import ASGIHandler
from django.db import connection

from bench.shortcuts import works
from bench.shortcuts.works import Server

Context: TypeAlias = Callable[[], AbstractContextManager[object]]

OFF: Final = SimpleNamespace(enabled=lambda: False)
"""Replaces `games.plumbing.fast_paths` in a module, so that this module alone takes the plain way."""


@dataclass(frozen=True, slots=True)
class Way:
    """A fast path: the context without it, the works that are measured, and whether by the clock on the wall, for what
    spares waiting, or by the CPU time of this process."""

    plain: Context
    works: tuple[str, ...] = (works.A_MOVE, works.FRAGMENTS, works.VISITOR)
    by_wall: bool = False

    @property
    def clock(self) -> Callable[[], float]:
        return time.perf_counter if self.by_wall else time.process_time

    @property
    def unit(self) -> str:
        return "by the clock" if self.by_wall else "CPU"


def ways_here(server: Server) -> dict[str, Way]:
    """Return the ways that can be taken on the database of this process."""
    return {
        **WAYS,
        **_ways_of_server(server),
        **(_WAYS_OF_SQLITE if connection.vendor == "sqlite" else _of_postgres(server)),
    }


@contextmanager
def each_time(*names: str) -> Iterator[None]:
    """Make the cached functions with these names compute their results each time."""
    from django.utils.module_loading import import_string

    with ExitStack() as stack:
        for name in names:
            stack.enter_context(patch(name, import_string(name).__wrapped__))
        yield


@contextmanager
def drawn_for_each() -> Iterator[None]:
    """Draw the page of each spectator separately."""
    from games.views import drawings

    with patch.object(drawings.Drawings, "_is_fresh", lambda *_found: False):
        yield


@contextmanager
def replayed_from_the_start() -> Iterator[None]:
    """Replay each position and each list of entries from the first event."""
    from games.core.title.replay_cache import Replay, ReplayCache

    def get_or_create(_cache: ReplayCache, _key: str, *setup: Any) -> Replay:
        return Replay(*setup)

    with patch.object(ReplayCache, "get_or_create", get_or_create):
        yield


def each_address() -> AbstractContextManager[object]:
    """Return a context in which the address of a file is worked out each time."""
    from whitenoise.storage import CompressedManifestStaticFilesStorage

    from masques_site.plumbing.static_files import StaticFiles

    return patch.object(StaticFiles, "url", CompressedManifestStaticFilesStorage.url)


def gzip_of_zlib(content: bytes, level: int, *, mtime: int) -> bytes:
    """Compress with Python's own zlib; the arguments are those of `zlib_ng.gzip_ng.compress`."""
    return zlib.compress(content, level, wbits=31)


WAYS: Final[dict[str, Way]] = {
    "prepared queries": Way(lambda: patch("games.plumbing.prepared.fast_paths", OFF)),
    "rows in bulk": Way(lambda: patch("games.plumbing.bulk_sql.fast_paths", OFF)),
    "checks of rows by model": Way(lambda: each_time("games.strict._checks")),
    "seals by model": Way(lambda: each_time("games.sealed_row._words")),
    "replayed logs": Way(replayed_from_the_start),
    "drawings for all spectators": Way(drawn_for_each, (works.UNCACHED_CROWD,)),
    "addresses": Way(lambda: each_time("games.plumbing.addresses._url")),
    "addresses of files": Way(each_address, (works.HOMES, works.FRAGMENTS)),
    "pictures of titles": Way(lambda: each_time("games.templatetags.frame._picture"), (works.HOMES,)),
    "escaped texts": Way(lambda: each_time("games.plumbing.jinja_templates._escaped")),
    "texts in words": Way(lambda: each_time("games.translation._worded", "games.translation._kept")),
    "lines of the log": Way(lambda: each_time("games.views.log_text._said", "games.views.log_text._line")),
    "parts drawn once": Way(lambda: each_time("games.table_templates._once", "games.table_templates._each_once")),
    "moments": Way(lambda: each_time("games.templatetags.frame._moment", "games.templatetags.frame._absolute")),
    "zlib-ng": Way(lambda: patch("masques_site.plumbing.compression.gzip_ng.compress", gzip_of_zlib)),
}


# Of a web process.


@contextmanager
def connections_of_a_request() -> Iterator[None]:
    """Close each connection at the end of its request, as a site without fast paths does."""
    with patch.dict(connection.settings_dict, CONN_MAX_AGE=0):
        yield


@contextmanager
def handler_of_django(server: Server) -> Iterator[None]:
    """Have Django's own handler answer the pages."""
    with connections_of_a_request(), patch.object(server, "handler", ASGIHandler()):
        yield


@contextmanager
def thread_of_channels() -> Iterator[None]:
    """Have Channels call what sockets ask for."""
    with connections_of_a_request(), patch("games.plumbing.staying_threads.fast_paths", OFF):
        yield


def _ways_of_server(server: Server) -> dict[str, Way]:
    no_key = lambda: patch("masques_site.plumbing.handler.cache_key_of", lambda _scope: None)  # noqa: E731
    return {
        "page handler": Way(lambda: handler_of_django(server), (works.SERVED, works.SERVED_VISITOR)),
        "anonymous cache": Way(no_key, (works.SERVED_CROWD,)),
        "threads of sockets": Way(thread_of_channels, (works.BY_SOCKET,)),
    }


# Of one database.


def unqueued() -> AbstractContextManager[object]:
    """Return a context without the queue, in which SQLite itself keeps writers apart."""
    from django.db.backends.sqlite3 import base

    from masques_site.plumbing.queued_sqlite3.base import DatabaseWrapper

    begin = "_start_transaction_under_autocommit"
    return patch.object(DatabaseWrapper, begin, getattr(base.DatabaseWrapper, begin))


_WAYS_OF_SQLITE: Final = {"writers in turn": Way(unqueued, (works.WRITING,), by_wall=True)}


def unprepared() -> AbstractContextManager[object]:
    """Return a context in which values are written into the text of statements, as Django does."""
    from masques_site.plumbing.prepared_postgresql.base import DatabaseWrapper

    return patch.object(DatabaseWrapper, "prepared_cursor", DatabaseWrapper.cursor)


def connections_of_the_pool(server: Server) -> Context:
    """Return a context in which pages take a connection from the pool for each request."""
    from masques_site.plumbing.handler import PageHandler

    with patch("games.plumbing.staying_threads.keep_connection", lambda: None):
        handler = PageHandler()
    return lambda: patch.object(server, "handler", handler)


def _of_postgres(server: Server) -> dict[str, Way]:
    return {
        "statements that the server keeps": Way(unprepared, by_wall=True),
        "connections that a thread keeps": Way(connections_of_the_pool(server), (works.SERVED,), by_wall=True),
    }
