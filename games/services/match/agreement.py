"""Ends a match without a result because all players agree.

One player proposes it, and all others agree or decline; bots always agree. A proposal lapses when its proposer decides
again or gives up the seat, or when a player declines. Everything happens under the lock of the match, so that of two
who agree simultaneously the second ends it.
"""

from typing import Any

import structlog
from django.db import transaction

from games.core.engine import ending
from games.core.text import _
from games.models import EndProposal, Seat, Status
from games.refusals import Conflict, Stale
from games.selectors.agreement import may_agree, moves_of, proposal_of, stands, still_to_agree
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch, require_running
from games.services.match.play import check_may_act, seat_of

logger = structlog.get_logger(__name__)


def propose(*, actor: Any, match_id: str) -> None:
    """Propose to end the match, or agree to the open proposal. Idempotent.

    Raises a `Refusal`: `Missing`, `Forbidden`, `Conflict` (not running, of a league, or just declined).
    """
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id, actor)
        seat = _acting_seat(locked, actor)
        if seat is not None:
            _propose(locked, seat, actor, proposal_of(locked.match))
        locked.save()


def answer(*, actor: Any, match_id: str, number: int, agrees: bool) -> None:
    """Agree to proposal `number` of the match, or decline it; its proposer takes it back by declining. Idempotent.

    Raises a `Refusal`: `Missing`, `Forbidden`, `Conflict` (not running) and `Stale` (no longer open).
    """
    with quarantine_broken(match_id), transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id, actor)
        found = proposal_of(locked.match)
        if found is not None and found.number != number:
            found = None
        if found is not None and _is_repeated(
            found, seat_of(locked, actor, None), agrees=agrees, running=_runs(locked)
        ):
            return
        seat = _acting_seat(locked, actor)
        if seat is not None:
            if found is None or not stands(found, locked.seats, locked.log):
                raise Stale(_("This proposal is no longer open. See the page for what’s open now."))
            _answer(locked, seat, found, agrees=agrees)
        locked.save()


def _acting_seat(locked: LockedMatch, actor: Any) -> Seat | None:
    """Settle the deadlines; return the seat on which `actor` plays, or None if time ran out before this arrived. Raises
    a `Refusal`."""
    seat = seat_of(locked, actor, None)
    check_may_act(seat, actor)
    require_running(locked.match)
    if locked.match.source is not None:
        raise Conflict(
            _("You can’t end a league match by agreement: the league needs a result. Keep playing, or resign.")
        )
    locked.settle_deadlines()
    return None if seat.bot or not _runs(locked) else seat


def _runs(locked: LockedMatch) -> bool:
    return locked.match.status == Status.RUNNING


def _is_repeated(found: EndProposal, seat: Seat, *, agrees: bool, running: bool) -> bool:
    """Return whether this answer was given before, and nothing is left to be done."""
    return not running and seat.user_id in found.agreed if agrees else found.is_declined


def _propose(locked: LockedMatch, seat: Seat, actor: Any, last: EndProposal | None) -> None:
    if last is not None and stands(last, locked.seats, locked.log):
        _answer(locked, seat, last, agrees=True)
        return
    moves = moves_of(locked.log, seat.index)
    if last is not None and last.is_declined and last.user_id == seat.user_id and moves <= last.moves:
        raise Conflict(_("Your proposal was declined. You can propose it again after your next decision."))
    if seat.index in locked.answers():
        moves += 1  # given before, though it enters the log later
    number = 1 if last is None else last.number + 1
    proposal = EndProposal(
        match=locked.match, user=actor, seat=seat.index, moves=moves, number=number, at=locked.moment
    )
    _answer(locked, seat, proposal, agrees=True)


def _answer(locked: LockedMatch, seat: Seat, proposal: EndProposal, *, agrees: bool) -> None:
    """Store the answer of `seat`, and end the match if it was the last. Raises `Conflict` if only bots could agree."""
    if agrees and not may_agree(locked.match, locked.seats):
        raise Conflict(
            _("You can’t end a rated match by agreement if all the others are bots. Keep playing, or resign.")
        )
    if not agrees or seat.user_id not in proposal.agreed:
        proposal.is_declined = not agrees
        proposal.agreed = [*proposal.agreed, seat.user_id] if agrees else proposal.agreed
        proposal.save()
        locked.tell()
    if agrees and not still_to_agree(proposal, locked.seats):
        locked.annul(ending.AGREED)
        logger.info("match ended by agreement", match=locked.match.pk)
