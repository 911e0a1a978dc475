"""Time in which the site did not run: clocks stand still, so that nobody is late because of it."""

from datetime import timedelta

from django.db import transaction

from games import clock
from games.core.errors import BrokenRow
from games.core.pauses import Pauses
from games.core.seat_clock import CLOCK_FIELDS
from games.models import Heartbeat, Match, Seat, Status
from games.selectors.stored import check_match, check_seats, each_readable
from games.services import bulk_sql
from games.services.locked_match import earliest_deadline
from games.services.quarantine import mark_set_aside

GRACE = timedelta(minutes=1)  # a restart this short is left alone
BATCH = 500  # matches whose seats are held in memory at once


def record_heartbeat() -> None:
    """Store that the site runs now. Called by every sweep."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def extend_deadlines() -> timedelta:
    """Suspend every running clock for the time in which the site did not run.

    Called once before the site starts again; returns that time, zero if it was shorter than a minute. What was
    overdue already when the site stopped stays overdue. Running it twice does nothing the second time. A match that
    cannot be read is set aside, by this or by the next sweep; the others go on.
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
    matches: list[Match] = []
    changed: list[Seat] = []
    for match in each_readable(locked.prefetch_related("seats")):
        try:
            changed += _suspend(match, outage)
        except BrokenRow as error:
            mark_set_aside(match.pk, error)
        else:
            matches.append(match)
    bulk_sql.update(changed, CLOCK_FIELDS)
    bulk_sql.update(matches, ("deadline",))


def _suspend(match: Match, outage: Pauses) -> list[Seat]:
    """Suspend the clocks of a match; its seats that have changed. Raises `BrokenRow`."""
    seats = list(match.seats.all())
    check_match(match)
    check_seats(match, seats)
    changed = []
    for seat in seats:
        before = seat.clock
        seat.clock = before.suspend(outage)
        if seat.clock != before:
            changed.append(seat)
    match.deadline = earliest_deadline(seats)
    return changed
