"""The probabilities that detectors need, and the correction for the number of tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, log, log1p, log10, pi, sqrt

from leagues.core.integrity.facts import Flag

SMALLEST = 1e-300
STEPS = [step / 4 for step in range(-24, 25)]  # of a normal distribution, in deviations


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a hypothesis: the chance of what was seen, and the flag that it raises if that is small enough."""

    chance: float
    flag: Flag


def score(chance: float) -> float:
    """Return minus the decimal logarithm of `chance`, to a hundredth."""
    return round(-log10(max(chance, SMALLEST)), 2)


def discoveries(tests: Sequence[Trial], tested: int, rate: float) -> list[Flag]:
    """Return the significant flags of `tests`, at most a share `rate` of them false on average, the most certain first.

    `tested` is the number of all tests; those that are not in `tests` had a chance of 1. Benjamini and Hochberg,
    Controlling the False Discovery Rate, J. R. Stat. Soc. B 57 (1995).
    """
    ranked = sorted(tests, key=lambda test: (test.chance, test.flag.accounts))
    kept = 0
    for rank, test in enumerate(ranked, start=1):
        if test.chance <= rate * rank / max(tested, 1):
            kept = rank
    return [test.flag for test in ranked[:kept]]


def binomial(count: int, chance: float) -> list[float]:
    """Return the probabilities of 0 to `count` successes in as many trials."""
    if not 0 < chance < 1:
        return [float(wins == (count if chance >= 1 else 0)) for wins in range(count + 1)]
    return [
        exp(_choose(count, wins) + wins * log(chance) + (count - wins) * log1p(-chance)) for wins in range(count + 1)
    ]


def beta_binomial_tail(least: int, count: int, alpha: float, beta: float) -> float:
    """Return the probability of at least `least` successes in `count` trials, of a chance that is Beta(alpha, beta)."""
    whole = _log_beta(alpha, beta)
    terms = (
        exp(_choose(count, wins) + _log_beta(wins + alpha, count - wins + beta) - whole)
        for wins in range(least, count + 1)
    )
    return min(1.0, sum(terms))


def normal_tail(deviations: float) -> float:
    """Return the probability that a standard normal variable is at least `deviations`."""
    return erfc(deviations / sqrt(2)) / 2


def normal_weights() -> list[tuple[float, float]]:
    """Return points of a standard normal variable, in deviations, and their weights, for integration."""
    weights = [exp(-(point**2) / 2) / sqrt(2 * pi) / 4 for point in STEPS]
    whole = sum(weights)
    return [(point, weight / whole) for point, weight in zip(STEPS, weights, strict=True)]


def logistic(value: float) -> float:
    """Return 1 / (1 + exp(-value)), for any value."""
    if value < 0:
        return 1 - logistic(-value)
    return 1 / (1 + exp(-value))


def _choose(count: int, wins: int) -> float:
    return lgamma(count + 1) - lgamma(wins + 1) - lgamma(count - wins + 1)


def _log_beta(alpha: float, beta: float) -> float:
    return lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta)
