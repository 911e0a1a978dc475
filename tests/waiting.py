"""Waiting for other processes: as long as it takes, up to a bound, and no longer."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")


def eventually(look: Callable[[], Found], what: str, seconds: float = 30.0) -> Found:
    """The first true answer of `look`; fails, saying `what` did not happen, after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return found


async def soon(look: Callable[[], Awaitable[Found]], what: str, seconds: float = 30.0) -> Found:
    """`eventually` for what has to be awaited."""
    deadline = time.monotonic() + seconds
    while not (found := await look()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        await asyncio.sleep(0.05)
    return found
