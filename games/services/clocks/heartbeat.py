"""The site's uptime, known from the heartbeat that every sweep stores.

No deadline is settled unless the last heartbeat is close. A longer gap is an outage or a jump of the machine's clock,
for which no player is to blame: until the next sweep has moved the clocks by it (`downtime`), deadlines are left alone.
"""

from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from games.conf import conf
from games.core.clocks.pauses import Pauses
from games.models import Heartbeat, Outage

TOLERANCE = timedelta(minutes=1)  # of real time: a shorter gap, such as a restart, is ignored

# The last heartbeat as a column of another query, so that locking a match needs no further statement.
LAST = Subquery(Heartbeat.objects.filter(pk=1).values("at"))
# The first outage by which the clocks of a match have not been moved yet, likewise.
OWED = Subquery(Outage.objects.filter(cursor__lt=OuterRef("pk")).order_by("pk").values("pk")[:1])


def tolerance() -> timedelta:
    """Return `TOLERANCE` in the site's own time, which simulations speed up."""
    return TOLERANCE * conf.CLOCK_SPEED


def is_close(last: datetime | None, moment: datetime) -> bool:
    """Return whether the site is known to have run shortly before `moment`. A heartbeat that is far ahead says nothing:
    the clock was set back. A site that has never stored one has no gap."""
    return last is None or abs(moment - last) < tolerance()


def gap_before(match_id: str, moment: datetime, last: datetime | None, owed: int | None) -> Pauses | None:
    """Return the time up to `moment` in which the site is not known to have run, as far as the clocks of the match have
    not been moved by it yet; None if there is none.

    `last` is the heartbeat and `owed` an outage as the caller read them. Unless all is well they are read again: the
    caller may have waited for a lock since, while a sweep moved the clocks.
    """
    if is_close(last, moment) and owed is None:
        return None
    outages = Outage.objects.filter(cursor__lt=match_id).order_by("pk").values_list("began", "ended")
    gaps = list(outages)
    last = Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    if last is not None and not is_close(last, moment):
        gaps.append((last, moment))
    return Pauses.of(*gaps) if gaps else None
