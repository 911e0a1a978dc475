"""A log that is quiet for a while."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_log(level: int) -> Iterator[None]:
    """Nothing of this level or below is logged meanwhile, and everything that was before is again afterwards.

    Each logger keeps whether it speaks at a level: who sets the number alone, and not by `logging.disable`, silences
    for good those that were asked meanwhile.
    """
    before = logging.root.manager.disable
    logging.disable(level)
    try:
        yield
    finally:
        logging.disable(before)
