"""Time in which the site did not run, or that its clock jumped over: nobody is late because of it.

Deadlines follow the time that the site has lived. Where two heartbeats are more than a minute apart, by an outage or by
a clock that was set, running clocks are moved by that much, forward or back, and keep the time that was left. Other
apps move theirs with them (`signals.deadlines_moved`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from games import clock, signals
from games.core.errors import BrokenRow
from games.core.pauses import Pauses, PauseSchedule
from games.core.seat_clock import CLOCK_FIELDS, SeatClock
from games.models import Heartbeat, Match, Seat, Status
from games.selectors.stored import check_match, check_seats, each_readable
from games.services import bulk_sql, sealed_rows
from games.services.heartbeat import is_close, tolerance
from games.services.locked_match import earliest_deadline
from games.services.quarantine import mark_set_aside

logger = structlog.get_logger(__name__)

BATCH = 500  # matches whose seats are held in memory at once

Change = Callable[[SeatClock, PauseSchedule], SeatClock]


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
    overdue. Running it twice, or twice at once, does nothing the second time. A match that cannot be read is set aside,
    by this or by the next sweep; the others go on.
    """
    with transaction.atomic(durable=True):
        heartbeat = Heartbeat.objects.select_for_update().filter(pk=1).first()
        moment = clock.now()
        if heartbeat is None or is_close(heartbeat.at, moment):
            return timedelta(0)
        gap = moment - heartbeat.at
        signals.deadlines_moved.send_robust(Heartbeat, distance=gap)
        _move_clocks(_change(heartbeat.at, moment))
        heartbeat.at = moment
        heartbeat.save()
    logger.warning("clocks moved: the site did not run, or its clock was set", seconds=gap.total_seconds())
    return gap


def _change(last: datetime, moment: datetime) -> Change:
    """What becomes of a running clock, whose pauses are known, between the last heartbeat and `moment`."""
    if last <= moment:
        outage = Pauses.of((last, moment))
        return lambda seat_clock, known: seat_clock.suspend(outage, known)
    return lambda seat_clock, known: seat_clock.set_back(moment, last - moment, known)


def _move_clocks(change: Change) -> None:
    timed = Match.objects.filter(status=Status.RUNNING, deadline__isnull=False).order_by("pk")
    match_ids = list(timed.values_list("pk", flat=True))
    for begin in range(0, len(match_ids), BATCH):
        _move(match_ids[begin : begin + BATCH], change)


def _move(match_ids: Sequence[str], change: Change) -> None:
    """Change the clocks of these matches, and set aside those that cannot be read."""
    locked = Match.objects.select_for_update().filter(pk__in=match_ids, status=Status.RUNNING).order_by("pk")
    matches: list[Match] = []
    changed: list[Seat] = []
    for match in each_readable(locked.prefetch_related("seats")):
        try:
            changed += _changed_seats(match, change)
        except BrokenRow as error:
            mark_set_aside(match.pk, error)
        else:
            matches.append(match)
    sealed_rows.save(changed, CLOCK_FIELDS)
    bulk_sql.update(matches, ("deadline",))


def _changed_seats(match: Match, change: Change) -> list[Seat]:
    """Change the clocks of a match; its seats that are others now. Raises `BrokenRow`."""
    seats = list(match.seats.all())
    check_match(match)
    check_seats(match, seats)
    changed = []
    for seat in seats:
        before = seat.clock
        seat.clock = change(before, seat.pause_schedule)
        if seat.clock != before:
            changed.append(seat)
    match.deadline = earliest_deadline(seats)
    return changed
