"""Lines of the log about one person each, where a step of the timetable concerns many: they are told by mail.

Each function writes all its lines by one statement, in the caller's transaction. The lines are not public.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count

from games import clock
from leagues.models import Entry, EntryState, LogEntry, Season, Standing

VERBS = (
    "signed_up_again",
    "may_return",
    "in_field",
    "placed",
    "moved_to",
    "plays",
    "ranked",
    "ranked_in_field",
    "not_held",
)
Line = tuple[str, int | None, dict[str, Any]]  # a verb, the primary key of whom it concerns, and the details


def note_sign_up(season: Season, returning: Iterable[Entry]) -> None:
    """Sign-up has opened: to `returning`, who are signed up again, and to those who may be, who played the season
    before."""
    again = {entry.user_id for entry in returning if entry.user_id is not None}
    before = Entry.objects.filter(
        season__league=season.league, season__number=season.number - 1, state=EntryState.ENTERED, user__isnull=False
    )
    asked = before.filter(banned_seasons=0).exclude(returns=False).values_list("user_id", flat=True)
    lines: list[Line] = [("signed_up_again", user, {}) for user in sorted(again)]
    _note(season, [*lines, *(("may_return", user, {}) for user in asked if user not in again)])


def note_places(season: Season) -> None:
    """The schedule is published: to everybody the division, and how they came there."""
    if not season.rules.has_divisions:
        _note(season, [("in_field", entry.user_id, {}) for entry in _players(season)])
        return
    lines = []
    for entry in _players(season):
        details = {"division": _division(entry)}
        if entry.movement:
            details["movement"] = entry.movement
        lines.append(("moved_to" if entry.movement else "placed", entry.user_id, details))
    _note(season, lines)


def note_start(season: Season) -> None:
    """The season has started: to everybody who plays."""
    _note(season, [("plays", entry.user_id, {}) for entry in _players(season)])


def note_ranks(season: Season) -> None:
    """The season is over: to everybody who is in a table, the rank."""
    sizes = dict(Standing.objects.filter(division__season=season).values_list("division").annotate(Count("pk")))
    lines = []
    for row in Standing.objects.filter(division__season=season).select_related("entry__division"):
        details: dict[str, Any] = {"rank": row.rank, "players": sizes[row.division_id]}
        if season.rules.has_divisions:
            details["division"] = _division(row.entry)
        verb = "ranked" if season.rules.has_divisions else "ranked_in_field"
        lines.append((verb, row.entry.user_id, details))
    _note(season, lines)


def note_cancelled(season: Season) -> None:
    """The season does not take place: to everybody who has signed up."""
    entries = season.entries.filter(state__in=[EntryState.ENTERED, EntryState.ASKED])
    _note(season, [("not_held", user, {}) for user in entries.values_list("user_id", flat=True)])


def _players(season: Season) -> Iterable[Entry]:
    return season.entries.filter(state=EntryState.ENTERED).select_related("division").order_by("pk")


def _division(entry: Entry) -> str:
    return "" if entry.division is None else entry.division.label


def _note(season: Season, lines: Iterable[Line]) -> None:
    moment = clock.now()
    LogEntry.objects.bulk_create(
        LogEntry(
            league=season.league,
            season=season,
            verb=verb,
            subject_id=user,
            details=details,
            is_public=False,
            at=moment,
        )
        for verb, user, details in lines
        if user is not None
    )
