"""New-account feeding: several new accounts play little but lost matches against the same opponent, who rises by them.

Every new account that met an opponent is a trial: are its matches few, most of them with that opponent, and nearly none
of those won? The rate of all other trials, beta distributed, says how many such newcomers an opponent has by chance;
the number is then beta-binomial (Gelman and others, Bayesian Data Analysis, ch. 2). One alone proves nothing: most
people lose their first matches, many of them to a friend.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.tails import Trial, beta_binomial_tail, discoveries, score

YOUNG = timedelta(days=30)  # the age of an account at its first match
FEW = 20  # matches of a feeder in all
TOGETHER = 3  # of them with the opponent that is fed, at least
SHARE = 0.6  # of its matches that are with the fed
WON = 0.15  # share of those that it won, at most
FEEDERS = 3  # at least
GAIN = 0.02  # of all that the fed has gained
PRIOR = (0.5, 10.0)  # of the rate, in trials that fed and that did not
FALSE = 0.05  # share of false flags, at most


def find(history: History) -> list[Flag]:
    """Return the flags of this kind. Every account that a new account has met is tested."""
    trials: dict[int, list[int]] = {}
    feeders: dict[int, list[int]] = {}
    for newcomer in sorted(player for player, matches in history.of.items() if _is_new(history, player, matches[0])):
        for other in sorted(_met(history, newcomer)):
            trials.setdefault(other, []).append(newcomer)
            if _feeds(history.of[newcomer], newcomer, other):
                feeders.setdefault(other, []).append(newcomer)
    counts = sum(map(len, trials.values())), sum(map(len, feeders.values()))
    tests = [_test(history, fed, helpers, len(trials[fed]), counts) for fed, helpers in feeders.items()]
    return discoveries([test for test in tests if test is not None], len(trials), FALSE)


def _is_new(history: History, player: int, first: Played) -> bool:
    """Return whether the account had not played before, and was made shortly before. The second is taken as
    true of a deleted account."""
    born = history.born.get(player)
    return first.before[player].matches == 0 and (born is None or first.match.finished_at - born <= YOUNG)


def _met(history: History, player: int) -> set[int]:
    return {other for played in history.of[player] for other in played.before} - {player}


def _feeds(matches: Sequence[Played], newcomer: int, other: int) -> bool:
    together = [played for played in matches if other in played.before]
    won = sum(played.places[newcomer] < played.places[other] for played in together)
    return (
        len(together) >= TOGETHER
        and len(matches) <= FEW
        and len(together) >= SHARE * len(matches)
        and won <= WON * len(together)
    )


def _test(history: History, fed: int, helpers: Sequence[int], met: int, counts: tuple[int, int]) -> Trial | None:
    if len(helpers) < FEEDERS:
        return None
    all_trials, all_feeding = counts
    feeding, not_feeding = PRIOR
    elsewhere = all_feeding - len(helpers)
    alpha, beta = feeding + elsewhere, not_feeding + all_trials - met - elsewhere
    chance = beta_binomial_tail(len(helpers), met, alpha, beta)
    fed_by = [played for played in history.of[fed] if not played.before.keys().isdisjoint(helpers)]
    gain, whole = _gain(fed_by, fed), _gain(history.of[fed], fed)
    if gain < GAIN * whole:
        return None
    numbers: Mapping[str, float] = {
        "feeders": len(helpers),
        "met": met,
        "matches": len(fed_by),
        "gain": round(gain / whole, 2) if whole else 0.0,
    }
    matches = tuple(played.match.match for played in fed_by)
    return Trial(chance, Flag(Kind.FEEDING, (fed, *helpers), score(chance), matches, numbers))


def _gain(matches: Sequence[Played], player: int) -> float:
    """Return what these matches added to the mean of the rating, without losses."""
    return sum(max(0.0, played.gained[player]) for played in matches)
