"""The log of a league: who did what, to whom, why."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import clock, live
from games.core.text import Text
from games.refusals import TooMany
from leagues.models import League, LogEntry, Season

LONGEST_REASON = 500


def note(
    league: League,
    verb: str,
    *,
    season: Season | None = None,
    actor: Any = None,
    subject: Any = None,
    reason: str = "",
    public: bool = True,
    **details: Any,
) -> None:
    """Add a line to the log, in the caller's transaction. Without an `actor` the site itself acted.

    `verb` and `details` must be known to `leagues.log_text`. A line that is not public is read by organisers and by its
    `subject`.
    """
    LogEntry.objects.create(
        league=league,
        season=season,
        verb=verb,
        actor=actor,
        subject=subject,
        reason=reason[:LONGEST_REASON],
        details=details,
        is_public=public,
        at=clock.now(),
    )
    if subject is not None:
        live.announce_news([subject.pk])


def check_not_too_often(verbs: Sequence[str], *, most: int, within: timedelta, refusal: Text, **lines: Any) -> None:
    """Raise `TooMany` with the sentence `refusal` if the log has `most` lines with one of `verbs` within that time, of
    those that have the values `lines`. Lines are never removed, so they also bound acts that are undone."""
    found = LogEntry.objects.filter(verb__in=verbs, at__gt=clock.now() - within, **lines)
    if found[most - 1 : most].exists():
        raise TooMany(refusal)
