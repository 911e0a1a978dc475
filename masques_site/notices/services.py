"""Telling people, once each: who owes a decision, whose match is over, who is invited.

Rows are made by signals and, for whatever a lost message left behind, by the sweep; the unique key makes them once.
Mail goes out row by row: whoever moves `mail_at` on may try, so two workers never send the same one at once.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from games import clock
from games.models import Invitation, Seat, Status
from masques_site.notices import mails
from masques_site.notices.models import Mail, Notice, NoticeKind

logger = structlog.get_logger(__name__)

LOOKING = timedelta(seconds=60)  # nobody is mailed about a match that they looked at this recently
LEASE = timedelta(minutes=5)  # how long one attempt may take before another worker may try
RETRIES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
RECENT = timedelta(days=2)  # ends older than this are told to nobody any more
KEPT = timedelta(days=120)
AT_ONCE = 200


def notice_turn(*, match_id: str, seat: int, user_id: int, decision: int) -> None:
    """Tell `user_id` that `seat` owes `decision`, if it still does."""
    _tell_turns(_owing().filter(match_id=match_id, index=seat, user_id=user_id, due_decision=decision))


def notice_end(*, match_id: str) -> None:
    """Tell everybody who played `match_id` to its end that it is over."""
    _tell_ends(_ended().filter(match_id=match_id))


def notify_due() -> int:
    """Make every notice that is missing and send every mail that is due; the number of mails sent."""
    _tell_turns(_owing()[:AT_ONCE])
    _tell_ends(_ended().filter(match__finished_at__gte=clock.now() - RECENT)[:AT_ONCE])
    _tell_invitations()
    return send_waiting()


def send_waiting() -> int:
    """Try every mail whose time has come; the number sent. One that fails never keeps another from being sent."""
    now = clock.now()
    waiting = Notice.objects.filter(mail=Mail.WAITING, mail_at__lte=now).order_by("mail_at")
    return sum(_deliver(pk, mail_at) for pk, mail_at in waiting.values_list("pk", "mail_at")[:AT_ONCE])


def prune() -> int:
    """Forget notices that are older than four months; the number of them. Those of running matches stay: they are
    what keeps a decision from being told twice."""
    old = Notice.objects.filter(created_at__lt=clock.now() - KEPT).exclude(match__status=Status.RUNNING)
    return old.delete()[0]


# Finding what nobody has been told yet.


def _untold(seats: QuerySet[Seat], kind: NoticeKind, decision: OuterRef | int) -> QuerySet[Seat]:
    told = Notice.objects.filter(
        user=OuterRef("user"), match=OuterRef("match"), seat=OuterRef("index"), decision=decision, kind=kind
    )
    return seats.filter(~Exists(told), user__isnull=False, bot="")


def _owing() -> QuerySet[Seat]:
    seats = Seat.objects.filter(match__status=Status.RUNNING, due_decision__isnull=False).order_by("due_since")
    return _untold(seats, NoticeKind.YOUR_TURN, OuterRef("due_decision"))


def _ended() -> QuerySet[Seat]:
    seats = Seat.objects.filter(match__status=Status.FINISHED).order_by("match__finished_at")
    return _untold(seats, NoticeKind.MATCH_FINISHED, 0)


def _tell_turns(seats: QuerySet[Seat]) -> None:
    now = clock.now()
    rows = seats.values_list("user_id", "match_id", "index", "due_decision")
    _make(
        Notice(
            user_id=user,
            match_id=match,
            seat=seat,
            decision=decision,
            kind=NoticeKind.YOUR_TURN,
            created_at=now,
            mail_at=now,
        )
        for user, match, seat, decision in rows
        if decision is not None
    )


def _tell_ends(seats: QuerySet[Seat]) -> None:
    now = clock.now()
    _make(
        Notice(user_id=user, match_id=match, seat=seat, kind=NoticeKind.MATCH_FINISHED, created_at=now, mail_at=now)
        for user, match, seat in seats.values_list("user_id", "match_id", "index")
    )


def _tell_invitations() -> None:
    told = Notice.objects.filter(user=OuterRef("user"), match=OuterRef("match"), kind=NoticeKind.INVITED)
    fresh = Invitation.objects.filter(~Exists(told), match__status=Status.OPEN).order_by("pk")
    now = clock.now()
    _make(
        Notice(user_id=user, match_id=match, kind=NoticeKind.INVITED, created_at=now, mail_at=now)
        for user, match in fresh.values_list("user_id", "match_id")[:AT_ONCE]
    )


def _make(notices: Iterable[Notice]) -> None:
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


# Sending.


def _deliver(pk: int, mail_at: datetime) -> bool:
    """Decide about one mail and send it if it is due; whether it was sent."""
    now = clock.now()
    claimed = Notice.objects.filter(pk=pk, mail=Mail.WAITING, mail_at=mail_at).update(mail_at=now + LEASE)
    if not claimed:
        return False  # another worker has it
    notice = Notice.objects.select_related("user", "match").get(pk=pk)
    verdict, wait_until = _verdict(notice, now)
    if verdict != Mail.WAITING:
        _settle(notice, mail=verdict)
        return False
    if wait_until is not None:
        _settle(notice, mail_at=wait_until)
        return False
    try:
        mails.send(notice)
    except (SMTPException, OSError) as error:
        _failed(notice, error, now)
        return False
    except Exception as error:
        logger.exception("mail could not be written", notice_id=notice.pk, match_id=notice.match_id)
        _failed(notice, error, now)
        return False
    _settle(notice, mail=Mail.SENT, sent_at=now, attempts=notice.attempts + 1)
    return True


def _verdict(notice: Notice, now: datetime) -> tuple[Mail, datetime | None]:
    """What should become of the mail, and, while its reader has the match before their eyes, when to ask again."""
    user = notice.user
    if user.is_guest or user.is_banned or not user.email or not user.mail_notices:
        return Mail.UNWANTED, None
    if notice.kind == NoticeKind.INVITED:
        return (Mail.WAITING if notice.match.status == Status.OPEN else Mail.MOOT), None
    seat = Seat.objects.filter(match=notice.match, index=notice.seat, user=user, bot="").first()
    if seat is None:
        return Mail.MOOT, None
    if notice.kind == NoticeKind.YOUR_TURN and seat.due_decision != notice.decision:
        return Mail.MOOT, None
    if notice.kind == NoticeKind.MATCH_FINISHED and seat.end_seen_at is not None:
        return Mail.MOOT, None
    if seat.looked_at is not None and now - seat.looked_at < LOOKING:
        return Mail.WAITING, seat.looked_at + LOOKING
    return Mail.WAITING, None


def _failed(notice: Notice, error: Exception, now: datetime) -> None:
    attempts = notice.attempts + 1
    logger.warning("mail not sent", notice_id=notice.pk, attempts=attempts, error=type(error).__name__)
    if attempts > len(RETRIES):
        _settle(notice, mail=Mail.FAILED, attempts=attempts)
    else:
        _settle(notice, mail_at=now + RETRIES[attempts - 1], attempts=attempts)


def _settle(notice: Notice, **values: object) -> None:
    Notice.objects.filter(pk=notice.pk).update(**values)
