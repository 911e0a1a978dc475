"""Waiting for other processes: as long as it takes, up to a bound, and no longer.

The bound only ends a run that would hang. It is never what a test is about: a machine that is ten times slower than
usual must not reach it. Mutation testing lowers it: there many runs hang, and none has to be on time.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = float(os.environ.get("TESTS_PATIENCE", "120"))  # seconds


def eventually(look: Callable[[], Found], what: str, seconds: float = PATIENCE) -> Found:
    """Return the first true answer of `look`; fail after `seconds`, saying that `what` did not happen."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found


async def soon(look: Callable[[], Awaitable[Found]], what: str, seconds: float = PATIENCE) -> Found:
    """Return the same as `eventually`, for a `look` that has to be awaited."""
    deadline = time.monotonic() + seconds
    while not (found := await look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        await asyncio.sleep(0.05)
    return found
