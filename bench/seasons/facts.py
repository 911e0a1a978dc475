"""What the checks of a season are made of: its export, and what is stored beside it."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """A season that is over. `later` is the season after it, if that has been drawn; `left_over` the matches of leagues
    that belong to no fixture."""

    season: Data
    inside: Data
    left_over: list[str] = field(default_factory=list)
    later: Data | None = None

    @property
    def format(self) -> str:
        """The format of the season."""
        return str(self.season["rules"]["format"])

    def matches(self) -> list[Data]:
        """All matches and byes of all divisions."""
        return [match for division in self.season["divisions"] for match in division["matches"]]


def tables(facts: Facts) -> list[Data]:
    """The matches of the season that have more than one seat."""
    return [match for match in facts.matches() if len(match["seats"]) > 1]


def players(match: Data) -> list[int]:
    """The entries of a match, in seat order."""
    return [seat["entry"] for seat in match["seats"]]


def seat_counts(division: Data, seats: int) -> dict[int, list[int]]:
    """How often each player had each seat."""
    counts: dict[int, list[int]] = defaultdict(lambda: [0] * seats)
    for match in division["matches"]:
        if len(match["seats"]) > 1:
            for seat, player in enumerate(players(match)):
                counts[player][seat] += 1
    return counts
