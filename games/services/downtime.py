"""Time in which the site did not run: clocks stand still, so that nobody is late because of it."""

from datetime import timedelta

from django.db import transaction

from games import clock
from games.core.pauses import Pauses
from games.core.seat_clock import CLOCK_FIELDS
from games.models import Heartbeat, Match, Seat, Status
from games.services import bulk_sql, sealed_rows
from games.services.locked_match import earliest_deadline

GRACE = timedelta(minutes=1)  # a restart this short is left alone
BATCH = 500  # matches whose seats are held in memory at once


def record_heartbeat() -> None:
    """Store that the site runs now. Called by every sweep."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def extend_deadlines() -> timedelta:
    """Suspend every running clock for the time in which the site did not run.

    Called once before the site starts again; returns that time, zero if it was shorter than a minute. What was
    overdue already when the site stopped stays overdue. Running it twice does nothing the second time.
    """
    with transaction.atomic(durable=True):
        last = Heartbeat.objects.select_for_update().filter(pk=1).first()
        moment = clock.now()
        gap = timedelta(0) if last is None else moment - last.at
        if last is None or gap < GRACE:
            return timedelta(0)
        outage = Pauses.of((last.at, moment))
        timed = Match.objects.filter(status=Status.RUNNING, deadline__isnull=False).order_by("pk")
        match_ids = list(timed.values_list("pk", flat=True))
        for begin in range(0, len(match_ids), BATCH):
            _suspend_clocks(match_ids[begin : begin + BATCH], outage)
        last.at = moment
        last.save()
    return gap


def _suspend_clocks(match_ids: list[str], outage: Pauses) -> None:
    locked = Match.objects.select_for_update().filter(pk__in=match_ids, status=Status.RUNNING).order_by("pk")
    matches = list(locked.prefetch_related("seats"))
    changed: list[Seat] = []
    for match in matches:
        seats = list(match.seats.all())
        for seat in seats:
            before = seat.clock
            seat.clock = before.suspend(outage)
            if seat.clock != before:
                changed.append(seat)
        match.deadline = earliest_deadline(seats)
    sealed_rows.save(changed, CLOCK_FIELDS)
    bulk_sql.update(matches, ("deadline",))
