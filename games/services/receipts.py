"""Deleting receipts that can serve no retry any more.

A receipt goes when its match has been over for a week, or when it is a month old and the decision that it was for is
closed. A retry that comes later is refused as stale, or because the match is over: so a move takes effect once, with
or without its receipt. Those of an open decision stay, however old they are: without it a late copy of an answer that
was replaced since would replace the new one.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import BooleanField, Case, F, OuterRef, Q, QuerySet, Subquery, Value, When

from games import clock
from games.models import Event, Receipt, Status

AFTER_END = timedelta(days=7)
AFTER_MOVE = timedelta(days=30)
BATCH = 1000  # receipts that are looked at, and deleted, at once: nobody waits for longer than that takes
BATCHES = 200  # of one run; the next one goes on


def prune(batch: int = BATCH, batches: int = BATCHES) -> int:
    """Delete what the rule lets go, the oldest first, in transactions of their own; how many."""
    now, deleted = clock.now(), 0
    after = datetime(1970, 1, 1, tzinfo=UTC), 0
    for _turn in range(batches):
        found = list(_old(now, after)[:batch])
        if not found:
            break
        deleted += _delete([pk for _at, pk, may_go in found if may_go])
        after = found[-1][:2]
    return deleted


def _old(now: datetime, after: tuple[datetime, int]) -> QuerySet[Receipt, Any]:
    """The moment, the key, and whether it may go, of receipts old enough to be looked at, from `after` on in order."""
    moment, key = after
    opened = Event.objects.filter(match=OuterRef("match"), ply=OuterRef("match__decision") - 1).values("at")
    over = Q(match__status=Status.FINISHED, match__finished_at__lt=now - AFTER_END)
    # The decision that is open was opened by the event before it: what was sent earlier was for another one.
    closed = Q(at__lt=now - AFTER_MOVE) & Q(at__lt=F("opened_at"))
    rows = Receipt.objects.filter(at__gte=moment, at__lt=now - AFTER_END).filter(Q(at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(opened_at=Subquery(opened), may_go=_truth(over | closed))
    return rows.order_by("at", "pk").values_list("at", "pk", "may_go")


def _truth(condition: Q) -> Case:
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=BooleanField())


def _delete(keys: Sequence[int]) -> int:
    return Receipt.objects.filter(pk__in=keys).delete()[0] if keys else 0
