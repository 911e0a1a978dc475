"""The locale of programs whose words and order must not depend on who starts them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "LC_ALL"  # stronger than LANG and all others


@contextmanager
def plain_locale() -> Iterator[None]:
    """Set the locale C, which every machine has, for programs that the block starts. A PostgreSQL server always sorts
    by the locale in which it was made, and cannot be made in one that is not installed."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "C"
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
