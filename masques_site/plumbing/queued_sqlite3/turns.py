"""The queue of those who want to write into one database file."""

import fcntl
import os
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from pathlib import Path

LOOK_AGAIN = 0.001  # seconds between two looks at what other processes do
LOOK_FOR_ABANDONED = 1.0  # seconds between two checks for a turn that is never given back


class Turns:
    """A queue for writers: first come, first served among the threads of a process; among several processes, the first
    to find the file next to the database free."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.forget()

    def forget(self) -> None:
        """Start again without writers and waiters. For a new process, which has none of its parent's threads."""
        self._lock = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()
        self._abandoned: deque[None] = deque()
        self._file: int | None = None

    def take(self, timeout: float) -> bool:
        """Wait for a turn for at most `timeout` seconds; return whether it came. Its holder must `give_back`."""
        deadline = time.monotonic() + timeout
        if not self._among_threads(deadline):
            return False
        if self._among_processes(deadline):
            return True
        self.give_back()
        return False

    def give_back(self) -> None:
        """End a turn, and give it to the next in the queue."""
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def abandon(self) -> None:
        """Release the turn of a holder that is gone. Takes no lock: the garbage collector may call this at any
        moment."""
        self._abandoned.append(None)

    def _end_abandoned(self) -> None:
        with suppress(IndexError):
            self._abandoned.popleft()
            self.give_back()

    def _among_threads(self, deadline: float) -> bool:
        self._end_abandoned()
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            called = threading.Lock()
            called.acquire()
            self._waiting.append(called)
        while (left := deadline - time.monotonic()) > 0:
            if called.acquire(timeout=min(left, LOOK_FOR_ABANDONED)):
                return True
            self._end_abandoned()
        with self._lock, suppress(ValueError):
            self._waiting.remove(called)
            return False
        return True  # called in this very moment

    def _among_processes(self, deadline: float) -> bool:
        if self._file is None:
            self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            weakref.finalize(self, os.close, self._file)
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    return False
                time.sleep(LOOK_AGAIN)


_of_files: dict[Path, Turns] = {}
_guard = threading.Lock()


def turns_of(database: Path) -> Turns:
    """Return the queue for a database file; the file next to it, which processes lock, is created at the first
    write."""
    with _guard:
        if database not in _of_files:
            _of_files[database] = Turns(database.with_name(f"{database.name}-turns"))
        return _of_files[database]


def _in_a_new_process() -> None:
    global _guard
    _guard = threading.Lock()
    for turns in _of_files.values():
        turns.forget()


os.register_at_fork(after_in_child=_in_a_new_process)
