"""Notifying users, once each, of everything for which there is a kind of notice (`masques_site.notices.kinds`).

Signals create notices at once, and the sweep creates those that are missing; a unique constraint prevents duplicates. A
worker leases a mail by moving `mail_at` on, so that no other worker sends it as well. Each notice has a separate mail,
except those that are gathered: notices of one such kind that wait for one person share one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Subquery

from games import clock
from games.selectors.stored import each_readable
from games.strict import UNREADABLE
from masques_site.notices import cleaning, mails, verdicts
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.base import OVERLAP, WAIT, Kind
from masques_site.notices.models import LookedThrough, Mail, Notice

logger = structlog.get_logger(__name__)

LEASE = timedelta(minutes=5)  # the time after which another worker may try to send a mail
RETRIES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
CANNOT_BE_STORED = (*UNREADABLE, IntegrityError)
BATCH_SIZE = 200


def notify(kind: type[Kind], **which: Any) -> None:
    """Notify everyone who is owed a notice of this kind and has none, of the rows that `which` filters."""
    told = KINDS[kind.code]
    for rows in told.missing(clock.now()):
        _create(told, rows.filter(**which))


def notify_due() -> int:
    """Create all missing notices and send all mails that are due; return the number of mails sent."""
    until, now = dict(LookedThrough.objects.values_list("kind", "until")), clock.now()
    for kind in KINDS.values():
        _catch_up(kind, until.get(kind.code), now)
    return send_waiting()


def look_through_all() -> None:
    """Let the next sweep check everything that is owed, however old."""
    LookedThrough.objects.all().delete()


def send_waiting() -> int:
    """Try to send all mails that are due; return the number sent. A failure does not affect the other mails."""
    now = clock.now()
    # Another version of the site may have stored kinds that this one does not know.
    waiting = Notice.objects.filter(mail=Mail.WAITING, mail_at__lte=now, kind__in=KINDS).order_by("mail_at")
    found = dict(waiting.values_list("pk", "mail_at")[:BATCH_SIZE])
    for pk in verdicts.put_away(found, now):
        del found[pk]
    return sum(_try_to_deliver(pk, mail_at) for pk, mail_at in found.items())


def prune() -> int:
    """Delete old notices (see `cleaning`); return how many."""
    return cleaning.prune()


# Finding missing notices.


def _catch_up(kind: Kind, before: datetime | None, now: datetime) -> None:
    """Create the missing notices of `kind`. A kind that looks back only checks what became owed since the last sweep
    that found none missing: checking everything every few seconds would read more and more in vain."""
    missing = kind.missing(now)
    if kind.looks_back and before is not None:
        missing = [kind.newer(rows, min(before, now) - OVERLAP) for rows in missing]
    is_old = kind.looks_back and (before is None or not before <= now < before + OVERLAP)
    is_all = is_old and not any(rows[BATCH_SIZE : BATCH_SIZE + 1].exists() for rows in missing)
    for rows in missing:
        _create(kind, rows[:BATCH_SIZE])
    if is_all:
        LookedThrough.objects.update_or_create(kind=kind.code, defaults={"until": now})


def _create(kind: Kind, rows: QuerySet[Any]) -> None:
    """Store a notice for each of `rows`. If one of them holds what no notice can, the others are stored one by one."""
    wanted = kind.notices(rows)
    try:
        _store(wanted)
    except CANNOT_BE_STORED:
        for notice in wanted:
            try:
                _store([notice])
            except CANNOT_BE_STORED as error:
                logger.error("unreadable notice skipped", match=notice.match_id, error=type(error).__name__)


def _store(notices: list[Notice]) -> None:
    if notices:
        with transaction.atomic():
            Notice.objects.bulk_create(notices, ignore_conflicts=True)


# Sending.


def _try_to_deliver(pk: int, mail_at: datetime) -> bool:
    """Deliver as `_deliver`; return whether the mail was sent. One about unreadable rows waits for its next lease."""
    try:
        return _deliver(pk, mail_at)
    except UNREADABLE as error:
        logger.error("mail delivery failed", notice_id=pk, error=type(error).__name__)
        return False


def _deliver(pk: int, mail_at: datetime) -> bool:
    """Lease one mail, with what is gathered in it, and send it, unless it is obsolete or postponed; return whether it
    was sent."""
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
        logger.exception("mail rendering failed", notice_id=pk, match_id=ready[0].match_id)
        _set_unwritable_apart(ready, error, now)
        return False
    for notice in ready:
        _update(notice, mail=Mail.SENT, sent_at=now, attempts=notice.attempts + 1)
    return True


def _lease(pk: int, mail_at: datetime, now: datetime) -> list[Notice]:
    """Lease the notices of one mail and return them; none if another worker has leased it. One whose match cannot be
    read is left out until the lease is over."""
    with transaction.atomic():
        gathered = _of_one_mail(pk, now).filter(mail=Mail.WAITING).order_by("pk")
        waiting = {notice.pk: notice.mail_at for notice in gathered.only("mail_at").select_for_update(of=("self",))}
        if waiting.get(pk) != mail_at:
            return []
        leased = Notice.objects.filter(pk__in=waiting)
        leased.update(mail_at=now + LEASE)
        read_with = (path for kind in KINDS.values() for path in kind.read_with)
        return each_readable(leased.select_related("user", *read_with).order_by("pk"))


def _of_one_mail(pk: int, now: datetime) -> QuerySet[Notice]:
    """Return the notice and, if it is gathered with others, those of its kind to the same person that are due, or would
    be within `WAIT`."""
    gathering = [kind.code for kind in KINDS.values() if kind.gathers]
    gathered = Notice.objects.filter(Q(kind__in=gathering) | Q(is_response=True), pk=pk)
    alike = {name: Subquery(gathered.values(name)) for name in ("user", "kind", "is_response")}
    # A lease is longer than `WAIT`; one that failed waits for its next attempt.
    soon = Q(mail_at__lte=now) | Q(attempts=0, mail_at__lte=now + WAIT)
    others = Q(soon, mail=Mail.WAITING, **alike)
    return Notice.objects.filter(Q(pk=pk) | others)


def _is_ready(notice: Notice, now: datetime) -> bool:
    """Return whether the mail is to be sent now; if not, it is marked as obsolete or postponed."""
    status, wait_until = verdicts.verdict(notice, now)
    if status != Mail.WAITING:
        _update(notice, mail=status)
    elif wait_until is not None:
        _update(notice, mail_at=wait_until)
    return status == Mail.WAITING and wait_until is None


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
    logger.warning("mail delivery failed", notice_id=notice.pk, attempts=attempts, error=type(error).__name__)
    if attempts > len(RETRIES):
        _update(notice, mail=Mail.FAILED, attempts=attempts)
    else:
        _update(notice, mail_at=now + RETRIES[attempts - 1], attempts=attempts)


def _update(notice: Notice, **values: object) -> None:
    Notice.objects.filter(pk=notice.pk).update(**values)
