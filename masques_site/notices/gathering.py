"""Which notices share a mail, and how soon the same host's next invitation is mailed.

An invitation waits `WAIT` for others to the same person, whoever sends them; then all that wait become one mail. So
does what happens to a person in leagues.

Who has had a mail about an invitation and has not sat down gets the next one of the same host after `PAUSE` at the
earliest, and only if that table is still open then. The home page shows every invitation at once.

What waits for the organisers of a league is mailed to each of them every `ORGANISERS_PAUSE` at most.

Answers to moves of others (windows) are asked for at a table of thirteen many times an hour: a person gets a mail about
them every `RESPONSES_PAUSE` at most, whatever the number of matches. Turns are mailed at once.
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
RESPONSES_PAUSE = timedelta(minutes=10)


def of_one_mail(pk: int, now: datetime) -> QuerySet[Notice]:
    """The notice and, if it is gathered with others, those of its kind to the same person that are due, or would be
    within `WAIT`."""
    gathered = Notice.objects.filter(Q(kind__in=GATHERED) | Q(is_response=True), pk=pk)
    alike = {name: Subquery(gathered.values(name)) for name in ("user", "kind", "is_response")}
    # A lease is longer than `WAIT`; one that failed waits for its next attempt.
    soon = Q(mail_at__lte=now) | Q(attempts=0, mail_at__lte=now + WAIT)
    others = Q(soon, mail=Mail.WAITING, **alike)
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
    return _after_last(mailed, PAUSE)


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
    return _after_last(mailed, ORGANISERS_PAUSE)


def response_held_until(notice: Notice, now: datetime) -> datetime | None:
    """Until when the mail about an answer that is owed is postponed; None if it need not be."""
    if not notice.is_response:
        return None
    since = now - RESPONSES_PAUSE
    mailed = Notice.objects.filter(user=notice.user_id, is_response=True, mail=Mail.SENT, sent_at__gt=since)
    return _after_last(mailed, RESPONSES_PAUSE)


def _after_last(mailed: QuerySet[Notice], pause: timedelta) -> datetime | None:
    last: datetime | None = mailed.aggregate(last=Max("sent_at"))["last"]
    return None if last is None else last + pause
