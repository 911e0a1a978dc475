"""The decision whether the mail of a notice is still wanted and needed, and when: for one, and for many at once.

Most mails are never sent: their readers were there before, have no address, or wait for a pause. A sweep drops these
together; the others are leased and checked again, one by one, before they are sent.
"""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.strict import UNREADABLE
from masques_site.accounts.models import User
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.base import READY, Verdict
from masques_site.notices.kinds.matches import OfSeat, held_until, seats_about
from masques_site.notices.models import Mail, Notice


def verdict(notice: Notice, now: datetime) -> Verdict:
    """Return the verdict on one notice."""
    return KINDS[notice.kind].verdict(notice, now) if _is_wanted(notice.user) else (Mail.UNWANTED, None)


def _is_wanted(user: User) -> bool:
    """Return whether this user gets mails at all: they need an address, and must not have switched mails off. Guests
    and banned users get none, nor do demo accounts on a site with real mail, as their addresses do not exist."""
    is_nobody = user.is_demo and not settings.EMBEDDED
    return bool(user.email) and user.mail_notices and not (user.is_guest or user.is_banned or is_nobody)


def put_away(found: Mapping[int, datetime], now: datetime) -> set[int]:
    """Mark those of the waiting notices `found`, by key and mail time, that are not to be sent now, in a few statements
    for all; return which these are. Notices that another worker has leased meanwhile are left to it."""
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
    groups: dict[Verdict, list[int]] = {}
    for pk, judged in _at_a_glance(notices, now).items():
        if judged != READY:
            groups.setdefault(judged, []).append(pk)
    for (mail, until), keys in groups.items():
        values = {"mail": mail} if until is None else {"mail_at": until}
        Notice.objects.filter(pk__in=keys).update(**values)
    return {pk for keys in groups.values() for pk in keys}


def _at_a_glance(notices: list[Notice], now: datetime) -> dict[int, Verdict]:
    """Return the verdicts on notices, by key, as far as one or two statements for all of them show."""
    of_seats = [(kind, notice) for notice in notices if isinstance(kind := KINDS[notice.kind], OfSeat)]
    about_seats = [notice for _kind, notice in of_seats]
    seats, held = seats_about(about_seats), held_until(about_seats, now)
    judged = {notice.pk: kind.verdict_on_seat(notice, seats, held, now) for kind, notice in of_seats}
    return judged | {notice.pk: (Mail.UNWANTED, None) for notice in notices if not _is_wanted(notice.user)}
