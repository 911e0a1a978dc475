"""Counting what is done in a second of CPU time, so that a busy machine disturbs little."""

import time
from collections.abc import Callable


def per_second(work: Callable[[int], int], seconds: float) -> float:
    """How many things `work` does in a second. It is called with 0, 1, 2 ... and says how many it has done."""
    work(0)  # what is made at the first use is not measured
    done, turn = 0, 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work(turn)
        turn += 1
    return done / spent
