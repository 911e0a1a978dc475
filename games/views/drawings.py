"""Caches drawings that several visitors see alike."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from games import clock

T = TypeVar("T")


class Drawings(Generic[T]):
    """The last `most` drawings, none older than `max_age`. Threads may share it: if one is drawing, others that ask for
    the same wait for it."""

    def __init__(self, most: int, max_age: timedelta) -> None:
        self.most, self.max_age = most, max_age
        self.lock = threading.Lock()
        self.kept: OrderedDict[Hashable, tuple[threading.Lock, list[tuple[datetime, T]]]] = OrderedDict()

    def of(self, key: Hashable, draw: Callable[[], T]) -> T:
        """Return the drawing kept for `key`, or call `draw` and keep what it returns. `key` names everything that the
        drawing depends on."""
        entry_lock, found = self._entry(key)
        with entry_lock:
            if not self._is_fresh(found):
                found[:] = [(clock.now(), draw())]
            return found[0][1]

    def known(self, key: Hashable) -> T | None:
        """Return what was last drawn for `key`; None if nothing was, or too long ago."""
        _lock, found = self.kept.get(key, (None, []))
        return found[0][1] if self._is_fresh(found) else None

    def keep(self, key: Hashable, drawing: T) -> None:
        """Keep what was drawn for `key`, for a caller who draws several at once."""
        self._entry(key)[1][:] = [(clock.now(), drawing)]

    def _entry(self, key: Hashable) -> tuple[threading.Lock, list[tuple[datetime, T]]]:
        with self.lock:
            entry = self.kept.setdefault(key, (threading.Lock(), []))
            self.kept.move_to_end(key)
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
            return entry

    def _is_fresh(self, found: list[tuple[datetime, T]]) -> bool:
        return bool(found) and timedelta(0) <= clock.now() - found[0][0] < self.max_age
