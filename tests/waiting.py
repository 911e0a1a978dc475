"""Waiting for other processes: as long as it takes, up to a bound, and no longer."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def eventually(look: Callable[[], Found], what: str, seconds: float = 30.0) -> Found:
    """The first true answer of `look`; fails, saying `what` did not happen, after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found
