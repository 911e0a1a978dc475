"""Gift patterns at tables of three and more: one account does worse, and another better, where they meet.

What somebody reached at a table is the share of the others whom they came before, less the share that the ratings
expected: in the Plackett-Luce model the probability to come before j is 1 / (1 + exp((mu_j - mu_i) / (beta * sqrt 2))).
The mean of that is compared between the matches with the other and those without, for both, and the two differences
are added: a z test for contrasts of means. The variance of one result at a table is taken as known, that of the matches
without the other is estimated. At a table of n places are dealt out, so what two reach there correlates by -1 / (n - 1) without a cheat, which the test allows for.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.tails import Trial, discoveries, logistic, normal_tail, score
from leagues.core.rating import BETA

SEATS = 3
TOGETHER = 12  # matches with both, at least
SHARE = 0.2  # of the giver's matches
APART = 8  # of each without the other
EACH = 0.7  # deviations, of either's difference alone
USUAL_VARIANCE = 0.13  # of what somebody reaches at a table of three or four
PRIOR = 10  # matches that the usual variance counts for, where it is estimated
FALSE = 0.1  # share of false flags, at most

Reached = Sequence[float]


def find(history: History) -> list[Flag]:
    """The flags of this kind; tested are all pairs that have met often enough, in both directions."""
    reached = {(played.match.match, player): value for played in history.played for player, value in _reached(played)}
    tested, tests = 0, []
    for pair, matches in history.together.items():
        together = [played for played in matches if len(played.match.seats) >= SEATS]
        if len(together) < TOGETHER:
            continue
        for gainer, giver in (pair, pair[::-1]):
            apart = min(len(history.of[player]) - len(matches) for player in pair)
            if apart >= APART and len(together) >= SHARE * len(history.of[giver]):
                tested += 1
                found = _test(history, reached, gainer, giver, together)
                tests += [] if found is None else [found]
    return discoveries(tests, tested, FALSE)


def _reached(played: Played) -> list[tuple[int, float]]:
    """What each account reached beyond its expectation."""
    means = {index: _mean(played, index) for index in range(len(played.match.seats))}
    places = [seat.place if seat.player is None else played.places[seat.player] for seat in played.match.seats]
    found = []
    for index, seat in enumerate(played.match.seats):
        if seat.player is None or seat.player not in played.before:
            continue
        others = [other for other in means if other != index]
        came_before = sum((places[index] < places[other]) + (places[index] == places[other]) / 2 for other in others)
        expected = sum(logistic((means[index] - means[other]) / (BETA * sqrt(2))) for other in others)
        found.append((seat.player, (came_before - expected) / len(others)))
    return found


def _mean(played: Played, index: int) -> float:
    seat = played.match.seats[index]
    if seat.player is None or seat.player not in played.before:
        return seat.anchor
    return played.before[seat.player].mu


def _test(
    history: History, reached: Mapping[tuple[str, int], float], gainer: int, giver: int, together: Sequence[Played]
) -> Trial | None:
    pair = gainer, giver
    with_other = [[reached[played.match.match, player] for played in together] for player in pair]
    without = [
        [reached[played.match.match, player] for played in history.of[player] if other not in played.before]
        for player, other in (pair, pair[::-1])
    ]
    differences = [_average(here) - _average(there) for here, there in zip(with_other, without, strict=True)]
    errors = [USUAL_VARIANCE / len(together) + _variance(there) / len(there) for there in without]
    gained, given = differences[0] / sqrt(errors[0]), -differences[1] / sqrt(errors[1])
    if min(gained, given) < EACH:
        return None
    seats = sum(len(played.match.seats) for played in together) / len(together)
    shared = 2 * USUAL_VARIANCE / (seats - 1) / len(together)
    chance = normal_tail((differences[0] - differences[1]) / sqrt(sum(errors) + shared))
    numbers = {
        "matches": len(together),
        "gainer_with": round(_average(with_other[0]), 2),
        "gainer_without": round(_average(without[0]), 2),
        "giver_with": round(_average(with_other[1]), 2),
        "giver_without": round(_average(without[1]), 2),
    }
    matches = tuple(played.match.match for played in together)
    return Trial(chance, Flag(Kind.GIFTS, (gainer, giver), score(chance), matches, numbers))


def _average(values: Reached) -> float:
    return sum(values) / len(values)


def _variance(values: Reached) -> float:
    """The variance, drawn to the usual one where there are few values."""
    average = _average(values)
    squares = sum((value - average) ** 2 for value in values)
    return (squares + PRIOR * USUAL_VARIANCE) / (len(values) - 1 + PRIOR)
