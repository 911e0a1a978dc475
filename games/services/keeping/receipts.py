"""Deleting receipts that can serve no retry any more.

A receipt goes when its match has been over for a week, or when it is a month old and the decision that it was for is
closed. A retry that comes later is refused as stale, or because the match is over: so a move takes effect once, with
or without its receipt. Those of an open decision stay, however old they are: without it a late copy of an answer that
was replaced since would replace the new one.
"""

from datetime import timedelta
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games import clock
from games.models import Event, Receipt, Status
from games.services.keeping import pruning

AFTER_END = timedelta(days=7)
AFTER_MOVE = timedelta(days=30)


def prune(batch: int = pruning.BATCH, batches: int = pruning.BATCHES) -> int:
    """Delete the receipts that can serve no retry, the oldest first; return how many."""
    return pruning.prune(Receipt, _old, batch, batches)


def _old(after: pruning.Place) -> QuerySet[Receipt, Any]:
    """Return receipts old enough to be checked, from `after` on."""
    (moment, key), now = after, clock.now()
    opened = Event.objects.filter(match=OuterRef("match"), ply=OuterRef("match__decision") - 1).values("at")
    over = Q(match__status=Status.FINISHED, match__finished_at__lt=now - AFTER_END)
    # The decision that is open was opened by the event before it: what was sent earlier was for another one.
    closed = Q(at__lt=now - AFTER_MOVE) & Q(at__lt=F("opened_at"))
    rows = Receipt.objects.filter(at__gte=moment, at__lt=now - AFTER_END).filter(Q(at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(opened_at=Subquery(opened), may_go=pruning.holds(over | closed))
    return rows.order_by("at", "pk").values_list("at", "pk", "may_go")
