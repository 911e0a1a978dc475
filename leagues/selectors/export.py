"""A season as data, complete enough to recompute its standings without this program."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Protocol

from games.plumbing.bidi import bare
from leagues.models import Entry, FixtureState, FormerMatch, Season
from leagues.models.rules import TERMS
from leagues.selectors.seasons import ShownDivision, divisions_of, people_of, revision_of, shown_of

FORMAT = 2  # of this export; rises when a reader of an older one would misread it


class Kept(Protocol):
    """The cache of divisions' data, by what it follows from."""

    def known(self, key: Hashable) -> dict[str, Any] | None:
        """Return what is cached; None if nothing is."""

    def keep(self, key: Hashable, drawing: dict[str, Any]) -> None:
        """Cache the data of a division."""


def season_data(season: Season, kept: Kept | None = None) -> dict[str, Any]:
    """Return rules, seed, entries, divisions, matches with every seat's result, and the standings as they are shown.

    Points are integers: half points for two seats, thousandths for more (`unit` of them make one point). Divisions that
    are `kept` since they last changed are not read again.
    """
    entries = {entry.pk: entry for entry in season.entries.select_related("user", "division").order_by("pk")}
    return {
        "format": FORMAT,
        "league": season.league.slug,
        "season": season.number,
        "state": season.state,
        "seed": season.seed,
        "rules": {name: getattr(season, name) for name in TERMS},
        "started_at": _written(season.started_at),
        "quality": season.quality,
        "unit": season.rules.scale.unit,
        "entries": _entries(entries),
        "divisions": _divisions(season, kept),
    }


def _divisions(season: Season, kept: Kept | None) -> list[dict[str, Any]]:
    shown = shown_of(season, _Nobody())
    keys = {one.pk: (season.seed, season.state, one.pk, revision_of(season, one)) for one in shown.divisions}
    found: dict[int, dict[str, Any] | None] = {
        pk: None if kept is None else kept.known(key) for pk, key in keys.items()
    }
    missing = [one for one in shown.divisions if found[one.pk] is None]
    former = _former(season) if missing else {}
    for each in divisions_of(season, replace(shown, shown=missing)) if missing else []:
        found[each.division.pk] = data = _division(each, former)
        if kept is not None:
            kept.keep(keys[each.division.pk], data)
    return [data for data in found.values() if data is not None]


def _written(moment: datetime | None) -> str | None:
    """Return a moment as text, None for None; later moments give greater texts."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


class _Nobody:
    """A viewer without an account."""

    pk = None


def _entries(entries: dict[int, Entry]) -> list[dict[str, Any]]:
    people = people_of(entries, _Nobody())
    return [
        {
            "id": pk,
            "name": bare(people[pk].name),
            "state": entry.state,
            "seed": entry.seed,
            "division": None if entry.division is None else f"{entry.division.tier}.{entry.division.index}",
            "movement": entry.movement,
            "former_tier": entry.former_tier,
            "left_round": entry.left_round,
            "left_at": _written(entry.left_at),
        }
        for pk, entry in entries.items()
    ]


def _former(season: Season) -> Mapping[int, list[str]]:
    """Return the matches that were annulled because they are replayed, oldest first, by the fixture."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = FormerMatch.objects.filter(fixture__season=season).order_by("pk")
    for fixture, match in rows.values_list("fixture", "match"):
        found[fixture].append(match)
    return found


def _division(shown: ShownDivision, former: Mapping[int, list[str]]) -> dict[str, Any]:
    division = shown.division
    return {
        "name": f"{division.tier}.{division.index}",
        "per_match": division.is_per_match,
        "matches": [
            {
                "number": line.fixture.number,
                "round": line.fixture.round,
                "state": line.fixture.state,
                "settled_at": _written(line.fixture.settled_at),
                "match": line.fixture.match_id,
                "former_matches": former.get(line.fixture.pk, []),
                "corrected": line.fixture.is_corrected,
                "play": line.play or None,
                "seats": [
                    {
                        "entry": seat.entry_id,
                        "kind": seat.kind,
                        "place": seat.place,
                        "score": seat.score,
                        "timeouts": seat.timeouts,
                    }
                    for seat in line.seats
                ],
            }
            for line in shown.fixtures
        ],
        "open": sum(line.fixture.state != FixtureState.SETTLED for line in shown.fixtures),
        "table": [
            {
                "rank": line.rank,
                "entry": line.entry.pk,
                "played": line.played,
                "points": line.entry.standing.points,
                "values": line.entry.standing.values,
                "decided_by": line.decided_by,
            }
            for line in shown.lines
        ],
    }
