"""Takes seats from their holders by decision of the organiser who arranged the match."""

from collections.abc import Collection

import structlog
from django.db import transaction

from games.core.engine import ending
from games.core.text import _
from games.models import Status
from games.refusals import BadInput
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch, require_running

logger = structlog.get_logger(__name__)


def forfeit(*, match_id: str, seats: Collection[int], reason: str, by: str) -> None:
    """Declare `seats` of a running match forfeited: with two seats the match is lost, with more a bot takes over.
    `reason` and `by` (the actor) are logged; the caller keeps its own record of them.

    Idempotent: seats that were given up already are left alone. Of two seats only the first is forfeited, since the
    match is over then.

    Raises a `Refusal`: `Missing` (no such match), `BadInput` (no such seat, no reason, or no actor), `Conflict` (the
    match is not running), `SetAside`.
    """
    if not by.strip() or not reason.strip():
        raise BadInput(_("Say who is forfeiting the seats, and why."))
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id)
        if set(seats) - {row.index for row in locked.seats}:
            raise BadInput(_("Seat: this match doesn’t have that seat."))
        require_running(locked.match)
        locked.settle_deadlines()
        for row in locked.seats:
            if row.index in seats and row.vacated_at is None and locked.match.status == Status.RUNNING:
                locked.give_up(row, ending.FORFEITED)
        locked.save()
    logger.warning(
        "seats forfeited", match=match_id, seats=sorted(seats), by=by.strip()[:150], reason=reason.strip()[:500]
    )
