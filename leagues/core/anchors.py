"""Bots in the ratings: fixed points, from the Elo ladder that the arena measures (docs/bots.md)."""

from math import log, sqrt

from games.core.title.strengths import Ladder
from leagues.core.rating import BETA, MU

LEVEL = "medium"
"""The level whose mean is that of a new player."""


def anchor(ladder: Ladder, seats: int, level: str) -> float | None:
    """Return the mean of a bot's rating at a table of `seats`, in the unit of ratings; None if the title has no points
    for its level at that size.

    The model expects A to come before B with probability 1 / (1 + exp((mu_B - mu_A) / (beta * sqrt 2))) where both are
    known exactly, Elo with 1 / (1 + 10 ** ((B - A) / 400)).

    >>> anchor({2: {"easy": 600, "medium": 840}}, 2, "medium")
    25.0
    """
    points = ladder.get(seats, {})
    if level not in points or LEVEL not in points:
        return None
    return MU + (points[level] - points[LEVEL]) * log(10) / 400 * BETA * sqrt(2)
