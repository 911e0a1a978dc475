"""A log that is quiet for a while."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_log(level: int) -> Iterator[None]:
    """Log nothing of this level or below inside, and everything as before afterwards.

    Each logger caches whether it is enabled for a level: setting the number alone, without `logging.disable`, would
    silence loggers that were asked meanwhile for good.
    """
    before = logging.root.manager.disable
    logging.disable(level)
    try:
        yield
    finally:
        logging.disable(before)
