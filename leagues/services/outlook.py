"""What each player of a division can still reach: what is certain, and an estimate by simulation. Inside the season's
lock.

Computed with the table and stored beside it, so that pages only read it. The estimate's lots follow from the season's
seed, so that it changes with results alone.
"""

from typing import Any

from leagues.core.fixtures import Fixture as CoreFixture
from leagues.core.projection import project
from leagues.core.promotion import relegation_places
from leagues.core.prospects import Prospect, prospects
from leagues.core.results import Result
from leagues.core.standings import Rules
from leagues.models import Division, FixtureSeat, FixtureState

SAMPLES = 400


def outlook_of(division: Division, results: list[Result], rules: Rules) -> dict[str, Any] | None:
    """By entry: whether promotion and staying are certain, open or impossible, how many points are known to suffice,
    and the estimated probabilities. None where nothing is open, and for formats without promotion."""
    season = division.season
    if not season.rules.has_divisions:
        return None
    remaining = _remaining(division)
    if not remaining:
        return None
    players = sorted({player for fixture in remaining for player in fixture.players} | _players(results))
    seed, last = season.seed, len(players)
    has_tier_above = division.tier > 0
    has_tier_below = season.divisions.filter(tier__gt=division.tier).exists()
    down = min(relegation_places(last, season.relegated, season.promoted), last - 1) if has_tier_below else 0
    first = prospects(players, results, remaining, rules, seed, ranks=1)
    safe = prospects(players, results, remaining, rules, seed, ranks=last - down) if down else {}
    estimate = project(players, results, remaining, rules, seed, samples=SAMPLES)
    return {
        str(player): {
            "up" if has_tier_above else "first": _said(first[player], float(estimate.probability(player, 1, 1))),
            "safe": _said(safe[player], float(estimate.probability(player, 1, last - down))) if safe else None,
        }
        for player in players
    }


def _said(prospect: Prospect, probability: float) -> dict[str, Any]:
    return {
        "verdict": prospect.verdict.value,
        "matches": prospect.matches,
        "enough": prospect.enough,
        "wins_suffice": prospect.wins_suffice,
        "probability": round(probability, 3),
    }


def _players(results: list[Result]) -> set[int]:
    return {seat.player for result in results for seat in result.seats}


def _remaining(division: Division) -> list[CoreFixture]:
    """The matches of a division that have no result yet."""
    seats = FixtureSeat.objects.filter(fixture__division=division).exclude(fixture__state=FixtureState.SETTLED)
    groups: dict[tuple[int, int], list[int]] = {}
    for number, round_number, entry in seats.order_by("fixture__number", "seat").values_list(
        "fixture__number", "fixture__round", "entry_id"
    ):
        groups.setdefault((number, round_number), []).append(entry)
    return [CoreFixture(round_number, tuple(players)) for (_number, round_number), players in groups.items()]
