"""Rates per second of CPU time, which depend little on other load."""

import time
from collections.abc import Callable


def per_second(work: Callable[[int], int], seconds: float) -> float:
    """Return the rate at which `work` does things. It is called with 0, 1, 2 ... and returns the number of things
    done."""
    work(0)  # warm-up
    done, turn = 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work(turn)
        turn += 1
    return done / spent
