"""Commits that do not wait for the disk."""

from django.db import connection


def commit_unawaited() -> None:
    """Let this transaction's commit not wait for the disk, where the database can: what a power failure takes away of
    presence, the next page makes again."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
