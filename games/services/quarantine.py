"""Matches whose log does not replay are set aside, so that nobody builds on them."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import transaction

from games.core.errors import BrokenLog
from games.models import Match, Status
from games.refusals import SetAside
from games.services import sealed_rows

logger = structlog.get_logger(__name__)


@contextmanager
def quarantine_broken(match_id: str) -> Iterator[None]:
    """Set the match aside if the block raises `BrokenLog`, and raise the refusal `SetAside` in its place.

    Must enclose the block's transaction, not stand in it: what was begun is rolled back before the match is set
    aside in a transaction of its own.
    """
    try:
        yield
    except BrokenLog as error:
        _set_aside(match_id, error)
        raise SetAside from error


def _set_aside(match_id: str, error: BrokenLog) -> None:
    logger.error("match set aside: its log does not replay", match=match_id, error=str(error))
    with transaction.atomic(durable=True):
        sealed_rows.update(Match.objects.filter(pk=match_id), status=Status.QUARANTINED, deadline=None)
