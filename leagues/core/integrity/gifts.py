"""Gift patterns at tables of three and more: one account does worse, and another better, where they meet.

A player's score at a table is the share of the others they finished ahead of; the expected score follows from their
strength without the other (`leagues.core.integrity.strength`). The two mean differences, of the possible gainer and the
possible giver, are added: a z test. Its variance is that of results at a table, which is taken as known, and that of
the two strengths. At a table of n places are dealt out, so what two reach there correlates by -1 / (n - 1) without a
cheat, which the test allows for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.strength import SCALE, Strength, elsewhere
from leagues.core.integrity.tails import Trial, discoveries, logistic, normal_tail, score

SEATS = 3
TOGETHER = 15  # matches with both, at least
SHARE = 0.2  # of the giver's matches
APART = 8  # matches of each without the other
EACH = 0.7  # deviations, of either's difference alone
VARIANCE = 0.14  # of a player's score at a table of three or four
DRIFT = 1.0  # deviation of a strength within the window
FALSE = 0.05  # share of false flags, at most

Strengths = dict[tuple[str, str], Strength]


@dataclass(frozen=True, slots=True)
class Reached:
    """An account's average score at some tables, the expected one, and the variance of the difference."""

    mean: float
    expected: float
    variance: float

    @property
    def deviations(self) -> float:
        """The difference in deviations."""
        return (self.mean - self.expected) / sqrt(self.variance)


def find(history: History) -> list[Flag]:
    """Return the flags of this kind. All pairs that have met often enough are tested, in both directions."""
    tested, tests = 0, []
    for pair, matches in history.together.items():
        together = [played for played in matches if len(played.match.seats) >= SEATS]
        if len(together) < TOGETHER:
            continue
        apart = min(len(history.of[player]) - len(matches) for player in pair)
        for gainer, giver in (pair, pair[::-1]):
            if apart >= APART and len(together) >= SHARE * len(history.of[giver]):
                tested += 1
                found = _test(history, gainer, giver, together)
                tests += [] if found is None else [found]
    return discoveries(tests, tested, FALSE)


def _test(history: History, gainer: int, giver: int, together: Sequence[Played]) -> Trial | None:
    keys = sorted({(played.match.title, played.match.pool) for played in together})
    strengths = {
        player: {key: elsewhere(history, player, other, *key) for key in keys}
        for player, other in ((gainer, giver), (giver, gainer))
    }
    gained, given = (_reached(history, player, strengths, together) for player in (gainer, giver))
    if min(gained.deviations, -given.deviations) < EACH:
        return None
    seats = sum(len(played.match.seats) for played in together) / len(together)
    shared = 2 * VARIANCE / (seats - 1) / len(together)
    difference = gained.mean - gained.expected - given.mean + given.expected
    chance = normal_tail(difference / sqrt(gained.variance + given.variance + shared))
    numbers = {
        "matches": len(together),
        "gainer": round(gained.mean, 2),
        "gainer_expected": round(gained.expected, 2),
        "giver": round(given.mean, 2),
        "giver_expected": round(given.expected, 2),
    }
    matches = tuple(played.match.match for played in together)
    return Trial(chance, Flag(Kind.GIFTS, (gainer, giver), score(chance), matches, numbers))


def _reached(history: History, player: int, strengths: dict[int, Strengths], together: Sequence[Played]) -> Reached:
    """Return what `player` reached at these tables; the strengths of some are given, those of the others are their
    ratings."""
    reached = expected = doubt = 0.0
    for played in together:
        match = played.match
        key = match.title, match.pool
        own, place = strengths[player][key], played.places[player]
        others = [seat for seat in match.seats if seat.player != player]
        slope = 0.0
        for seat in others:
            mean, its_place = seat.anchor, seat.place
            if seat.player is not None:
                its_place = played.places[seat.player]
                if seat.player in strengths:
                    mean = strengths[seat.player][key].mean
                elif seat.player in played.before:
                    mean = history.latest[seat.player, *key].mu
            chance = logistic((own.mean - mean) / SCALE)
            reached += (1 + (place < its_place) - (place > its_place)) / 2 / len(others)
            expected += chance / len(others)
            slope += chance * (1 - chance) / SCALE / len(others)
        doubt += slope * sqrt(own.deviation**2 + DRIFT**2)
    count = len(together)
    return Reached(reached / count, expected / count, VARIANCE / count + (doubt / count) ** 2)
