"""The log of a league: who did what, to whom, why."""

from typing import Any

from games import clock
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
