"""Revisions of calendars, by which programs notice that an event has moved.

A program that subscribes takes an event for the same as before unless its SEQUENCE has risen (RFC 5545). So the events
of one reading are stored until the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock
from games.selectors.stored import each_readable
from leagues.models import CalendarEvent


@dataclass(frozen=True, slots=True)
class Revision:
    """The number of times that an event has moved since a program first read it, and the time of the last."""

    sequence: int
    modified_at: datetime


def revise(user: Any, events: Mapping[str, datetime]) -> dict[str, Revision]:
    """Store the events of the calendar of `user`, by UID, with the time at which each begins; return their revisions.
    Those that have moved since the last reading are a revision further."""
    with transaction.atomic():
        return _revise(user, events, clock.now())


def _revise(user: Any, events: Mapping[str, datetime], now: datetime) -> dict[str, Revision]:
    known = {row.uid: row for row in each_readable(CalendarEvent.objects.filter(user=user))}
    new = [
        CalendarEvent(user=user, uid=uid, begins_at=at, modified_at=now)
        for uid, at in events.items()
        if uid not in known
    ]
    CalendarEvent.objects.bulk_create(new, ignore_conflicts=True)
    moved = [known[uid] for uid, at in events.items() if uid in known and known[uid].begins_at != at]
    for row in moved:
        row.begins_at, row.sequence, row.modified_at = events[row.uid], row.sequence + 1, now
    CalendarEvent.objects.bulk_update(moved, ["begins_at", "sequence", "modified_at"])
    CalendarEvent.objects.filter(user=user).exclude(uid__in=events).delete()
    rows = {**known, **{row.uid: row for row in new}}
    return {uid: Revision(rows[uid].sequence, rows[uid].modified_at) for uid in events}
