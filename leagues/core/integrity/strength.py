"""A player's strength by a part of their matches, where the strength of the others is known.

Every pair of places is a comparison: the Plackett-Luce model expects i before j with probability
1 / (1 + exp((mu_j - mu_i) / (beta * sqrt 2))). The posterior of a normal prior is approximated at its mode (Laplace;
MacKay, The Evidence Framework Applied to Classification Networks, Neural Computation 4 (1992), which also says how a
doubt about the other flattens the curve). The updates of the ratings themselves would leave more doubt than there is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import pi, sqrt

from leagues.core.integrity.facts import History, Played
from leagues.core.integrity.tails import logistic
from leagues.core.rating import BETA, MU

SCALE = BETA * sqrt(2)
SPREAD = 5.0  # deviation of the strengths of all people
ROUNDS = 12  # of Newton's method


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison with one opponent at one table: their mean, the slope of the expected result, the result, its
    weight."""

    mean: float
    slope: float
    reached: float
    weight: float


@dataclass(frozen=True, slots=True)
class Strength:
    """A belief about a strength, in the unit of ratings."""

    mean: float
    deviation: float


def elsewhere(history: History, player: int, other: int, title: str, pool: str) -> Strength:
    """Return the strength of `player` by their matches without `other`, against opponents whose strength is known by
    now."""
    found: list[Comparison] = []
    for played in history.of[player]:
        if (played.match.title, played.match.pool) == (title, pool) and other not in played.before:
            found += _comparisons(history, played, player)
    return estimate(found)


def estimate(comparisons: Sequence[Comparison]) -> Strength:
    """Return the mode of the posterior, and its deviation there.

    >>> estimate([])
    Strength(mean=25.0, deviation=5.0)
    """
    mean, information = MU, 1 / SPREAD**2
    for _round in range(ROUNDS):
        gradient, information = (MU - mean) / SPREAD**2, 1 / SPREAD**2
        for one in comparisons:
            expected = logistic((mean - one.mean) * one.slope)
            gradient += one.weight * one.slope * (one.reached - expected)
            information += one.weight * one.slope**2 * expected * (1 - expected)
        mean += max(-SPREAD, min(SPREAD, gradient / information))
    return Strength(mean, 1 / sqrt(information))


def _comparisons(history: History, played: Played, player: int) -> Iterable[Comparison]:
    """Yield comparisons. Those of one table count for less the more there are: they are not independent."""
    match, place = played.match, played.places[player]
    weight = 2 / len(match.seats)
    for seat in match.seats:
        if seat.player == player:
            continue
        mean, deviation, its_place = seat.anchor, 0.0, seat.place
        if seat.player is not None:
            if seat.player not in played.before:
                continue
            known = history.latest[seat.player, match.title, match.pool]
            mean, deviation, its_place = known.mu, known.sigma, played.places[seat.player]
        slope = 1 / (SCALE * sqrt(1 + pi * (deviation / SCALE) ** 2 / 8))
        yield Comparison(mean, slope, (1 + (place < its_place) - (place > its_place)) / 2, weight)
