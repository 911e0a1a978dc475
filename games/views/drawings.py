"""What several visitors see alike is drawn once for all of them."""

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
        """What `draw` returned last for `key`, which names everything that the drawing depends on."""
        with self.lock:
            entry_lock, found = self.kept.setdefault(key, (threading.Lock(), []))
            self.kept.move_to_end(key)
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
        with entry_lock:
            if not found or not timedelta(0) <= clock.now() - found[0][0] < self.max_age:
                found[:] = [(clock.now(), draw())]
            return found[0][1]
