"""The connection pool of PostgreSQL."""

from psycopg_pool.base import AttemptWithBackoff


def limit_reconnect_delay() -> None:
    """Make the pool try to reconnect every second.

    By default psycopg_pool doubles the delay after each attempt, so that pages would go on failing for as long again
    after the database has come back.
    """
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
