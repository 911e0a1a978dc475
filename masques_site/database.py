"""The pool of connections to PostgreSQL."""

from psycopg_pool.base import AttemptWithBackoff


def notice_its_return() -> None:
    """Look for a lost database every second.

    By itself the pool doubles its waits: after half a minute without the database pages went on failing for up to
    another half, and so on.
    """
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
