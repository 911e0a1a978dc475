"""The quality of forecasts of placings: log-loss, pairs predicted, calibration, and rank correlation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt

BINS = 10


def shares(strengths: Sequence[float]) -> list[float]:
    """Return the chance of each to be first, by the Plackett-Luce model: in proportion to the exponentials of
    `strengths`.

    >>> shares([0.0, 0.0])
    [0.5, 0.5]
    """
    top = max(strengths)
    weights = [exp(strength - top) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


def winner_loss(chances: Sequence[float], places: Sequence[int]) -> float:
    """Return the log-loss of the chances to be first, in nats: the mean over those who shared the first place."""
    first = [chance for chance, place in zip(chances, places, strict=True) if place == 1]
    return -sum(log(chance) for chance in first) / len(first)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two seats of one match: the chance of the one to come before the other, as it was forecast, and what happened:
    1 if it did, 0 if not, and one half if they tied."""

    forecast: float
    result: float


def pairs(strengths: Sequence[float], places: Sequence[int]) -> Iterator[Pair]:
    """Yield all pairs of seats of one match, the earlier seat first. By the Plackett-Luce model, a pair does not depend
    on the other players."""
    for one, other in combinations(range(len(places)), 2):
        forecast = shares([strengths[one], strengths[other]])[0]
        result = (1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
        yield Pair(forecast, result)


def accuracy(found: Sequence[Pair]) -> float:
    """Return the share of pairs whose order was predicted. Pairs that tied do not count; a forecast of one half is half
    right."""
    decided = [pair for pair in found if pair.result != 0.5]
    right = sum(0.5 if pair.forecast == 0.5 else (pair.forecast > 0.5) == (pair.result == 1.0) for pair in decided)
    return right / len(decided)


def confidence(found: Sequence[Pair]) -> float:
    """Return the share of pairs that forecasts themselves expect to predict: above `accuracy` they are too bold, below
    it too timid. Pairs that tied do not count."""
    decided = [pair for pair in found if pair.result != 0.5]
    return sum(max(pair.forecast, 1 - pair.forecast) for pair in decided) / len(decided)


@dataclass(frozen=True, slots=True)
class Bin:
    """The pairs whose forecast was from `low` to `low` + 1/10: how many, their mean forecast, and their mean result."""

    low: float
    pairs: int
    forecast: float
    observed: float


def calibration(found: Sequence[Pair]) -> list[Bin]:
    """Return the ten bins, from forecasts near 0 to those near 1; a forecast of 1 is in the last. Empty ones are left
    out."""
    members: list[list[Pair]] = [[] for _bin in range(BINS)]
    for pair in found:
        members[min(BINS - 1, int(pair.forecast * BINS))].append(pair)
    return [
        Bin(
            at / BINS,
            len(those),
            sum(pair.forecast for pair in those) / len(those),
            sum(pair.result for pair in those) / len(those),
        )
        for at, those in enumerate(members)
        if those
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean distance between forecast and result, weighted by pairs."""
    return sum(each.pairs * abs(each.forecast - each.observed) for each in bins) / sum(each.pairs for each in bins)


# Rank correlation.


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation: Pearson's of the ranks, where ties share their mean rank. 0 if one is
    constant."""
    first, second = ranks(one), ranks(other)
    middle = (len(first) + 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = sqrt(sum((a - middle) ** 2 for a in first) * sum((b - middle) ** 2 for b in second))
    return product / spread if spread else 0.0


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each, from 1; ties share the mean of theirs.

    >>> ranks([7.0, 5.0, 7.0])
    [2.5, 1.0, 2.5]
    """
    return [1 + sum(each < value for each in values) + (values.count(value) - 1) / 2 for value in values]


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Kendall's tau-b: concordant less discordant pairs, corrected for ties. 0 if one is constant."""
    agree, first, second = 0, 0, 0
    for i, j in combinations(range(len(one)), 2):
        a, b = _sign(one[i] - one[j]), _sign(other[i] - other[j])
        agree += a * b
        first += a * a
        second += b * b
    return agree / sqrt(first * second) if first and second else 0.0


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
