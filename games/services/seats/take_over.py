"""Another person plays on for a seat that was given up."""

from typing import Any

import structlog
from django.db import transaction

from games.core.text import _
from games.models import FormerHolder, Seat, Status
from games.policy import policy
from games.refusals import BadInput, Conflict, Forbidden
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch, require_running

logger = structlog.get_logger(__name__)


def take_over(*, match_id: str, seat: int, user: Any, by: str) -> None:
    """Hand `seat`, which its holder gave up and a bot holds, to `user`. `by` says who arranged it, for the log.

    From now on the seat is theirs, with all that it knows, a fresh clock, and a place by the rules. A decision that it
    owes runs from now; the bot's thoughts about it are dropped. The former holder becomes a spectator (`FormerHolder`).
    The caller checks that `user` is willing and may know of the match. Idempotent, as long as `user` has not given up
    the seat in turn.

    Raises a `Refusal`: `Missing` (no such match), `BadInput` (no such seat), `Forbidden` (the policy: banned),
    `SetAside`, `Conflict` (the match is not running, that seat was not given up, `user` has or had a seat in the
    match).
    """
    refusal = policy().refuse_to_play(user)
    if refusal is not None:
        raise Forbidden(refusal)
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id)
        row = _seat_at(locked, seat)
        if _plays_on(row, user):
            return
        require_running(locked.match)
        locked.settle_deadlines()
        conflict = _conflict(locked, row, user)
        if conflict is None:
            locked.take_over(row, user)
        locked.save()
    if conflict is not None:  # raised only now: what the deadline rule settled is still committed
        raise conflict
    logger.info("seat taken over", match=match_id, seat=seat, user_id=user.pk, by=by.strip()[:150])


def _seat_at(locked: LockedMatch, index: int) -> Seat:
    for row in locked.seats:
        if row.index == index:
            return row
    raise BadInput(_("Seat: this match doesn’t have that seat."))


def _plays_on(row: Seat, user: Any) -> bool:
    """Return whether `user` has taken over this seat, and still holds it."""
    holds = row.user_id == user.pk and row.vacated_at is None
    return holds and FormerHolder.objects.filter(match=row.match_id, seat=row.index).exists()


def _conflict(locked: LockedMatch, row: Seat, user: Any) -> Conflict | None:
    """Return why `user` cannot take over the seat of `row` now; None if they can."""
    if locked.match.status != Status.RUNNING:
        return Conflict(_("This match is over."))
    if row.vacated_at is None:
        return Conflict(_("That seat hasn’t been given up."))
    sits = any(seat.user_id == user.pk for seat in locked.seats)
    if sits or FormerHolder.objects.filter(match=locked.match, user=user.pk).exists():
        return Conflict(_("You can’t take over a seat in a match where you have, or had, a seat."))
    return None
