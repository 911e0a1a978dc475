"""Deleting notices that are no longer needed.

A notice prevents a second one about the same thing, and a forgotten mail. It is deleted after a month if its kind says
that it cannot be called for again: no match reopens a closed decision. Everything else is deleted after `RETENTION`,
unless its match still runs: a proposal to end it, say, may be open as long. A notice that waits is kept. Deliveries go
with their notice, or after `DELIVERIES_KEPT`, but for those that the log of their endpoint shows.
"""

from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.models import Status
from games.services.keeping import pruning
from masques_site.notices.kinds import KINDS
from masques_site.notices.listing import LOG_LENGTH
from masques_site.notices.models import Delivery, Notice, OutboxMail, State

CLOSED_KEPT = timedelta(days=30)
RETENTION = timedelta(days=120)
DELIVERIES_KEPT = timedelta(days=30)
OUTBOX_KEPT = timedelta(days=30)


def prune(batch: int = pruning.BATCH, batches: int = pruning.BATCHES) -> int:
    """Delete the notices that may go, the oldest first; return how many."""
    return pruning.prune(Notice, _old, batch, batches)


def _old(after: pruning.Place) -> QuerySet[Notice, Any]:
    """Return notices old enough to be checked, from `after` on."""
    (moment, key), now = after, clock.now()
    rules = {code: rule for code, kind in KINDS.items() if (rule := kind.closed()) is not None}
    closed = reduce(or_, (Q(kind=code) & rule for code, rule in rules.items()), Q(pk__in=()))
    resting = Q(created_at__lt=now - RETENTION) & (Q(match=None) | ~Q(match__status=Status.RUNNING))
    rows = Notice.objects.filter(created_at__gte=moment, created_at__lt=now - CLOSED_KEPT)
    rows = rows.filter(Q(created_at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(may_go=pruning.holds(~Q(state=State.WAITING) & (closed | resting)))
    return rows.order_by("created_at", "pk").values_list("created_at", "pk", "may_go")


def prune_deliveries(batch: int = pruning.BATCH, batches: int = pruning.BATCHES) -> int:
    """Delete the deliveries that are over and old, except the last ones to each endpoint; return how many."""
    return pruning.prune(Delivery, _old_deliveries, batch, batches)


def _old_deliveries(after: pruning.Place) -> QuerySet[Delivery, Any]:
    """Return deliveries old enough to be checked, from `after` on."""
    moment, key = after
    later = Delivery.objects.filter(endpoint=OuterRef("endpoint"), pk__gt=OuterRef("pk"), attempts__gt=0)
    is_off_the_log = Q(attempts=0) | Q(Exists(later[LOG_LENGTH - 1 : LOG_LENGTH]))
    rows = Delivery.objects.filter(created_at__gte=moment, created_at__lt=clock.now() - DELIVERIES_KEPT)
    rows = rows.filter(Q(created_at__gt=moment) | Q(pk__gt=key))
    rows = rows.annotate(may_go=pruning.holds(Q(due_at=None) & is_off_the_log))
    return rows.order_by("created_at", "pk").values_list("created_at", "pk", "may_go")


def prune_outbox(batch: int = pruning.BATCH) -> int:
    """Delete mails of the embedded site that were on show for `OUTBOX_KEPT`; return how many."""
    old = OutboxMail.objects.filter(created_at__lt=clock.now() - OUTBOX_KEPT).order_by("pk")
    return OutboxMail.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:batch])).delete()[0]
