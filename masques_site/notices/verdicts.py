"""Whether the mail of a notice is still wanted and needed, and when: for one, and for many at once.

Most mails are never sent: their readers were there before, have no address, or wait for a pause. What a sweep finds of
these it puts away together; the others are leased and looked at once more, one by one, before they are sent.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from games.models import Seat
from games.services.beside.presence import seen
from games.strict import UNREADABLE
from masques_site.accounts.models import User
from masques_site.notices import gathering
from masques_site.notices.models import Mail, Notice, NoticeKind

PRESENCE_WINDOW = timedelta(seconds=60)  # no mail to users who have viewed the match this recently
TOGETHER = (NoticeKind.YOUR_TURN, NoticeKind.MATCH_FINISHED)
Verdict = tuple[Mail, datetime | None]
"""The new state of a mail and, if it still waits, until when; None: it is to be sent now."""


def is_wanted(user: User) -> bool:
    """Whether this user gets mails at all. The demo of a site that really sends them does not: its addresses are
    nobody's."""
    is_nobody = user.is_demo and not settings.EMBEDDED
    return bool(user.email) and user.mail_notices and not (user.is_guest or user.is_banned or is_nobody)


def of_seat(notice: Notice, seat: Seat | None, now: datetime, held_until: datetime | None) -> Verdict:
    """The verdict on a notice about `seat`, as it is now: None if its user does not play on it any more. An answer that
    is owed is mailed after `held_until`."""
    if seat is None:
        return Mail.MOOT, None
    if seat.muted_at is not None:
        return Mail.UNWANTED, None
    if notice.kind == NoticeKind.YOUR_TURN and seat.due_decision != notice.decision:
        return Mail.MOOT, None
    if notice.kind == NoticeKind.MATCH_FINISHED and seat.end_seen_at is not None:
        return Mail.MOOT, None
    looked_at = seen(seat).at
    if looked_at is not None and now - looked_at < PRESENCE_WINDOW:
        return Mail.WAITING, looked_at + PRESENCE_WINDOW
    return Mail.WAITING, held_until


def put_away(found: Mapping[int, datetime], now: datetime) -> set[int]:
    """Of the waiting notices `found`, by key and the time of their mail, mark those that are not to be sent now, in a
    few statements for all; which these are. What another worker has leased meanwhile is left to it."""
    if len(found) < 2:
        return set()
    try:
        with transaction.atomic():
            return _put_away(found, now)
    except UNREADABLE:  # one of the rows holds what cannot be read: they are looked at one by one
        return set()


def _put_away(found: Mapping[int, datetime], now: datetime) -> set[int]:
    waiting = Notice.objects.filter(pk__in=found, mail=Mail.WAITING).select_for_update(of=("self",)).order_by("pk")
    notices = [notice for notice in waiting.select_related("user") if notice.mail_at == found[notice.pk]]
    seats, held = _seats(notices), _held_until([notice.user_id for notice in notices if notice.is_response], now)
    groups: dict[Verdict, list[int]] = {}
    for notice in notices:
        verdict = _verdict(notice, seats, held, now)
        if verdict != (Mail.WAITING, None):
            groups.setdefault(verdict, []).append(notice.pk)
    for (mail, until), keys in groups.items():
        values = {"mail": mail} if until is None else {"mail_at": until}
        Notice.objects.filter(pk__in=keys).update(**values)
    return {pk for keys in groups.values() for pk in keys}


def _verdict(
    notice: Notice, seats: Mapping[tuple[str, int], Seat], held: Mapping[int, datetime], now: datetime
) -> Verdict:
    if not is_wanted(notice.user):
        return Mail.UNWANTED, None
    if notice.kind not in TOGETHER or notice.match_id is None:
        return Mail.WAITING, None
    seat = seats.get((notice.match_id, notice.seat))
    holds = seat is not None and seat.user_id == notice.user_id
    return of_seat(notice, seat if holds else None, now, held.get(notice.user_id) if notice.is_response else None)


def _seats(notices: Iterable[Notice]) -> dict[tuple[str, int], Seat]:
    """The seats that people hold in the matches of these notices."""
    matches = {notice.match_id for notice in notices if notice.kind in TOGETHER and notice.match_id is not None}
    columns = ("match_id", "index", "user_id", "due_decision", "end_seen_at", "muted_at")
    looks = ("look__holder", "look__at", "look__ply")
    held = Seat.objects.filter(match__in=matches, bot="").select_related("look").only(*columns, *looks)
    rows = held if matches else Seat.objects.none()
    return {(seat.match_id, seat.index): seat for seat in rows}


def _held_until(users: Iterable[int], now: datetime) -> dict[int, datetime]:
    """Until when the next mail about an answer that is owed is postponed, by user; one statement, none for nobody."""
    asked = set(users)
    if not asked:
        return {}
    since = now - gathering.RESPONSES_PAUSE
    mailed = Notice.objects.filter(user__in=asked, is_response=True, mail=Mail.SENT, sent_at__gt=since)
    last = mailed.order_by().values("user").annotate(last=Max("sent_at")).values_list("user", "last")
    return {user: at + gathering.RESPONSES_PAUSE for user, at in last if at is not None}
