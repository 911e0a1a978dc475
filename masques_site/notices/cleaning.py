"""Deleting notices that are of no more use.

A notice keeps its decision, its end, its invitation or its line from being told twice, and a mail from being forgotten.
Of a decision it goes a month after it was made, if that decision is closed: no match opens it again. Everything else
goes after `RETENTION`, unless its match still runs: a proposal to end it, say, may stand as long. Nothing goes whose
mail still waits.
"""

from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.models import Seat, Status
from games.services.keeping import pruning
from masques_site.notices.models import Mail, Notice, NoticeKind, OutboxMail

OF_DECISIONS = timedelta(days=30)
RETENTION = timedelta(days=120)
OUTBOX_KEPT = timedelta(days=30)


def prune(batch: int = pruning.BATCH, batches: int = pruning.BATCHES) -> int:
    """Delete what the rule lets go, the oldest first; how many."""
    return pruning.prune(Notice, _old, batch, batches)


def _old(after: pruning.Place) -> QuerySet[Notice, Any]:
    """Notices old enough to be looked at, from `after` on."""
    (moment, key), now = after, clock.now()
    owed = Seat.objects.filter(match=OuterRef("match"), index=OuterRef("seat"), due_decision=OuterRef("decision"))
    closed = Q(kind=NoticeKind.YOUR_TURN) & ~Q(Exists(owed))
    resting = Q(created_at__lt=now - RETENTION) & (Q(match=None) | ~Q(match__status=Status.RUNNING))
    rows = Notice.objects.filter(created_at__gte=moment, created_at__lt=now - OF_DECISIONS)
    rows = rows.filter(Q(created_at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(may_go=pruning.holds(~Q(mail=Mail.WAITING) & (closed | resting)))
    return rows.order_by("created_at", "pk").values_list("created_at", "pk", "may_go")


def prune_outbox(batch: int = pruning.BATCH) -> int:
    """Delete mails of the embedded site that were on show for `OUTBOX_KEPT`; how many."""
    old = OutboxMail.objects.filter(created_at__lt=clock.now() - OUTBOX_KEPT).order_by("pk")
    return OutboxMail.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:batch])).delete()[0]
