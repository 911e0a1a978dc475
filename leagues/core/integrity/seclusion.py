"""Seclusion: two accounts whose rated matches are nearly all with each other.

Two accounts of one person can raise a rating without ever meeting anybody: 60 wins to 0 raise its mean, and 30 to 30 in
turn raise both shown numbers, because doubt goes with every match. No result betrays it, since nothing tells how strong
either is; what can be seen is that they keep to themselves. So this detector tests no hypothesis: it has thresholds,
and moderators tell such accounts from friends.

Counted are tables of these two alone, with or without bots; a table with a third person is a match with others, and
one with bots alone is neither. The score only sorts the flags: it is that of the chance of so few matches with others
if a coin decided each time whom to play.
"""

from collections.abc import Sequence

from leagues.core.integrity.facts import Flag, History, Kind, Played
from leagues.core.integrity.tails import binomial, score

MATCHES = 20  # of the two alone, at least
ELSEWHERE = 0.1  # of either's matches with people, at most


def find(history: History) -> list[Flag]:
    """Return the flags of this kind, the most matches first."""
    found = [flag for pair in history.together if (flag := _flag(history, *pair)) is not None]
    return sorted(found, key=lambda flag: (-flag.score, flag.accounts))


def _flag(history: History, one: int, other: int) -> Flag | None:
    alone = [played for played in history.together[one, other] if len(_people(played)) == 2]
    elsewhere = [_with_others(history, player, len(alone)) for player in (one, other)]
    if len(alone) < MATCHES or max(elsewhere) > ELSEWHERE * (len(alone) + max(elsewhere)):
        return None
    won, lost = _wins(alone, one, other), _wins(alone, other, one)
    gainer, helper = (one, other) if won >= lost else (other, one)
    numbers = {
        "matches": len(alone),
        "won": max(won, lost),
        "lost": min(won, lost),
        "elsewhere": elsewhere[0] if gainer == one else elsewhere[1],
        "elsewhere_helper": elsewhere[1] if gainer == one else elsewhere[0],
    }
    whole = len(alone) + max(elsewhere)
    chance = sum(binomial(whole, 0.5)[: max(elsewhere) + 1])
    matches = tuple(played.match.match for played in alone)
    return Flag(Kind.SECLUSION, (gainer, helper), score(chance), matches, numbers)


def _with_others(history: History, player: int, alone: int) -> int:
    """Return how many matches `player` had with people, besides those with the other alone."""
    return sum(len(_people(played)) > 1 for played in history.of[player]) - alone


def _people(played: Played) -> set[int]:
    return {seat.player for seat in played.match.seats if seat.player is not None}


def _wins(matches: Sequence[Played], one: int, other: int) -> int:
    return sum(played.places[one] < played.places[other] for played in matches)
