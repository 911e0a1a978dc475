"""Time in which the site did not run is nobody's: it is given back before anybody can be late because of it."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F

from games import clock
from games.models import Heartbeat, Match, Seat, Status

GRACE = timedelta(minutes=1)  # a restart this short is left alone


def beat() -> None:
    """Note that the site runs now. Called by every sweep."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def extend_deadlines() -> timedelta:
    """Move every deadline that was still to come when the site stopped by the time it did not run.

    Called once before the site starts again; returns that time, zero if it was shorter than a minute. What was
    overdue already when the site stopped stays overdue. Running it twice does nothing the second time.
    """
    with transaction.atomic(durable=True):
        last = Heartbeat.objects.select_for_update().filter(pk=1).first()
        moment = clock.now()
        gap = timedelta(0) if last is None else moment - last.at
        if last is None or gap < GRACE:
            return timedelta(0)
        running = Match.objects.filter(status=Status.RUNNING)
        due = Seat.objects.filter(match__in=running, deadline__gt=last.at)
        due.update(deadline=F("deadline") + gap, due_since=F("due_since") + gap)
        charged = Seat.objects.filter(match__in=running, charging_since__isnull=False, charging_since__lte=last.at)
        charged.update(charging_since=F("charging_since") + gap)
        running.filter(deadline__gt=last.at).update(deadline=F("deadline") + gap)
        last.at = moment
        last.save()
    return gap
