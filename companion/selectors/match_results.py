"""Results of the site's own matches, as plays of the real table have them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from companion.core.results import PlayResult, Sitter
from games.core.text import _
from games.models import Access, Match, Status
from games.refusals import Conflict, Forbidden
from games.selectors.matches import match_for_viewer, seats_of
from games.selectors.stored import match_outcome

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


def result_of_match(user: Any, match_id: str) -> tuple[Match, PlayResult]:
    """Return a finished match that `user` played, and its result. Raises `Missing`, `Forbidden`, and `Conflict` (not
    over, without a result, annulled)."""
    match = match_for_viewer(user, match_id)
    seats = seats_of(match)
    if user.pk not in {seat.user_id for seat in seats}:
        raise Forbidden(_("Only players of the match can do that."))
    outcome = match_outcome(match)
    if match.status != Status.FINISHED or outcome is None or match.annulled_at is not None:
        raise Conflict(_("This match has no result that counts."))
    assert match.finished_at is not None
    assert match.started_at is not None
    scores = outcome.scores or [None] * match.seat_count
    sitters = [
        Sitter(outcome.places[seat.index], seat.user_id, bot="" if seat.user_id else seat.bot, score=scores[seat.index])
        for seat in seats
    ]
    lasted = match.finished_at - match.started_at
    result = PlayResult(
        tuple(sitters),
        timezone.localdate(match.finished_at),
        match.settings,
        minutes=max(1, round(lasted / MINUTE)) if lasted < DAY else None,
    )
    return match, result


def recordable_result(user: Any, match_id: str) -> tuple[Match, PlayResult]:
    """Return what `result_of_match` does, for a match that can be recorded as a play. Raises the same, and `Conflict`
    for public matches: they count by themselves."""
    match, result = result_of_match(user, match_id)
    if match.access == Access.OPEN:
        raise Conflict(_("This match is public, so it’s on your profile and in the archive anyway."))
    return match, result
