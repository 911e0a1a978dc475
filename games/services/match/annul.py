"""Annuls a match: its result does not count, whatever happens in it."""

import structlog
from django.db import transaction

from games import clock, wake
from games.core.engine import ending
from games.core.text import _
from games.models import Match, Status
from games.refusals import BadInput, SetAside
from games.services.keeping import sealed_rows
from games.services.keeping.quarantine import quarantine_broken
from games.services.match import match_setup
from games.services.match.locked_match import LockedMatch

logger = structlog.get_logger(__name__)


def annul(*, match_id: str, reason: str, by: str, agreed: bool = False) -> None:
    """Annul a match. `reason` and `by` (the actor) are logged; the caller keeps its own record of them. `agreed` if its
    people have agreed to that: the log of a running match then says so.

    A running match ends now, with all seats tied. A finished one, also by agreement, keeps its outcome, and its end is
    announced again (`signals.match_finished`), so that counts are corrected. One that has not started is closed.
    One that is set aside, or whose log does not replay now, is set aside and annulled. Repeating it does nothing.

    Raises `Missing` and `BadInput` (no reason, or no actor).
    """
    if not by.strip() or not reason.strip():
        raise BadInput(_("Say who is annulling the match, and why."))
    try:
        with quarantine_broken(match_id), transaction.atomic(durable=True):
            done = _annul(LockedMatch.lock(match_id), ending.AGREED if agreed else ending.ANNULLED)
    except SetAside:
        done = _mark_unreadable(match_id)
    if done:
        logger.warning("match annulled", match=match_id, by=by.strip()[:150], reason=reason.strip()[:500])


def _annul(locked: LockedMatch, word: str) -> bool:
    """Annul the match, a running one with `word` in its log; return whether there was anything to do."""
    match = locked.match
    if match.status == Status.RUNNING:
        locked.annul(word)
        locked.save()
    elif match.status == Status.OPEN:
        match_setup.close(match)
    elif not match.is_annulled and match.status != Status.EXPIRED:
        match.annulled_at, match.end_announced_at = locked.moment, None
        match_setup.save_change(match, ("annulled_at", "end_announced_at"))
        ply = match.ply
        transaction.on_commit(lambda: wake.advance(match.pk, ply), robust=True)
    else:
        return False
    return True


def _mark_unreadable(match_id: str) -> bool:
    """Mark a match as annulled that is set aside and cannot be read; return whether it was not annulled before."""
    with transaction.atomic(durable=True):
        rows = Match.objects.filter(pk=match_id, annulled_at=None)
        return bool(sealed_rows.update(rows, annulled_at=clock.now()))
