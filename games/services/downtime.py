"""Time in which the site did not run, or that its clock jumped over: nobody is late because of it.

Deadlines follow the time that the site has lived. Where two heartbeats are more than a minute apart, by an outage or by
a clock that was set, running clocks are moved by that much, forward or back, and keep the time that was left.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from games import clock
from games.core.pauses import Pauses
from games.core.seat_clock import CLOCK_FIELDS, SeatClock
from games.models import Heartbeat, Match, Seat, Status
from games.services import bulk_sql, sealed_rows
from games.services.heartbeat import is_close, tolerance
from games.services.locked_match import earliest_deadline

logger = structlog.get_logger(__name__)

BATCH = 500  # matches whose seats are held in memory at once
UNREADABLE = (ValueError, TypeError, ArithmeticError)  # what a corrupt field of a clock raises

Change = Callable[[SeatClock], SeatClock]


def record_heartbeat() -> timedelta:
    """Store that the site runs now. Every sweep calls it before it settles anything.

    Clocks are moved first if the last heartbeat is not close (`extend_deadlines`); returns by how much.
    """
    moment, near = clock.now(), tolerance()
    if Heartbeat.objects.filter(pk=1, at__gt=moment - near, at__lt=moment + near).update(at=moment):
        return timedelta(0)
    moved = extend_deadlines()
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": moment})
    return moved


def extend_deadlines() -> timedelta:
    """Move every running clock by the time in which the site did not run, or by which its clock was set.

    Called before the site starts, and by a sweep that comes long after the last one. Returns that time: zero if it was
    shorter than a minute, negative if the clock was set back. What was overdue already at the last heartbeat stays
    overdue. Running it twice, or twice at once, does nothing the second time.
    """
    with transaction.atomic(durable=True):
        heartbeat = Heartbeat.objects.select_for_update().filter(pk=1).first()
        moment = clock.now()
        if heartbeat is None or is_close(heartbeat.at, moment):
            return timedelta(0)
        gap = moment - heartbeat.at
        _move_clocks(_change(heartbeat.at, moment))
        heartbeat.at = moment
        heartbeat.save()
    logger.warning("clocks moved: the site did not run, or its clock was set", seconds=gap.total_seconds())
    return gap


def _change(last: datetime, moment: datetime) -> Change:
    """What becomes of a running clock between the last heartbeat and `moment`."""
    if last <= moment:
        outage = Pauses.of((last, moment))
        return lambda seat_clock: seat_clock.suspend(outage)
    return lambda seat_clock: seat_clock.set_back(moment, last - moment)


def _move_clocks(change: Change) -> None:
    timed = Match.objects.filter(status=Status.RUNNING, deadline__isnull=False).order_by("pk")
    match_ids = list(timed.values_list("pk", flat=True))
    for begin in range(0, len(match_ids), BATCH):
        batch = match_ids[begin : begin + BATCH]
        if not _move_readable(batch, change):  # each by itself: one in trouble must not hold up the others
            for match_id in batch:
                if not _move_readable([match_id], change):
                    logger.error("clocks not moved: a field cannot be read", match=match_id)


def _move_readable(match_ids: Sequence[str], change: Change) -> bool:
    """Change the clocks of these matches; False, and nothing was changed, if one of them cannot be read."""
    try:
        with transaction.atomic():
            _move(match_ids, change)
    except UNREADABLE:
        return False
    return True


def _move(match_ids: Sequence[str], change: Change) -> None:
    locked = Match.objects.select_for_update().filter(pk__in=match_ids, status=Status.RUNNING).order_by("pk")
    matches = list(locked.prefetch_related("seats"))
    changed: list[Seat] = []
    for match in matches:
        seats = list(match.seats.all())
        for seat in seats:
            before = seat.clock
            seat.clock = change(before)
            if seat.clock != before:
                changed.append(seat)
        match.deadline = earliest_deadline(seats)
    sealed_rows.save(changed, CLOCK_FIELDS)
    bulk_sql.update(matches, ("deadline",))
