"""Announces plays that count from now on, or no longer, until no receiver has failed."""

from datetime import datetime

import structlog

from companion.models import Play
from companion.signals import play_confirmed

logger = structlog.get_logger(__name__)

MOST = 100  # plays in one sweep


def announce_due() -> int:
    """Send `play_confirmed` for each play that is to be announced, the oldest first; return how many were taken."""
    due = Play.objects.filter(unannounced_since__isnull=False).order_by("unannounced_since", "pk")
    found = list(due.values_list("pk", "unannounced_since")[:MOST])
    return sum(announce(pk, since) for pk, since in found if since is not None)


def announce(play_id: str, since: datetime) -> bool:
    """Send the signal for a play that changed at `since`, and note that it was sent if no receiver failed and the play
    has not changed meanwhile; return whether that is so."""
    failed = False
    for _receiver, answer in play_confirmed.send_robust(Play, play_id=play_id):
        if isinstance(answer, Exception):
            failed = True
            logger.error("play not taken over", play=play_id, error=type(answer).__name__, exc_info=answer)
    if failed:
        return False
    return Play.objects.filter(pk=play_id, unannounced_since=since).update(unannounced_since=None) == 1
