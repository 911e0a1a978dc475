"""Stored matches, as commands read them."""

from django.core.management.base import CommandError

from games.core.errors import BrokenLog
from games.models import Match
from games.selectors.stored import check_match, reading_row


def stored_match(match_id: str) -> Match:
    """Return the match with this id; raises `CommandError` if there is none, and `BrokenRow` if it cannot be read."""
    with reading_row(match_id):
        found = Match.objects.filter(pk=match_id).first()
    if found is None:
        raise CommandError(f"there is no match {match_id!r}: its id is the last part of its address")
    check_match(found)
    return found


def unreadable(match_id: str, error: BrokenLog) -> str:
    """Return what a command says about a match that cannot be read."""
    return f"match {match_id} cannot be read: {error}. 'replay_matches {match_id}' lists its faults"
