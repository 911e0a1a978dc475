"""Bots in the ratings: fixed points, from the Elo ladder that the arena measures (docs/bots.md)."""

from collections.abc import Mapping
from math import log, sqrt

from leagues.core.rating import BETA, MU

LEVEL = "medium"
"""The level whose mean is that of a new player."""

Ladder = Mapping[int, Mapping[str, int]]
"""By number of seats, the Elo points of each level."""


def anchor(ladder: Ladder, seats: int, level: str) -> float | None:
    """The mean of a bot's rating, in the unit of ratings; None if its level was never measured.

    The model expects A to come before B with probability 1 / (1 + exp((mu_B - mu_A) / (beta * sqrt 2))) where both are
    known exactly, Elo with 1 / (1 + 10 ** ((B - A) / 400)). A number of seats that was not measured has the points of
    the next smaller one that was.

    >>> anchor({2: {"easy": 600, "medium": 840}}, 3, "medium")
    25.0
    """
    measured = [count for count in sorted(ladder) if count <= seats] or sorted(ladder)[:1]
    points = ladder[measured[-1]] if measured else {}
    if level not in points or LEVEL not in points:
        return None
    return MU + (points[level] - points[LEVEL]) * log(10) / 400 * BETA * sqrt(2)
