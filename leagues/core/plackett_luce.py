"""The Plackett-Luce rating update, with tied players rated by the mean over all their orders.

Weng and Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), Algorithm 4. Without ties the results
equal those of openskill 6.2.0 bit for bit.

With ties the paper divides a player's omega and delta by the number of tied players. At places 1, 1, 3, 4, 5 among
equal players, third then gains more than the two winners. Here a tie means that the order among the tied players is
unknown, so omega and delta are averaged over all k! orders. That average is exact and needs no enumeration of orders:
in a random order of k players, the m players still to be placed are equally likely to be any set of m, with probability
1 / C(k, m). The average is therefore a sum over the 2^k - 1 non-empty sets (8,191 if 13 players tie).
"""

from collections.abc import Iterator, Sequence
from math import comb, exp, fsum, sqrt
from typing import NamedTuple

KAPPA = 0.0001  # the smallest factor by which a variance shrinks


class Belief(NamedTuple):
    """The normal distribution of a player's strength."""

    mu: float
    sigma: float


_Stage = tuple[int, float, float]
"""A set of tied players still to be placed: the set as bits, its probability, and the summed strengths of its members
and of all players placed behind the tie."""


def update(players: Sequence[Belief], places: Sequence[int], *, beta: float, tau: float) -> list[Belief]:
    """Return the beliefs after `players` finished at `places` (1 is best, equal numbers are ties).

    The result does not depend on the order of the list, to the last bit, and depends on places only by their order.
    Ignore what is returned for a player of fixed strength (sigma 0).
    """
    order = sorted(range(len(players)), key=lambda index: (places[index], players[index]))
    sigmas = [sqrt(players[index].sigma * players[index].sigma + tau * tau) for index in order]
    total = 0.0
    for sigma in sigmas:  # not sum(): it rounds differently since Python 3.12
        total += sigma**2 + beta**2
    c = sqrt(total)
    strengths = [exp(players[index].mu / c) for index in order]
    omegas, deltas = _omegas_and_deltas(strengths, [places[index] for index in order])
    found = list(players)
    for index, sigma, omega, delta in zip(order, sigmas, omegas, deltas, strict=True):
        variance = sigma**2
        shrinkage = delta * (variance / c**2) * (sqrt(variance) / c)
        found[index] = Belief(players[index].mu + omega * (variance / c), sigma * sqrt(max(1 - shrinkage, KAPPA)))
    return found


def _omegas_and_deltas(strengths: Sequence[float], places: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return omega and delta of the paper for each player; the players are sorted by place."""
    omegas, deltas = [0.0] * len(strengths), [0.0] * len(strengths)
    for first, end in _ties(places):
        stages = _stages(strengths, first, end)
        for index in range(first, len(strengths)):
            own = 1 << index - first if index < end else 0
            shares = [(chance, strengths[index] / total) for members, chance, total in stages if members & own == own]
            # fsum() is exact in any order, so equal players get equal results.
            omegas[index] += (index < end) - fsum([chance * share for chance, share in shares])
            deltas[index] += fsum([chance * share * (1 - share) for chance, share in shares])
    return omegas, deltas


def _ties(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the slice (start, end) of each place."""
    first = 0
    for end in range(1, len(places) + 1):
        if end == len(places) or places[end] != places[first]:
            yield first, end
            first = end


def _stages(strengths: Sequence[float], first: int, end: int) -> list[_Stage]:
    """Return all non-empty sets of the players first..end, which tie."""
    totals = [0.0]  # indexed by set; each player doubles the list
    for strength in strengths[first:end]:
        totals += [total + strength for total in totals]
    for strength in strengths[end:]:
        totals = [total + strength for total in totals]
    tied = end - first
    return [(members, 1 / comb(tied, members.bit_count()), totals[members]) for members in range(1, len(totals))]
