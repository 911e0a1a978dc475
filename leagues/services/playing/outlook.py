"""The prospects of each player of a division: certainties, and an estimate by simulation. Inside the season's lock.

It is computed and stored with the standings, so that pages only read it. The estimate's random numbers follow from the
season's seed, so that it only changes with results.
"""

from collections.abc import Mapping
from typing import Any

from leagues.core.fixtures import Fixture as CoreFixture
from leagues.core.projection import project
from leagues.core.promotion import relegation_places
from leagues.core.prospects import Prospect, prospects
from leagues.core.results import Result
from leagues.core.standings import Rules
from leagues.models import Division, EntryState, FixtureSeat, FixtureState

SAMPLES = 400
LEAVER = 1e-9
"""A leaver's strength in the simulation, compared with 1: their seats at tables of several are forfeited."""


def outlook_of(division: Division, results: list[Result], rules: Rules) -> dict[str, Any] | None:
    """Return, by entry, whether promotion (at the top: the first place) and staying are certain, open or impossible,
    the points known to suffice, and the estimated chances of going up, staying and going down. None if nothing is
    open."""
    season = division.season
    if not season.rules.has_divisions:
        return None
    remaining, gone = _remaining(division)
    if not remaining:
        return None
    players = sorted({player for fixture in remaining for player in fixture.players} | _players(results))
    goals = _goals(division, len(players))
    if not goals:
        return None
    found = {goal: prospects(players, results, remaining, rules, season.seed, ranks=goals[goal]) for goal in goals}
    strengths = {player: LEAVER if player in gone else 1.0 for player in players} if gone else None
    estimate = project(players, results, remaining, rules, season.seed, samples=SAMPLES, strengths=strengths)
    ranks = _ranks(goals, len(players))
    return {
        str(player): {
            "goals": {goal: _said(prospect[player]) for goal, prospect in found.items()},
            "chances": {name: float(estimate.probability(player, *span)) for name, span in ranks.items()},
            "samples": estimate.samples,
        }
        for player in players
    }


def _goals(division: Division, players: int) -> dict[str, int]:
    """Return the goals and the last rank that reaches each: promotion or, at the top, the first place; and, where there
    is a tier below, staying. The numbers are those by which the next season is drawn (`core.promotion`)."""
    season = division.season
    goals = {}
    if division.tier == 0:
        goals["first"] = 1
    elif season.promoted:
        goals["up"] = min(season.promoted, players)
    if season.divisions.filter(tier__gt=division.tier).exists():
        down = min(relegation_places(players, season.relegated, season.promoted), players - 1)
        if down:
            goals["safe"] = players - down
    return goals


def _ranks(goals: Mapping[str, int], players: int) -> dict[str, tuple[int, int]]:
    """Return the ranks on which one goes up, stays, goes down; at the top also the first. Impossible ones are left
    out."""
    found = {name: (1, goals[name]) for name in ("first", "up") if name in goals}
    safe = goals.get("safe", players)
    if "up" in goals or "safe" in goals:
        found["stay"] = (goals.get("up", 0) + 1, safe)
    if "safe" in goals:
        found["down"] = (safe + 1, players)
    return found


def _said(prospect: Prospect) -> dict[str, Any]:
    return {
        "verdict": prospect.verdict.value,
        "matches": prospect.matches,
        "enough": prospect.enough,
        "wins_suffice": prospect.wins_suffice,
    }


def _players(results: list[Result]) -> set[int]:
    return {seat.player for result in results for seat in result.seats}


def _remaining(division: Division) -> tuple[list[CoreFixture], set[int]]:
    """Return the matches of a division that have no result yet, and those of their players who have left."""
    seats = FixtureSeat.objects.filter(fixture__division=division).exclude(fixture__state=FixtureState.SETTLED)
    groups: dict[tuple[int, int], list[int]] = {}
    gone = set()
    for number, round_number, entry, state in seats.order_by("fixture__number", "seat").values_list(
        "fixture__number", "fixture__round", "entry_id", "entry__state"
    ):
        groups.setdefault((number, round_number), []).append(entry)
        if state in (EntryState.WITHDRAWN, EntryState.REMOVED):
            gone.add(entry)
    return [CoreFixture(round_number, tuple(players)) for (_number, round_number), players in groups.items()], gone
