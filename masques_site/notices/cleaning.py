"""Deleting notices that are of no more use.

A notice keeps its decision, its end, its invitation or its line from being told twice, and a mail from being forgotten.
Of a decision it goes a month after it was made, if that decision is closed: no match opens it again. Everything else
goes after `RETENTION`, unless its match still runs: a proposal to end it, say, may stand as long. Nothing goes whose
mail still waits.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, Value, When

from games import clock
from games.models import Seat, Status
from masques_site.notices.models import Mail, Notice, NoticeKind

OF_DECISIONS = timedelta(days=30)
RETENTION = timedelta(days=120)
BATCH = 1000  # notices that are looked at, and deleted, at once
BATCHES = 200  # of one run; the next one goes on


def prune(batch: int = BATCH, batches: int = BATCHES) -> int:
    """Delete what the rule lets go, the oldest first, in transactions of their own; how many."""
    now, deleted = clock.now(), 0
    after = datetime(1970, 1, 1, tzinfo=UTC), 0
    for _turn in range(batches):
        found = list(_old(now, after)[:batch])
        if not found:
            break
        if keys := [pk for _at, pk, may_go in found if may_go]:
            deleted += Notice.objects.filter(pk__in=keys).delete()[0]
        after = found[-1][:2]
    return deleted


def _old(now: datetime, after: tuple[datetime, int]) -> QuerySet[Notice, Any]:
    """The moment, the key, and whether it may go, of notices old enough to be looked at, from `after` on in order."""
    moment, key = after
    owed = Seat.objects.filter(match=OuterRef("match"), index=OuterRef("seat"), due_decision=OuterRef("decision"))
    closed = Q(kind=NoticeKind.YOUR_TURN) & ~Q(Exists(owed))
    resting = Q(created_at__lt=now - RETENTION) & (Q(match=None) | ~Q(match__status=Status.RUNNING))
    may_go = ~Q(mail=Mail.WAITING) & (closed | resting)
    rows = Notice.objects.filter(created_at__gte=moment, created_at__lt=now - OF_DECISIONS)
    rows = rows.filter(Q(created_at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(may_go=Case(When(may_go, then=Value(True)), default=Value(False), output_field=BooleanField()))
    return rows.order_by("created_at", "pk").values_list("created_at", "pk", "may_go")
