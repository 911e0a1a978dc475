"""Seclusion: two accounts whose rated matches are nearly all with each other.

One person with two accounts can raise a rating without playing anybody else: 60 wins to 0 raise one mean, and 30 wins
each raise both shown numbers, because every match reduces doubt. Their results can't reveal it, since neither strength
is known; all that shows is that they keep to themselves. This detector therefore uses thresholds instead of a test, and
moderators tell such accounts from friends.

Tables of these two people count, with or without bots. A table with a third person is a match with others, and a table
of one person and bots counts as neither. The score only sorts the flags: it is computed from the probability of so few
matches with others if every opponent were chosen by a coin toss.
"""

from collections.abc import Mapping, Sequence

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.tails import binomial, score

MATCHES = 20  # of the two alone, at least
ELSEWHERE = 0.1  # of either's matches with people, at most


def find(history: History) -> list[Flag]:
    """Return the flags of this kind, the most certain first."""
    found = []
    for pair, matches in history.together.items():
        if len(matches) < MATCHES:
            continue
        alone = [played for played in matches if len(_people(played)) == 2]
        elsewhere = {player: _with_others(history, player, len(alone)) for player in pair}
        most = max(elsewhere.values())
        if len(alone) >= MATCHES and most <= ELSEWHERE * (len(alone) + most):
            found.append(_flag(*pair, alone, elsewhere))
    return sorted(found, key=lambda flag: (-flag.score, flag.accounts))


def _flag(one: int, other: int, alone: Sequence[Played], elsewhere: Mapping[int, int]) -> Flag:
    won, lost = _wins(alone, one, other), _wins(alone, other, one)
    gainer, helper = (one, other) if won >= lost else (other, one)
    numbers = {
        "matches": len(alone),
        "won": max(won, lost),
        "lost": min(won, lost),
        "elsewhere": elsewhere[gainer],
        "elsewhere_helper": elsewhere[helper],
    }
    most = max(elsewhere.values())
    chance = sum(binomial(len(alone) + most, 0.5)[: most + 1])
    matches = tuple(played.match.match for played in alone)
    return Flag(Kind.SECLUSION, (gainer, helper), score(chance), matches, numbers)


def _with_others(history: History, player: int, alone: int) -> int:
    """Return how many matches `player` had with people, besides those with the other alone."""
    return sum(len(_people(played)) > 1 for played in history.of[player]) - alone


def _people(played: Played) -> set[int]:
    return {seat.player for seat in played.match.seats if seat.player is not None}


def _wins(matches: Sequence[Played], one: int, other: int) -> int:
    return sum(played.places[one] < played.places[other] for played in matches)
