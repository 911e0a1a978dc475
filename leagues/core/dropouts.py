"""The matches of a player who leaves a division before its end.

At tables of three or more a leaver takes nothing from the others: finished matches count, all others are played, and in
these the leaver's seat is forfeited, which is the last place. Matches of two seats follow the rule of 60 per cent.

The rule looks at the leaver's own matches in the division, without byes and matches that do not count. Of these a match
is finished if the leaver held the seat to the end or won by forfeit; a match that the leaver forfeited is not. With 60
% or more of them finished, the results count and the leaver forfeits the rest. Otherwise all matches of the leaver are
removed, and as that can leave the others with unequal numbers of matches, points per match rank the division.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Fixture
from leagues.core.results import BYES, Key, Result, ResultKind, annulled, forfeited_match


class Settlement(StrEnum):
    """The outcome for a leaver's matches."""

    REST_FORFEITED = "rest_forfeited"
    ALL_REMOVED = "all_removed"
    SEATS_FORFEITED = "seats_forfeited"


@dataclass(frozen=True, slots=True)
class DropOut:
    """The matches of a division after a player left.

    `results` are all results of the division. `seats_forfeited` are unfinished matches of three seats or more, which
    the others play to the end: the leaver's seat in them is forfeited whatever place it reaches. `removed` are
    unfinished matches that end without a result. `per_match` says that the division is ranked by points per match from
    now on.
    """

    settlement: Settlement
    results: tuple[Result, ...]
    seats_forfeited: tuple[Key, ...]
    removed: tuple[Key, ...]
    per_match: bool


def settlement(finished: int, matches: int) -> Settlement:
    """Return what happens to a leaver's matches of two seats, of which this many are finished.

    >>> settlement(3, 5).value, settlement(5, 9).value, settlement(0, 0).value
    ('rest_forfeited', 'all_removed', 'all_removed')
    """
    return Settlement.REST_FORFEITED if matches and 5 * finished >= 3 * matches else Settlement.ALL_REMOVED


def drop_out(leaver: int, results: Iterable[Result], unfinished: Mapping[Key, Fixture]) -> DropOut:
    """Return how the matches of `leaver` are settled; `results` are the division's so far, `unfinished` its other
    matches.

    If several players leave, settle them in the order of their leaving. Raises LeagueError if a match is both finished
    and unfinished.
    """
    results = tuple(results)
    for result in results:
        if result.key in unfinished:
            raise LeagueError(_("Match %(match)s can’t be both finished and unfinished.", match=result.key))
    mine = {key: fixture for key, fixture in unfinished.items() if leaver in fixture.players}
    if any(len(fixture.players) > 2 for fixture in mine.values()) or _has_tables(leaver, results):
        return DropOut(Settlement.SEATS_FORFEITED, results, seats_forfeited=tuple(mine), removed=(), per_match=False)
    kinds = [
        seat.kind
        for result in results
        for seat in result.seats
        if seat.player == leaver and seat.kind.counts and seat.kind not in BYES
    ]
    finished = sum(kind is not ResultKind.FORFEITED for kind in kinds)
    if settlement(finished, len(kinds) + len(mine)) is Settlement.ALL_REMOVED:
        return DropOut(
            Settlement.ALL_REMOVED,
            tuple(_without(leaver, result) for result in results),
            seats_forfeited=(),
            removed=tuple(mine),
            per_match=True,
        )
    closed = tuple(forfeited_match(key, fixture.round, fixture.players, (leaver,)) for key, fixture in mine.items())
    return DropOut(
        Settlement.REST_FORFEITED,
        results + closed,
        seats_forfeited=(),
        removed=(),
        per_match=False,
    )


def _has_tables(leaver: int, results: Iterable[Result]) -> bool:
    """Return whether the leaver has results of three seats or more: then all matches of the division are such."""
    return any(len(result.seats) > 2 and any(seat.player == leaver for seat in result.seats) for result in results)


def _without(leaver: int, result: Result) -> Result:
    has_leaver = any(seat.player == leaver for seat in result.seats)
    return annulled(result) if has_leaver and result.counts else result
