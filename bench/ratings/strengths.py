"""The strengths of a population from all that is known of it: the maximum-likelihood fit of Plackett-Luce."""

from collections.abc import Sequence
from math import log

from bench.ratings.matches import Played

STEPS = 500
PRECISE = 1e-6
WEAK = 0.5
"""This many wins and losses against an average rival are added for everyone, so that a player without a win is not
infinitely weak."""


def fit(matches: Sequence[Played], size: int) -> list[float]:
    """Return the strength of each of `size` personas, on the natural scale of the model; their mean is 0.

    Hunter's minorisation-maximisation (MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32,
    2004): every place except the last is a choice of one among those that are not placed yet. Those who tie are chosen
    among the same.
    """
    choices = [(winner, rivals) for match in matches for winner, rivals in _choices(match)]
    wins = [WEAK] * size
    for winner, _rivals in choices:
        wins[winner] += 1
    strength = [1.0] * size
    for _step in range(STEPS):
        met = [2 * WEAK / (1 + each) for each in strength]
        for _winner, rivals in choices:
            share = 1 / sum(strength[rival] for rival in rivals)
            for rival in rivals:
                met[rival] += share
        found = [won / times for won, times in zip(wins, met, strict=True)]
        moved = max(abs(log(new / old)) for new, old in zip(found, strength, strict=True))
        strength = found
        if moved < PRECISE:
            break
    logs = [log(each) for each in strength]
    return [each - sum(logs) / size for each in logs]


def _choices(match: Played) -> list[tuple[int, tuple[int, ...]]]:
    """Return who was chosen from whom, for each seat that finished behind another."""
    found = []
    for persona, place in zip(match.personas, match.places, strict=True):
        rivals = tuple(other for other, reached in zip(match.personas, match.places, strict=True) if reached >= place)
        if len(rivals) > 1:
            found.append((persona, rivals))
    return found
