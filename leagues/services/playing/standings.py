"""The standings of divisions, recomputed from all their results after each of them. Inside the season's lock."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from games.plumbing import bulk_sql
from leagues.core.results import Result
from leagues.core.standings import Rules, Standing, standings
from leagues.models import Division, Season
from leagues.models import Standing as StandingRow
from leagues.selectors.results import results_of
from leagues.services.playing.outlook import outlook_of

COMPUTED = ("rank", "points", "played", "values", "decided_by")
STORED = ("division_id", *COMPUTED)
"""The columns of a line of the standings that follow from results."""


def rules_of(division: Division) -> Rules:
    """Return the rules by which the standings of a division are made: only what is stored with its season."""
    rules = division.season.rules
    return Rules(scale=rules.scale, criteria=rules.criteria, per_match=division.is_per_match)


def lines_of(division: Division, results: list[Result], joining: Iterable[int] = ()) -> list[Standing]:
    """Return the lines of a division's standings, best first, from its results. Players are the primary keys of
    entries; players who left before the first match have no line unless a result counts for it. `joining` are late
    entries that are not stored yet."""
    counting = {seat.player for result in results if result.counts for seat in result.seats}
    started = division.season.started_at
    players = [
        pk
        for pk, left_at in division.entries.values_list("pk", "left_at")
        if pk in counting or left_at is None or (started is not None and left_at >= started)
    ]
    return standings(sorted([*players, *joining]), results, rules_of(division), division.season.seed)


def recompute(division: Division) -> None:
    """Store the standings of a division, and what its players can still reach."""
    results = results_of(division)
    division.outlook = outlook_of(division, results, rules_of(division))
    division.save(update_fields=["outlook"])
    rows = rows_of(division, lines_of(division, results))
    division.standings.exclude(entry__in=[row.entry_id for row in rows]).delete()
    store(rows)


def changed(division: Division, lines: Sequence[Standing]) -> list[StandingRow]:
    """Return those of these lines that differ from the stored ones."""
    stored = {row.entry_id: row for row in division.standings.all()}
    return [row for row in rows_of(division, lines) if not _is_stored(row, stored.get(row.entry_id))]


def _is_stored(row: StandingRow, stored: StandingRow | None) -> bool:
    return stored is not None and all(getattr(stored, name) == getattr(row, name) for name in COMPUTED)


def store(rows: Sequence[StandingRow]) -> None:
    """Write lines of standings."""
    bulk_sql.upsert(rows, ("entry",), ("division", *COMPUTED))


def rows_of(division: Division, lines: Sequence[Standing]) -> list[StandingRow]:
    """Return these lines as unsaved rows."""
    return [
        StandingRow(
            entry_id=line.player,
            division=division,
            rank=line.rank,
            points=line.points,
            played=line.matches,
            values={criterion.value: _stored(value) for criterion, value in line.values.items()},
            decided_by=line.decided_by or "",
        )
        for line in lines
    ]


def recompute_season(season: Season) -> None:
    """Store the standings of all divisions of a season."""
    for division in season.divisions.select_related("season"):
        recompute(division)


def _stored(value: int | Fraction | None) -> str | None:
    """Return a value as JSON keeps it: exact, as “7” or “7/2”; None for None."""
    return None if value is None else str(Fraction(value))
