"""The quality of the schedules of a season, from its export alone."""

from collections import Counter
from itertools import combinations
from typing import Any

from bench.seasons.facts import Facts, players, seat_counts


def figures(facts: Facts) -> list[tuple[str, str]]:
    """Return a name and a value for each division and figure."""
    rows = []
    for division in facts.season["divisions"]:
        counts = seat_counts(division, facts.season["rules"]["seats"])
        spreads = Counter(max(seats) - min(seats) for seats in counts.values())
        played = sorted(sum(seats) for seats in counts.values())
        row = [
            f"matches each {_range(played)}",
            f"pairs by meetings {_shown(_meetings(division, sorted(counts)))}",
            f"players by seat spread {_shown(spreads)}",
            f"byes {sum(len(match['seats']) == 1 for match in division['matches'])}",
        ]
        rows.append((f"schedule of division {division['name']}", ", ".join(row)))
    for name, report in (facts.season["quality"] or {}).items():
        spread = max(report["seat_spreads"], default=0)
        said = f"early repeats {report['early_repeats']}, meetings {report['meetings']}, largest seat spread {spread}"
        rows.append((f"its published report {name}", said))
    return rows


def results(facts: Facts) -> str:
    """Return how many seats ended in each way, and how many time-outs there were, in words."""
    kinds = Counter(seat["kind"] for match in facts.matches() for seat in match["seats"])
    timeouts = sum(seat["timeouts"] for match in facts.matches() for seat in match["seats"])
    return ", ".join(f"{number} {kind}" for kind, number in kinds.most_common()) + f", {timeouts} time-outs"


def _meetings(division: dict[str, Any], members: list[int]) -> Counter[int]:
    met = Counter(pair for match in division["matches"] for pair in combinations(sorted(players(match)), 2))
    return Counter(met[pair] for pair in combinations(members, 2))


def _range(values: list[int]) -> str:
    if not values:
        return "none"
    return str(values[0]) if values[0] == values[-1] else f"{values[0]} to {values[-1]}"


def _shown(counts: Counter[int]) -> str:
    return "{" + ", ".join(f"{value}: {number}" for value, number in sorted(counts.items())) + "}"
