"""What a distribution of coins is worth to each seat: the chance to win from it.

The richest wins, at thirteen coins or when somebody has none. So the chances are a soft-max of the coins, which
becomes sharper the nearer the end is. It was fitted to matches between medium bots.
"""

from collections.abc import Sequence
from math import exp

from games.titles.mascarade.rules.components import RICH

SHARPEST = 1.8
"""Coins by which a seat must be ahead to be e times as likely to win, one step from the end."""
SOFTER = 0.151
"""How much that grows with each coin that the end is away."""


def chances(coins: Sequence[float]) -> list[float]:
    """The chance of each seat to win with these coins, before a turn."""
    most, least = max(coins), min(coins)
    if most >= RICH or least <= 0:
        winners = [1.0 if each == most else 0.0 for each in coins]
        return [each / sum(winners) for each in winners]
    scale = SHARPEST + SOFTER * min(RICH - most, 2.0 * least)
    weights = [exp((each - most) / scale) for each in coins]
    total = sum(weights)
    return [each / total for each in weights]


def chance_of(coins: Sequence[float], seat: int) -> float:
    """The chance of one seat."""
    return chances(coins)[seat]
