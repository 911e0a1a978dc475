"""Time-out clusters: an account that leaves lost matches far more often where one opponent gains by it.

Of the matches that it lost, those against the opponent are compared with all others: how many did it leave, by
resigning or by letting the time run out? Its own rate elsewhere is Beta distributed, with the overall rate as prior,
and the number against the opponent beta-binomial (Gelman and others, Bayesian Data Analysis, ch. 2 and 6). Matches left
within 72 hours are one absence, and an absence that also hurt others is no gift: players who go on a holiday, or give
up the site, leave everywhere.
"""

from collections.abc import Iterable, Sequence

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.tails import Trial, beta_binomial_tail, discoveries, score
from leagues.core.rating import EPISODE

ABSENCES = 4  # to the opponent's good, at least
PRIOR = 6.0  # the weight of everyone's rate, in lost matches
FLOOR, CEILING = 0.02, 0.5  # everyone's rate, at least and at most
FALSE = 0.05  # share of false flags, at most

Episode = Sequence[Played]


def find(history: History) -> list[Flag]:
    """Return the flags of this kind. A pair of accounts is tested if one left a match that the other gained by."""
    usual = min(CEILING, max(FLOOR, _usual(history)))
    tested, tests = 0, []
    for player, matches in history.of.items():
        episodes = _episodes(player, matches)
        lost = [played for played in matches if player in played.is_lost_by]
        for other in sorted(_gainers(player, episodes)):
            tested += 1
            found = _test(player, other, episodes, lost, usual)
            tests += [] if found is None else [found]
    return discoveries(tests, tested, FALSE)


def _usual(history: History) -> float:
    """Return the share of lost matches that people leave."""
    lost = sum(len(played.is_lost_by) for played in history.played)
    return sum(len(played.left) for played in history.played) / max(lost, 1)


def _episodes(player: int, matches: Sequence[Played]) -> list[Episode]:
    """Return what the account left, by absence."""
    left = sorted(
        (played for played in matches if player in played.left),
        key=lambda played: (played.left[player], played.match.match),
    )
    found: list[list[Played]] = []
    for played in left:
        if found and played.left[player] - found[-1][-1].left[player] <= EPISODE:
            found[-1].append(played)
        else:
            found.append([played])
    return list(found)


def _gainers(player: int, episodes: Iterable[Episode]) -> set[int]:
    return {other for episode in episodes for played in episode for other in played.gained if other != player}


def _gains(other: int, episode: Episode) -> bool:
    """Return whether this account gained by every match of the absence."""
    return all(played.gained.get(other, 0) > 0 and other not in played.left for played in episode)


def _test(player: int, other: int, episodes: Sequence[Episode], lost: Sequence[Played], usual: float) -> Trial | None:
    to_other = [episode for episode in episodes if _gains(other, episode)]
    if len(to_other) < ABSENCES:
        return None
    elsewhere = len(episodes) - len(to_other)
    played_out = [played for played in lost if player not in played.left]
    with_other = len(to_other) + sum(other in played.before for played in played_out)
    without = elsewhere + sum(other not in played.before for played in played_out)
    alpha, beta = PRIOR * usual + elsewhere, PRIOR * (1 - usual) + without - elsewhere
    chance = beta_binomial_tail(len(to_other), with_other, alpha, beta)
    numbers = {"left": len(to_other), "lost": with_other, "left_elsewhere": elsewhere, "lost_elsewhere": without}
    matches = tuple(played.match.match for episode in to_other for played in episode)
    return Trial(chance, Flag(Kind.LEAVING, (other, player), score(chance), matches, numbers))
