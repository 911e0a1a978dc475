"""The plan of a cup with tables of three and more seats, down to one final table: sizes and byes of every round."""

from dataclasses import dataclass
from functools import lru_cache

Cost = tuple[int, int, int, int]
"""Rounds before the final, byes, byes after round one, squared empty seats of all tables."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The sizes of the tables of a round, largest first, and how many of the best ranked advance without playing."""

    sizes: tuple[int, ...]
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a cup: each has from `smallest` to `seats` seats, and `advance` of its players go on."""

    seats: int
    advance: int
    smallest: int

    @property
    def least(self) -> int:
        """The smallest table that eliminates a player."""
        return max(self.smallest, self.advance + 1)


def plan_rounds(players: int, tables: Tables) -> tuple[RoundPlan, ...] | None:
    """Return the rounds of a cup, the last one the final table; None if tables of these sizes never lead to one.

    As few rounds as possible; then as few byes, after round one above all; then tables as full and even as possible.
    Sizes within a round differ by at most one.

    >>> [plan.sizes for plan in plan_rounds(16, Tables(4, 2, 2))]
    [(4, 4, 4, 4), (4, 4), (4,)]
    >>> plan_rounds(5, Tables(4, 2, 3))
    (RoundPlan(sizes=(4,), byes=1), RoundPlan(sizes=(3,), byes=0))
    """
    best = cheapest(players, tables)
    return best and best[1]


@lru_cache(maxsize=4096)
def cheapest(players: int, tables: Tables) -> tuple[Cost, tuple[RoundPlan, ...]] | None:
    """Return the plan of the lowest cost, after its cost; None if no plan leads to a final table."""
    if players <= tables.seats:
        final = RoundPlan((players,))
        return ((0, 0, 0, empty(final, tables)), (final,)) if players >= tables.smallest else None
    ways = []
    for plan in next_plans(players, tables):
        rest = cheapest(len(plan.sizes) * tables.advance + plan.byes, tables)
        if rest:
            (rounds, byes, _later, missing), plans = rest
            ways.append(((rounds + 1, byes + plan.byes, byes, missing + empty(plan, tables)), (plan, *plans)))
    return min(ways, key=lambda way: way[0], default=None)


def next_plans(players: int, tables: Tables) -> list[RoundPlan]:
    """Return the rounds worth considering: byes for fewer than two tables, and no more tables than a few above the
    fewest."""
    plans = []
    for byes in range(min(2 * tables.seats, players)):
        playing = players - byes
        fewest = -(-playing // tables.seats)
        for count in range(fewest, min(fewest + tables.seats, playing // tables.least) + 1):
            size, larger = divmod(playing, count)
            plans.append(RoundPlan((size + 1,) * larger + (size,) * (count - larger), byes))
    return plans


def empty(plan: RoundPlan, tables: Tables) -> int:
    """Return the sum of the squared numbers of empty seats at a round's tables."""
    return sum((tables.seats - size) ** 2 for size in plan.sizes)
