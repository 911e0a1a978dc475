"""Notifies users, once each, of owed decisions, finished matches, invitations, proposals to end a match, what concerns
them in leagues, vacations that begin by themselves, and answers to their reports.

Signals create notices at once, and the sweep creates those that are missing; a unique constraint prevents duplicates.
A worker leases a mail by moving `mail_at` on, so that no other worker sends it as well. Each notice has a mail of its
own, except invitations, lines of leagues' logs and answers to others' moves: those that wait for one person share one
(`masques_site.notices.gathering`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games import clock
from games.models import EndProposal, Invitation, Match, Receipt, Seat, Status
from games.selectors.agreement import is_asked
from games.selectors.decisions import responses_among
from games.selectors.stored import each_readable
from games.services.waiting import invitations
from games.services.waiting.tables import TABLE_LIFETIME
from games.strict import UNREADABLE
from leagues.models import LogEntry
from leagues.selectors import concerns
from masques_site.accounts.models import Report, Vacation
from masques_site.notices import cleaning, gathering, mails, verdicts
from masques_site.notices.models import LookedThrough, Mail, Notice, NoticeKind

logger = structlog.get_logger(__name__)

LEASE = timedelta(minutes=5)  # the time after which another worker may try to send a mail
RETRIES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MAX_END_AGE = timedelta(days=2)  # no notices about matches that ended earlier
MAX_LINE_AGE = timedelta(days=2)  # nor about what happened in a league earlier
MAX_VACATION_AGE = timedelta(days=2)  # nor about vacations that began earlier
MAX_ANSWER_AGE = timedelta(days=2)  # nor about reports that were closed earlier
CANNOT_BE_STORED = (*UNREADABLE, IntegrityError)
# By which a sweep looks back further than to the last one: what was committed late, and clocks of other machines.
OVERLAP = timedelta(minutes=2)
BATCH_SIZE = 200
Narrow = Callable[[QuerySet[Seat], datetime], QuerySet[Seat]]
"""Of seats those of which something has been so since a moment."""
MOST_PROPOSALS = 1000  # that a sweep looks at


def notify_turns(match_ids: list[str]) -> None:
    """Notify everybody who owes a decision in these matches and has not been told."""
    _create_turn_notices(seats_due().filter(match__in=match_ids))


def notify_end(*, match_id: str) -> None:
    """Notify the users who played `match_id` to its end that it is over, unless it ended long ago: an end is announced
    again when the match is annulled."""
    _create_end_notices(_newly_finished().filter(match_id=match_id))


def notify_due() -> int:
    """Create all missing notices and send all mails that are due. Returns the number of mails sent."""
    until, now = dict(LookedThrough.objects.values_list("kind", "until")), clock.now()
    _catch_up(NoticeKind.YOUR_TURN, seats_due(), _due_since, _create_turn_notices, until, now)
    _catch_up(NoticeKind.MATCH_FINISHED, _newly_finished(), _since("ended_at"), _create_end_notices, until, now)
    _create_invitation_notices()
    asked_since = _since("match__end_proposal__at")
    _catch_up(NoticeKind.END_PROPOSED, seats_asked(), asked_since, _create_proposal_notices, until, now)
    _create_league_notices()
    _create_vacation_notices()
    _create_report_notices()
    return send_waiting()


def look_through_all() -> None:
    """Let the next sweep look at everything that is owed, however long ago it became so."""
    LookedThrough.objects.all().delete()


def send_waiting() -> int:
    """Try to send all mails that are due. Returns the number sent. A failure does not affect the other mails."""
    now = clock.now()
    waiting = Notice.objects.filter(mail=Mail.WAITING, mail_at__lte=now).order_by("mail_at")
    found = dict(waiting.values_list("pk", "mail_at")[:BATCH_SIZE])
    for pk in verdicts.put_away(found, now):
        del found[pk]
    return sum(_try_to_deliver(pk, mail_at) for pk, mail_at in found.items())


def prune() -> int:
    """Delete old notices, as `cleaning` says. Returns their number."""
    return cleaning.prune()


# Finding missing notices.


def _without_notice(seats: QuerySet[Seat], kind: NoticeKind, decision: OuterRef | int) -> QuerySet[Seat]:
    noticed = Notice.objects.filter(
        user=OuterRef("user"), match=OuterRef("match"), seat=OuterRef("index"), decision=decision, kind=kind
    )
    return seats.filter(~Exists(noticed), user__isnull=False, bot="")


def seats_due() -> QuerySet[Seat]:
    """Seats that owe a decision of which their user has no notice, the longest due first, but for those who
    have answered it in advance."""
    owing = Match.objects.filter(stirred_at__isnull=False, status=Status.RUNNING)
    seats = Seat.objects.filter(match__in=owing, due_decision__isnull=False).order_by("due_since")
    seats = seats.exclude(standing_for_decision=F("due_decision"))
    return _without_notice(seats, NoticeKind.YOUR_TURN, OuterRef("due_decision"))


def seats_asked() -> QuerySet[Seat]:
    """Seats whose user has no notice of the newest proposal to end their match, which nobody has declined. Only of the
    newest proposals: of those before them everybody was told."""
    newest = EndProposal.objects.filter(is_declined=False).order_by("-at").values("match")[:MOST_PROPOSALS]
    seats = Seat.objects.filter(match__in=newest, match__status=Status.RUNNING, match__end_proposal__is_declined=False)
    others = seats.exclude(user=F("match__end_proposal__user")).order_by("match__end_proposal__at", "pk")
    return _without_notice(others, NoticeKind.END_PROPOSED, OuterRef("match__end_proposal__number"))


def finished_seats() -> QuerySet[Seat]:
    """Seats of finished matches whose user has no notice of the end, the earliest end first."""
    seats = Seat.objects.filter(match__status=Status.FINISHED).order_by("match__finished_at")
    return _without_notice(seats, NoticeKind.MATCH_FINISHED, 0)


def _newly_finished() -> QuerySet[Seat]:
    return finished_seats().filter(match__finished_at__gte=clock.now() - MAX_END_AGE)


def _catch_up(
    kind: NoticeKind,
    seats: QuerySet[Seat],
    narrow: Narrow,
    create: Callable[[QuerySet[Seat]], object],
    until: Mapping[str, datetime],
    now: datetime,
) -> None:
    """Create the missing notices of what became so since the last sweep that found none left, as `narrow`
    finds it. Whoever looks at everything every few seconds reads more and more, for nothing."""
    before = until.get(kind)
    if before is not None:
        seats = narrow(seats, min(before, now) - OVERLAP)
    is_old = before is None or not before <= now < before + OVERLAP
    is_all = is_old and not seats[BATCH_SIZE : BATCH_SIZE + 1].exists()
    create(seats[:BATCH_SIZE])
    if is_all:
        LookedThrough.objects.update_or_create(kind=kind, defaults={"until": now})


def _since(column: str) -> Narrow:
    return lambda seats, since: seats.filter(**{f"{column}__gte": since})


def _due_since(seats: QuerySet[Seat], since: datetime) -> QuerySet[Seat]:
    """By the matches in which decisions became due: that stands in no index of seats, which change with every move."""
    moved = Receipt.objects.filter(at__gte=since).order_by().values("match")
    stirred = Match.objects.filter(stirred_at__gte=since).order_by().values("pk")
    return seats.filter(due_since__gte=since, match__in=moved.union(stirred))


def _create_turn_notices(seats: QuerySet[Seat]) -> None:
    rows = list(seats.values_list("user_id", "match_id", "index", "due_decision"))
    due = [(*row[:3], row[3]) for row in rows if row[3] is not None]
    responses = responses_among({(match, decision) for _user, match, _seat, decision in due})
    now = clock.now()
    _create(
        Notice(
            user_id=user,
            match_id=match,
            seat=seat,
            decision=decision,
            kind=NoticeKind.YOUR_TURN,
            is_response=(match, decision) in responses,
            created_at=now,
            mail_at=now,
        )
        for user, match, seat, decision in due
    )


def _create_proposal_notices(seats: QuerySet[Seat]) -> None:
    rows = seats.values_list("user_id", "match_id", "index", "match__end_proposal__number")
    kind, now = NoticeKind.END_PROPOSED, clock.now()
    _create(
        Notice(user_id=user, match_id=match, seat=seat, decision=number, kind=kind, created_at=now, mail_at=now)
        for user, match, seat, number in rows
    )


def _create_end_notices(seats: QuerySet[Seat]) -> None:
    now = clock.now()
    _create(
        Notice(user_id=user, match_id=match, seat=seat, kind=NoticeKind.MATCH_FINISHED, created_at=now, mail_at=now)
        for user, match, seat in seats.values_list("user_id", "match_id", "index")
    )


def _create_invitation_notices() -> None:
    noticed = Notice.objects.filter(user=OuterRef("user"), match=OuterRef("match"), kind=NoticeKind.INVITED)
    now = clock.now()
    # No table is open for longer: what is older need not be looked at.
    fresh = Invitation.objects.filter(
        ~Exists(noticed),
        match__status=Status.OPEN,
        match__expires_at__isnull=False,
        created_at__gte=now - TABLE_LIFETIME - OVERLAP,
    ).order_by("created_at", "pk")
    _create(
        Notice(
            user_id=user,
            match_id=match,
            kind=NoticeKind.INVITED,
            created_at=now,
            mail_at=invited_at + gathering.WAIT,
        )
        for user, match, invited_at in fresh.values_list("user_id", "match_id", "created_at")[:BATCH_SIZE]
    )


def _create_league_notices() -> None:
    since = clock.now() - MAX_LINE_AGE
    _create_line_notices(concerns.lines_to_tell(since), "subject")
    _create_line_notices(concerns.lines_for_organisers(since), "organiser")


def _create_line_notices(lines: QuerySet[LogEntry], reader: str) -> None:
    """Notices of `lines` for whom the column `reader` names."""
    noticed = Notice.objects.filter(user=OuterRef(reader), log_entry=OuterRef("pk"))
    now = clock.now()
    fresh = lines.filter(~Exists(noticed)).values_list("pk", reader, "at")
    _create(
        Notice(user_id=user, log_entry_id=line, kind=NoticeKind.LEAGUE, created_at=now, mail_at=at + gathering.WAIT)
        for line, user, at in fresh[:BATCH_SIZE]
    )


def _create_vacation_notices() -> None:
    noticed = Notice.objects.filter(user=OuterRef("user"), vacation=OuterRef("pk"))
    now = clock.now()
    begun = Vacation.objects.filter(is_automatic=True, begin__lte=now, begin__gt=now - MAX_VACATION_AGE, end__gt=now)
    _create(
        Notice(user_id=user, vacation_id=pk, kind=NoticeKind.VACATION, created_at=now, mail_at=now)
        for pk, user in begun.filter(~Exists(noticed)).order_by("pk").values_list("pk", "user_id")[:BATCH_SIZE]
    )


def _create_report_notices() -> None:
    noticed = Notice.objects.filter(user=OuterRef("reporter"), report=OuterRef("pk"))
    now = clock.now()
    closed = Report.objects.filter(closed_at__gt=now - MAX_ANSWER_AGE, reporter__isnull=False).filter(~Exists(noticed))
    _create(
        Notice(user_id=user, report_id=pk, kind=NoticeKind.REPORT, created_at=now, mail_at=now)
        for pk, user in closed.order_by("closed_at", "pk").values_list("pk", "reporter_id")[:BATCH_SIZE]
    )


def _create(notices: Iterable[Notice]) -> None:
    """Store notices. If a seat holds what no notice can, the others are stored one by one."""
    wanted = list(notices)
    try:
        _store(wanted)
    except CANNOT_BE_STORED:
        for notice in wanted:
            try:
                _store([notice])
            except CANNOT_BE_STORED as error:
                logger.error("notice left out", match=notice.match_id, error=type(error).__name__)


def _store(notices: list[Notice]) -> None:
    if notices:
        with transaction.atomic():
            Notice.objects.bulk_create(notices, ignore_conflicts=True)


# Sending.


def _try_to_deliver(pk: int, mail_at: datetime) -> bool:
    """As `_deliver`; a mail about a match whose row cannot be read waits for its next lease, the others go out."""
    try:
        return _deliver(pk, mail_at)
    except UNREADABLE as error:
        logger.error("mail not sent", notice_id=pk, error=type(error).__name__)
        return False


def _deliver(pk: int, mail_at: datetime) -> bool:
    """Lease one mail, with what is gathered in it, and send it, unless it is obsolete or postponed. Returns whether
    it was sent."""
    now = clock.now()
    ready = [notice for notice in _lease(pk, mail_at, now) if _is_ready(notice, now)]
    if not ready:
        return False
    try:
        mails.send(ready)
    except (SMTPException, OSError) as error:
        _record_failures(ready, error, now)
        return False
    except Exception as error:
        logger.exception("mail could not be written", notice_id=pk, match_id=ready[0].match_id)
        _set_unwritable_apart(ready, error, now)
        return False
    for notice in ready:
        _update(notice, mail=Mail.SENT, sent_at=now, attempts=notice.attempts + 1)
    return True


def _lease(pk: int, mail_at: datetime, now: datetime) -> list[Notice]:
    """The notices of one mail, leased; none if another worker has leased it. One whose match cannot be read is left
    out until the lease is over."""
    with transaction.atomic():
        gathered = gathering.of_one_mail(pk, now).filter(mail=Mail.WAITING).order_by("pk")
        waiting = {notice.pk: notice.mail_at for notice in gathered.only("mail_at").select_for_update(of=("self",))}
        if waiting.get(pk) != mail_at:
            return []
        leased = Notice.objects.filter(pk__in=waiting)
        leased.update(mail_at=now + LEASE)
        with_all = leased.select_related("user", "match__host", "vacation", "report", *mails.OF_LEAGUES)
        return each_readable(with_all.order_by("pk"))


def _is_ready(notice: Notice, now: datetime) -> bool:
    """Whether the mail is to be sent now; if not, it is marked as obsolete or postponed."""
    status, wait_until = _next_status(notice, now)
    if status != Mail.WAITING:
        _update(notice, mail=status)
    elif wait_until is not None:
        _update(notice, mail_at=wait_until)
    return status == Mail.WAITING and wait_until is None


def _next_status(notice: Notice, now: datetime) -> tuple[Mail, datetime | None]:
    """The new state of the mail and, if it is postponed, until when: the user is viewing the match, or has had a mail
    about an invitation of this host, or about an answer that is owed."""
    user = notice.user
    if not verdicts.is_wanted(user):
        return Mail.UNWANTED, None
    if notice.kind == NoticeKind.INVITED:
        return _next_status_of_invitation(notice, now)
    if notice.vacation is not None:
        return (Mail.WAITING if notice.vacation.end > now else Mail.MOOT), None
    if notice.report is not None:
        return Mail.WAITING, None
    if notice.log_entry is not None:
        if not concerns.still_matters(notice.log_entry, user.pk):
            return Mail.MOOT, None
        return Mail.WAITING, gathering.organiser_held_until(notice, now)
    held = Seat.objects.filter(match=notice.match, index=notice.seat, user=user, bot="")
    seat = held.select_related("match", "look").first()
    if notice.kind == NoticeKind.END_PROPOSED and seat is not None and not is_asked(seat.match, user):
        return Mail.MOOT, None
    return verdicts.of_seat(notice, seat, now, gathering.response_held_until(notice, now))


def _next_status_of_invitation(notice: Notice, now: datetime) -> tuple[Mail, datetime | None]:
    assert notice.match is not None, "an invitation is to a table"
    host = notice.match.host
    # A guest account costs nothing: what it sends is shown on the home page only.
    if host is None or host.is_guest or not invitations.stands(notice.match, notice.user):
        return Mail.MOOT, None
    return Mail.WAITING, gathering.held_until(notice, now)


def _set_unwritable_apart(notices: Sequence[Notice], error: Exception, now: datetime) -> None:
    """Record the failure of those that cannot be written, and let the next sweep send the others without them."""
    broken = [notice for notice in notices if not mails.is_writable(notice)] or notices
    _record_failures(broken, error, now)
    for notice in notices:
        if notice not in broken:
            _update(notice, mail_at=now)


def _record_failures(notices: Sequence[Notice], error: Exception, now: datetime) -> None:
    for notice in notices:
        _record_failure(notice, error, now)


def _record_failure(notice: Notice, error: Exception, now: datetime) -> None:
    attempts = notice.attempts + 1
    logger.warning("mail not sent", notice_id=notice.pk, attempts=attempts, error=type(error).__name__)
    if attempts > len(RETRIES):
        _update(notice, mail=Mail.FAILED, attempts=attempts)
    else:
        _update(notice, mail_at=now + RETRIES[attempts - 1], attempts=attempts)


def _update(notice: Notice, **values: object) -> None:
    Notice.objects.filter(pk=notice.pk).update(**values)
