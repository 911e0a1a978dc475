"""Sets matches aside whose log or rows cannot be read, so that nothing builds on them."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import DataError, IntegrityError, transaction

from games.core.errors import STORED_VALUE_ERRORS, BrokenLog
from games.models import Match, Status
from games.refusals import SetAside
from games.services.keeping import sealed_rows

logger = structlog.get_logger(__name__)


@contextmanager
def quarantine_broken(match_id: str) -> Iterator[None]:
    """Set the match aside if the block raises `BrokenLog`, and raise the refusal `SetAside` in its place.

    Must enclose the block's transaction, not be inside it: the begun work is rolled back before the match is set aside
    in its own transaction.
    """
    try:
        yield
    except BrokenLog as error:
        set_aside(match_id, error)
        raise SetAside from error


def set_aside(match_id: str, error: Exception) -> None:
    """Set the match aside because of `error`, with a log line that names it, unless that was done before. Nothing else
    of it is changed. Outside any transaction."""
    with transaction.atomic(durable=True):
        mark_set_aside(match_id, error)


def mark_set_aside(match_id: str, error: Exception) -> None:
    """Set a match aside in the caller's transaction."""
    sound = Match.objects.filter(pk=match_id).exclude(status=Status.QUARANTINED)
    if sealed_rows.update(sound, status=Status.QUARANTINED, deadline=None):
        cause = str(error) if isinstance(error, BrokenLog) else type(error).__name__
        logger.error("match set aside: it cannot be read", match=match_id, error=cause)


def is_stored(error: Exception) -> bool:
    """Return whether `error`, raised by work that depends only on stored rows and the clock, will be raised by the same
    rows again. Only then does it say something about them: a database, a broker or a machine that fails may do better
    the next time."""
    return isinstance(error, (*STORED_VALUE_ERRORS, DataError, IntegrityError))
