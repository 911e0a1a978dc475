"""Storing a notice, once each, of everything for which there is a kind (`masques_site.notices.kinds`).

Signals create notices at once, and the sweep creates those that are missing; a unique constraint prevents duplicates.
"""

from datetime import datetime
from typing import Any

import structlog
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games import clock
from games.strict import UNREADABLE
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.base import OVERLAP, Kind
from masques_site.notices.models import LookedThrough, Notice

logger = structlog.get_logger(__name__)

CANNOT_BE_STORED = (*UNREADABLE, IntegrityError)
BATCH_SIZE = 200


def notify(kind: type[Kind], **which: Any) -> None:
    """Store a notice for everyone who is owed one of this kind and has none, of the rows that `which` filters."""
    told = KINDS[kind.code]
    for rows in told.missing(clock.now()):
        _create(told, rows.filter(**which))


def find_missing(*, pressing: bool) -> None:
    """Store all missing notices of the kinds that are `pressing`, or of all others."""
    until, now = dict(LookedThrough.objects.values_list("kind", "until")), clock.now()
    for kind in KINDS.values():
        if kind.is_pressing is pressing:
            _catch_up(kind, until.get(kind.code), now)


def look_through_all() -> None:
    """Let the next sweep check everything that is owed, however old."""
    LookedThrough.objects.all().delete()


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
