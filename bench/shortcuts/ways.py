"""The fast paths, by name, each with a context in which the plain way is taken instead."""

import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

Plain = Callable[[], AbstractContextManager[object]]

OFF: Final = SimpleNamespace(enabled=lambda: False)
"""What a module asks for the switch of the fast paths, switched off for it alone."""


@contextmanager
def each_time(*names: str) -> Iterator[None]:
    """The functions with these names, which keep what they found, work it out each time."""
    from django.utils.module_loading import import_string

    with ExitStack() as stack:
        for name in names:
            stack.enter_context(patch(name, import_string(name).__wrapped__))
        yield


@contextmanager
def drawn_for_each() -> Iterator[None]:
    """Nobody is shown what was drawn for somebody else."""
    from games.views import drawings

    with patch.object(drawings.Drawings, "_is_fresh", lambda *_found: False):
        yield


@contextmanager
def replayed_from_the_start() -> Iterator[None]:
    """Each position and each list of entries is replayed from the first event."""
    from games.core.title.replay_cache import Replay, ReplayCache

    def get_or_create(_cache: ReplayCache, _key: str, *setup: Any) -> Replay:
        return Replay(*setup)

    with patch.object(ReplayCache, "get_or_create", get_or_create):
        yield


def gzip_of_zlib(content: bytes, level: int, *, mtime: int) -> bytes:
    """As `zlib_ng.gzip_ng.compress`, by Python's own zlib."""
    return zlib.compress(content, level, wbits=31)


WAYS: Final[dict[str, Plain]] = {
    "prepared queries": lambda: patch("games.plumbing.prepared.fast_paths", OFF),
    "rows in bulk": lambda: patch("games.plumbing.bulk_sql.fast_paths", OFF),
    "checks of rows by model": lambda: each_time("games.strict._checks"),
    "seals by model": lambda: each_time("games.sealed_row._words"),
    "replayed logs": replayed_from_the_start,
    "drawings for all spectators": drawn_for_each,
    "addresses": lambda: each_time("games.plumbing.addresses._url"),
    "escaped texts": lambda: each_time("games.plumbing.jinja_templates._escaped"),
    "texts in words": lambda: each_time("games.translation._worded", "games.translation._kept"),
    "lines of the log": lambda: each_time("games.views.log_text._said", "games.views.log_text._line"),
    "parts drawn once": lambda: each_time("games.table_templates._once", "games.table_templates._each_once"),
    "moments": lambda: each_time("games.templatetags.frame._moment", "games.templatetags.frame._absolute"),
    "zlib-ng": lambda: patch("masques_site.plumbing.compression.gzip_ng.compress", gzip_of_zlib),
}
