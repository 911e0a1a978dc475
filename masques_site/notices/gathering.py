"""Which notices share a mail, and how soon the same host's next invitation is mailed.

An invitation waits `WAIT` for others to the same person, whoever sends them; then all that wait become one mail. So
does what happens to a person in leagues.

Who has had a mail about an invitation and has not sat down gets the next one of the same host after `PAUSE` at the
earliest, and only if that table is still open then. The home page shows every invitation at once.

What waits for the organisers of a league is mailed to each of them every `ORGANISERS_PAUSE` at most.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery

from games.models import Seat
from leagues.models import TOLD_TO_ORGANISERS
from masques_site.notices.models import Mail, Notice, NoticeKind

GATHERED = (NoticeKind.INVITED, NoticeKind.LEAGUE)
WAIT = timedelta(minutes=1)
PAUSE = timedelta(hours=1)
ORGANISERS_PAUSE = timedelta(minutes=10)


def of_one_mail(pk: int, now: datetime) -> QuerySet[Notice]:
    """The notice and, if its kind is gathered, those of the same kind to the same person that are due, or would be
    within `WAIT`."""
    gathered = Notice.objects.filter(pk=pk, kind__in=GATHERED)
    person, kind = Subquery(gathered.values("user")), Subquery(gathered.values("kind"))
    # A lease is longer than `WAIT`; one that failed waits for its next attempt.
    soon = Q(mail_at__lte=now) | Q(attempts=0, mail_at__lte=now + WAIT)
    others = Q(soon, user=person, kind=kind, mail=Mail.WAITING)
    return Notice.objects.filter(Q(pk=pk) | others)


def held_until(notice: Notice, now: datetime) -> datetime | None:
    """Until when the mail of an invitation is postponed; None if it need not be."""
    assert notice.match is not None, "an invitation is to a table"
    taken_up = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    mailed = Notice.objects.filter(
        ~Exists(taken_up),
        user=notice.user_id,
        kind=NoticeKind.INVITED,
        mail=Mail.SENT,
        match__host=notice.match.host_id,
        sent_at__gt=now - PAUSE,
    )
    last: datetime | None = mailed.aggregate(last=Max("sent_at"))["last"]
    return None if last is None else last + PAUSE


def organiser_held_until(notice: Notice, now: datetime) -> datetime | None:
    """Until when the mail about a line of a league's log is postponed; None if it need not be."""
    assert notice.log_entry is not None, "it is about a line"
    if notice.log_entry.verb not in TOLD_TO_ORGANISERS:
        return None
    mailed = Notice.objects.filter(
        user=notice.user_id,
        log_entry__verb__in=TOLD_TO_ORGANISERS,
        mail=Mail.SENT,
        sent_at__gt=now - ORGANISERS_PAUSE,
    )
    last: datetime | None = mailed.aggregate(last=Max("sent_at"))["last"]
    return None if last is None else last + ORGANISERS_PAUSE
