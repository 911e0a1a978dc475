"""Settling the deadlines of a match: called by the sweep and by every request that touches the match."""

from datetime import datetime

from django.db import transaction

from games.models import Match, Status
from games.refusals import Missing, SetAside
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch


def expire(match_id: str) -> bool:
    """Settle every deadline of a match that has passed; return whether anything happened.

    Idempotent under the match's lock. A match that is missing or not running is left alone.
    """
    try:
        with quarantine_broken(match_id), transaction.atomic(durable=True):
            locked = LockedMatch.lock(match_id)
            if locked.match.status != Status.RUNNING or not locked.settle_deadlines():
                return False
            locked.save()
            return True
    except Missing:
        return False
    except SetAside:
        return True


def overdue(match: Match, moment: datetime) -> bool:
    """Return whether `expire` has something to do."""
    return match.status == Status.RUNNING and match.deadline is not None and match.deadline <= moment
