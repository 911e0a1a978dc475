"""Brings players who are shown as away back to the table."""

from typing import Any

from django.db import transaction

from games.services.keeping.quarantine import quarantine_broken
from games.services.match.play import lock_to_act


def come_back(*, actor: Any, match_id: str) -> None:
    """Mark the holder of the seat of `actor` as back, so that its answers are awaited again. Idempotent.

    Raises a `Refusal`: `Missing`, `Forbidden`, `Conflict`.
    """
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked, row = lock_to_act(match_id, actor)
        if row.is_away:
            row.clock = row.clock.back()
            locked.tell()
        locked.save()
