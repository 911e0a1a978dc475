"""Figures of deliveries for operators: what waits, since when, what arrived and what failed, by channel."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.utils.functional import Promise

from games import clock
from masques_site.notices.channels import CHANNELS
from masques_site.notices.hours import DAY, HOUR
from masques_site.notices.models import ChannelSwitch, Delivery, DeliveryState, Endpoint

MOST_REASONS = 8


@dataclass(frozen=True, slots=True)
class Traffic:
    """The figures of one channel. `reasons` are the answers to what failed within a day, the most frequent first."""

    code: str
    name: str | Promise
    is_on: bool
    due: int
    later: int
    oldest: datetime | None
    sent: int
    failing: int
    turned_off: int
    reasons: Sequence[tuple[str, int]]


def by_channel() -> list[Traffic]:
    """Return the figures of each channel, in six statements for all."""
    now, off = clock.now(), set(ChannelSwitch.objects.values_list("pk", flat=True))
    due, later = Q(due_at__lte=now), Q(due_at__gt=now)
    waiting = _by_channel(
        Delivery.objects.filter(due_at__isnull=False),
        due=Count("pk", filter=due),
        later=Count("pk", filter=later),
        oldest=Min("due_at", filter=due),
    )
    sent = _by_channel(Delivery.objects.filter(sent_at__gt=now - HOUR), number=Count("message", distinct=True))
    failed = Delivery.objects.filter(state=DeliveryState.FAILED, created_at__gt=now - DAY)
    reasons = failed.order_by().values_list("endpoint__channel", "said").annotate(n=Count("pk")).order_by("-n")
    places: dict[str, dict[str, Any]] = {
        row["channel"]: dict(row)
        for row in Endpoint.objects.order_by()
        .values("channel")
        .annotate(
            failing=Count("pk", filter=Q(failing_since__isnull=False, off_at=None)),
            turned_off=Count("pk", filter=~Q(off_because__in=("", Endpoint.Off.CHOSEN))),
        )
    }
    return [
        Traffic(
            code=code,
            name=channel.name,
            is_on=code not in off,
            due=waiting.get(code, {}).get("due", 0),
            later=waiting.get(code, {}).get("later", 0),
            oldest=waiting.get(code, {}).get("oldest"),
            sent=sent.get(code, {}).get("number", 0),
            failing=places.get(code, {}).get("failing", 0),
            turned_off=places.get(code, {}).get("turned_off", 0),
            reasons=[(said, number) for of, said, number in reasons if of == code][:MOST_REASONS],
        )
        for code, channel in CHANNELS.items()
    ]


def _by_channel(rows: QuerySet[Delivery], **figures: Any) -> dict[str, dict[str, Any]]:
    found = rows.order_by().values("endpoint__channel").annotate(**figures)
    return {str(row["endpoint__channel"]): dict(row) for row in found}
