"""Downtime and jumps of the site's clock: nobody is late because of them.

Deadlines count the time that the site was up. If two heartbeats are more than a minute apart, because of an outage or a
clock that was set, running clocks are moved by that much, forward or back, and keep their remaining time. Other apps
move theirs with them (`signals.deadlines_moved`).
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from games import clock, signals
from games.core.clocks.pauses import Pauses, PauseSchedule
from games.core.clocks.seat_clock import CLOCK_FIELDS, SeatClock
from games.core.errors import BrokenRow
from games.models import Heartbeat, Match, Outage, Seat, Status
from games.plumbing import bulk_sql
from games.selectors.stored import check_match, check_seats, each_readable
from games.services.clocks import alarms
from games.services.clocks.heartbeat import is_close, tolerance
from games.services.keeping import sealed_rows
from games.services.keeping.quarantine import mark_set_aside

logger = structlog.get_logger(__name__)

BATCH = 200  # matches that are locked together; a move in one of them waits until all are done
SECONDS = 5.0  # for which one sweep moves clocks

Change = Callable[[SeatClock, PauseSchedule], SeatClock]


def record_heartbeat() -> timedelta:
    """Store that the site runs now. Every sweep calls it before it settles anything.

    Clocks are moved first if the last heartbeat is not close, and while some are still to be moved
    (`extend_deadlines`); returns by how much.
    """
    moment, near = clock.now(), tolerance()
    close = Heartbeat.objects.filter(pk=1, at__gt=moment - near, at__lt=moment + near)
    if close.filter(is_moving=False).update(at=moment):
        return timedelta(0)
    moved = extend_deadlines()
    if not close.update(at=moment):
        Heartbeat.objects.get_or_create(pk=1, defaults={"at": moment})
    return moved


def extend_deadlines() -> timedelta:
    """Move every running clock by the time in which the site did not run, or by which its clock was set.

    Called before the site starts, and by a sweep that comes long after the last one. Returns that time: zero if it was
    shorter than a minute, negative if the clock was set back. Decisions that were overdue at the last heartbeat stay
    overdue. Running it twice, or twice at once, does nothing the second time. A match that cannot be read is set aside,
    by this or by the next sweep; the others go on.

    The outage is stored first, and clocks are moved some matches at a time, each in its own transaction, for `SECONDS`;
    the next sweeps continue. Until its turn comes a match knows of the outage (`heartbeat.gap_before`).
    """
    gap = _note_outage()
    until = time.monotonic() + SECONDS
    while _move_some() and time.monotonic() < until:
        pass
    return gap


def _note_outage() -> timedelta:
    """Store the time since the last heartbeat as an outage, unless that is close, and let other apps move their
    deadlines; return how long it was."""
    with transaction.atomic(durable=True):
        heartbeat = Heartbeat.objects.select_for_update().filter(pk=1).first()
        moment = clock.now()
        if heartbeat is None or is_close(heartbeat.at, moment):
            return timedelta(0)
        gap = moment - heartbeat.at
        signals.deadlines_moved.send_robust(Heartbeat, distance=gap)
        Outage.objects.create(began=heartbeat.at, ended=moment)
        heartbeat.at, heartbeat.is_moving = moment, True
        heartbeat.save()
    logger.warning("clocks move: the site did not run, or its clock was set", seconds=gap.total_seconds())
    return gap


def _move_some() -> bool:
    """Move the clocks of the next matches; return whether some are left. Killed at any point, nothing is moved
    twice."""
    with transaction.atomic(durable=True):
        heartbeat = Heartbeat.objects.select_for_update().filter(pk=1, is_moving=True).first()
        outage = None if heartbeat is None else Outage.objects.order_by("pk").first()
        if heartbeat is None or outage is None:
            Heartbeat.objects.filter(pk=1).update(is_moving=False)
            return False
        timed = Match.objects.filter(status=Status.RUNNING, alarm__isnull=False, pk__gt=outage.cursor)
        match_ids = list(timed.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if match_ids:
            _move(match_ids, _change(outage.began, outage.ended))
            outage.cursor = match_ids[-1]
            outage.save(update_fields=["cursor"])
        else:
            outage.delete()
        return True


def _change(last: datetime, moment: datetime) -> Change:
    """Return the change of a running clock with known pauses for the time between the last heartbeat and `moment`."""
    if last <= moment:
        outage = Pauses.of((last, moment))
        return lambda seat_clock, known: seat_clock.suspend(outage, known)
    # Clocks started since the clock was set started before this moment, and are left as they are.
    return lambda seat_clock, known: seat_clock.set_back(clock.now(), last - moment, known)


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
    bulk_sql.update(matches, ("deadline", "alarm"))


def _changed_seats(match: Match, change: Change) -> list[Seat]:
    """Change the clocks of a match, and its deadline; return the seats that have changed. Raises `BrokenRow`."""
    seats = list(match.seats.all())
    check_match(match)
    check_seats(match, seats)
    changed = []
    for seat in seats:
        before = seat.clock
        seat.clock = change(before, seat.pause_schedule)
        if seat.clock != before:
            changed.append(seat)
    alarms.set_deadline(match, seats)
    return changed
