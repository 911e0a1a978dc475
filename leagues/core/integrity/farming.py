"""Pair farming: one of two accounts that meet often loses far more often than both their results elsewhere explain.

The ratings themselves follow a player who loses on purpose, and soon expect it. Both strengths are therefore estimated
again from the matches without the other, with the model of the ratings. Given their difference d the loser is expected
to come before the winner with probability 1 / (1 + exp(d / (beta * sqrt 2))), in each match alike. d is not known
exactly: the number of wins has a binomial distribution mixed over a normal d, and what counts is its lower tail (a
predictive p-value: Box, Sampling and Bayes' Inference, J. R. Stat. Soc. A 143 (1980)). Players with few matches
elsewhere are therefore not suspected: honest friends may play only with each other.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.strength import SCALE, Strength, elsewhere
from leagues.core.integrity.tails import Trial, binomial, discoveries, logistic, normal_weights, score

MATCHES = 12  # together, at least
SHARE = 0.3  # of the loser's matches
ELSEWHERE = 8  # matches of each without the other
LOST = 0.6  # of their matches, at least
DRIFT = 1.0  # deviation of a strength within the window: people learn, and have days
FALSE = 0.2  # share of false flags, at most


def find(history: History) -> list[Flag]:
    """Return the flags of this kind. All pairs that have met often enough are tested, in both directions."""
    tested, tests = 0, []
    for pair, matches in history.together.items():
        for winner, loser in (pair, pair[::-1]):
            if _is_tested(history, winner, loser, len(matches)):
                tested += 1
                found = _test(history, winner, loser, matches)
                tests += [] if found is None else [found]
    return discoveries(tests, tested, FALSE)


def _is_tested(history: History, winner: int, loser: int, together: int) -> bool:
    """Return whether there is enough to compare, independently of the results."""
    elsewhere = min(len(history.of[player]) - together for player in (winner, loser))
    return together >= MATCHES and together >= SHARE * len(history.of[loser]) and elsewhere >= ELSEWHERE


def _test(history: History, winner: int, loser: int, matches: Sequence[Played]) -> Trial | None:
    decided = [played for played in matches if played.places[winner] != played.places[loser]]
    lost = [played for played in decided if played.places[loser] > played.places[winner]]
    whole = len(history.of[loser])
    if len(lost) < max(LOST * len(decided), MATCHES / 2):
        return None
    spread = [1.0]
    expected = 0.0
    for title, pool in sorted({(played.match.title, played.match.pool) for played in decided}):
        here = [played for played in decided if (played.match.title, played.match.pool) == (title, pool)]
        strong, weak = (elsewhere(history, *who, title, pool) for who in ((winner, loser), (loser, winner)))
        wins = list(_wins(len(here), strong, weak))
        expected += sum(count * chance for count, chance in enumerate(wins))
        spread = _sum(spread, wins)
    won = len(decided) - len(lost)
    chance = min(1.0, sum(spread[: won + 1]))
    numbers = {
        "matches": len(decided),
        "won": won,
        "expected": round(expected, 1),
        "share": round(len(matches) / whole, 2),
        "all": whole,
    }
    flag = Flag(Kind.FARMING, (winner, loser), score(chance), tuple(played.match.match for played in lost), numbers)
    return Trial(chance, flag)


def _wins(count: int, strong: Strength, weak: Strength) -> Iterator[float]:
    """Yield the probabilities of 0 to `count` wins of the weaker."""
    mean = weak.mean - strong.mean
    deviation = sqrt(strong.deviation**2 + weak.deviation**2 + 2 * DRIFT**2)
    mixed = [
        (weight, binomial(count, logistic((mean + point * deviation) / SCALE))) for point, weight in normal_weights()
    ]
    for wins in range(count + 1):
        yield sum(weight * chances[wins] for weight, chances in mixed)


def _sum(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the distribution of the sum of two independent counts."""
    found = [0.0] * (len(one) + len(other) - 1)
    for index, chance in enumerate(one):
        for more, its_chance in enumerate(other):
            found[index + more] += chance * its_chance
    return found
