"""Log lines about one person each, for steps of the timetable that concern many; each person gets a mail.

All lines of a function are written by one statement, in the caller's transaction. The lines are not public.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count

from games import clock
from leagues.models import Entry, EntryState, LogEntry, Season, Standing
from leagues.services.keeping import sealed_rows

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
    """Notify `returning`, who are signed up again, and the other players of the season before that sign-up has
    opened."""
    again = {entry.user_id for entry in returning if entry.user_id is not None}
    before = Entry.objects.filter(
        season__league=season.league, season__number=season.number - 1, state=EntryState.ENTERED, user__isnull=False
    )
    asked = before.filter(banned_seasons=0).exclude(returns=False).values_list("user_id", flat=True)
    lines: list[Line] = [("signed_up_again", user, {}) for user in sorted(again)]
    _note(season, [*lines, *(("may_return", user, {}) for user in asked if user not in again)])


def of_places(season: Season) -> sealed_rows.Insertion:
    """Return the lines to be written when the schedule is published: to everybody the division, and how they came
    there."""
    lines: list[Line] = []
    drawn = season.entries.filter(division__isnull=False).select_related("division")
    for entry in drawn.order_by("division__tier", "division__index", "seed"):
        if not season.rules.has_divisions:
            lines.append(("in_field", entry.user_id, {}))
            continue
        details = {"division": _division(entry)}
        if entry.movement:
            details["movement"] = entry.movement
        lines.append(("moved_to" if entry.movement else "placed", entry.user_id, details))
    return _rows(season, lines)


def note_start(season: Season) -> None:
    """Notify everyone who plays that the season has started."""
    players = season.entries.filter(state=EntryState.ENTERED).order_by("pk").values_list("user_id", flat=True)
    _note(season, [("plays", user, {}) for user in players])


def note_ranks(season: Season) -> None:
    """Notify everyone in the standings of their final rank."""
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
    """Notify everyone who has signed up that the season does not take place."""
    entries = season.entries.filter(state__in=[EntryState.ENTERED, EntryState.ASKED])
    _note(season, [("not_held", user, {}) for user in entries.values_list("user_id", flat=True)])


def _division(entry: Entry) -> str:
    return "" if entry.division is None else entry.division.label


def _note(season: Season, lines: Iterable[Line]) -> None:
    _rows(season, lines).write()


def _rows(season: Season, lines: Iterable[Line]) -> sealed_rows.Insertion:
    moment = clock.now()
    rows = [
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
    ]
    return sealed_rows.Insertion(rows)
