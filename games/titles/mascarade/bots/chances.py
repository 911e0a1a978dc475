"""The value of a distribution of coins for each seat: its chance to win from there.

The richest wins, at thirteen coins or when a player has none. So the chances are a soft-max of the coins, which becomes
sharper the nearer the end is. It was fitted to matches between medium bots.
"""

from collections.abc import Sequence
from math import exp

from games.titles.mascarade.rules.components import RICH

SHARPEST = 1.8
"""Coins by which a seat must be ahead to be e times as likely to win, one step from the end."""
SOFTER = 0.151
"""By how much that grows with each coin by which the end is further away."""


def chances(coins: Sequence[float]) -> list[float]:
    """Return the chance of each seat to win with these coins, before a turn."""
    most, least = max(coins), min(coins)
    if most >= RICH or least <= 0:
        winners = [1.0 if each == most else 0.0 for each in coins]
        return [each / sum(winners) for each in winners]
    scale = SHARPEST + SOFTER * min(RICH - most, 2.0 * least)
    weights = [exp((each - most) / scale) for each in coins]
    total = sum(weights)
    return [each / total for each in weights]


def chance_of(coins: Sequence[float], seat: int) -> float:
    """Return the chance of one seat."""
    return chances(coins)[seat]


FEW_SEATS = 3
"""Up to this many seats, fortunes change hands so often that leads say little, and count in proportion."""
WINNING_LEAD = 20.0
"""In coins: the lead that counts as much as a victory."""


def prospects(coins: Sequence[float], seat: int) -> float:
    """Return how far `seat` is ahead of its rivals; at a large table, its chance to win.

    With few seats it is the lead over the average of the others, in shares of `WINNING_LEAD`: chances fitted to matches
    of such tables predicted no winner, and a seat that relied on them gave up too soon.
    """
    if len(coins) > FEW_SEATS:
        return chance_of(coins, seat)
    rivals = [held for other, held in enumerate(coins) if other != seat]
    most = max(rivals)
    if coins[seat] >= RICH or most >= RICH or min(coins) <= 0:
        return float(coins[seat] > most) - float(coins[seat] < most)
    return (coins[seat] - sum(rivals) / len(rivals)) / WINNING_LEAD
