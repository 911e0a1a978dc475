"""Deletes old rows in batches: no writer waits for longer than a batch takes, and the next run continues."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db.models import BooleanField, Case, Model, Q, QuerySet, Value, When

BATCH = 1000  # rows that are checked, and deleted, in one batch
BATCHES = 200  # of one run

Place = tuple[datetime, int]  # in the order of age: the moment of a row, and its key
Row = tuple[datetime, int, bool]  # a row's place, and whether it may go
BEGINNING: Place = (datetime(1970, 1, 1, tzinfo=UTC), 0)


def prune(model: type[Model], old: Callable[[Place], "QuerySet[Any, Row]"], batch: int, batches: int) -> int:
    """Delete rows of `model`, the oldest first, each batch in its own transaction; return how many rows were deleted,
    dependent ones included.

    `old(place)` are the rows after a place that are old enough to be looked at, as `Row`, in the order of their places.
    """
    deleted, after = 0, BEGINNING
    for _turn in range(batches):
        found = list(old(after)[:batch])
        if not found:
            break
        if keys := [key for _moment, key, may_go in found if may_go]:
            deleted += model._default_manager.filter(pk__in=keys).delete()[0]
        after = found[-1][:2]
    return deleted


def holds(condition: Q) -> Case:
    """Return whether `condition` holds, as a value of each row; false where the database cannot tell."""
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=BooleanField())
