"""Certainties about the end of a division, and how many points are enough.

Everything said here holds however the remaining matches end: with any places and ties, forfeited by any player, or not
played at all. It holds as long as finished results remain. Not everything that is certain is found: players who could
be level on points at the end are taken to be in the worse order, and the remaining matches of different players are
partly looked at one by one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from math import comb

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture
from leagues.core.results import Result
from leagues.core.standings import Ranking, Rules, Value
from leagues.core.tally import Tally

_MOST_GROUPS = 200
"""How many groups of rivals are tried; more of them could cost a page its time, and leaving them out claims less."""


class Verdict(StrEnum):
    """The answer to whether a player finishes within a given rank."""

    CERTAIN = "certain"
    OPEN = "open"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Prospect:
    """A player's prospect of ending within the first ranks, whose number the caller gives.

    `enough` are points, in the scale's integers, that suffice from the player's `matches` remaining ones, rounded up to
    whole points (half points for two seats); None if no number is known to suffice. `wins_suffice` says that winning
    all remaining matches alone is known to suffice. Neither says that less could not be enough.
    """

    player: int
    verdict: Verdict
    matches: int
    enough: int | None
    wins_suffice: bool


def prospects(
    players: Sequence[int],
    results: Iterable[Result],
    remaining: Sequence[Fixture | Bye],
    rules: Rules,
    seed: str,
    *,
    ranks: int,
) -> dict[int, Prospect]:
    """Return the prospect of each player of ending on rank 1 to `ranks`: 1 for promotion, all but the last two for
    staying.

    `remaining` are all matches still to come, so that in a Swiss this can be asked only in the last round. Raises
    LeagueError as `standings` does, for a player in `remaining` who is not in `players`, or if `ranks` is not between 1
    and the number of players.
    """
    if not 1 <= ranks <= len(players):
        raise LeagueError(_("Ranks go from 1 to %(last)s, not %(n)s.", last=len(players), n=ranks))
    tally = Tally.of(sorted(players), results, rules.scale)
    matches = tally.indices(remaining)
    if not matches:
        final = Ranking(tally, rules, seed).order
        return {tally.players[i]: _final(tally.players[i], rank < ranks) for rank, i in enumerate(final)}
    race = _Race(tally, matches, rules.per_match, ranks)
    return {player: race.prospect(i) for i, player in enumerate(tally.players)}


def _final(player: int, among_first: bool) -> Prospect:
    verdict = Verdict.CERTAIN if among_first else Verdict.IMPOSSIBLE
    return Prospect(player, verdict, 0, 0 if among_first else None, among_first)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A remaining match: who may get points from it (indices), and what the places are worth that they can take."""

    takers: tuple[int, ...]
    worth: tuple[int, ...]

    def most(self, group: tuple[int, ...]) -> int:
        """Return the most that `group` can take together. Ties may bring rounding: less than one for each taker."""
        takers = sum(i in group for i in self.takers)
        # Two takers are of a match of two or three seats, where ties share without a remainder.
        slack = takers if len(self.takers) > 2 else 0
        return sum(self.worth[:takers]) + slack if takers else 0


@dataclass(frozen=True, slots=True)
class _Race:
    """The bounds of what all players may end with: points, or points per match."""

    tally: Tally
    matches: list[tuple[int, ...]]
    per_match: bool
    ranks: int

    def prospect(self, i: int) -> Prospect:
        points = self.tally.points[i]
        count = sum(i in match for match in self.matches)
        offers = [_Offer(match, self._worth(match)) for match in self.matches]
        most = count * self.tally.scale.win
        if self._is_certain(i, points, offers):
            return Prospect(self.tally.players[i], Verdict.CERTAIN, count, 0, True)
        if self._is_impossible(i, points + most):
            return Prospect(self.tally.players[i], Verdict.IMPOSSIBLE, count, None, False)
        enough = self._enough(i, offers, most)
        wins_suffice = enough is not None or (
            count > 0 and self._is_certain(i, points + most, [self._won_by(i, match) for match in self.matches])
        )
        return Prospect(self.tally.players[i], Verdict.OPEN, count, enough, wins_suffice)

    def _enough(self, i: int, offers: list[_Offer], most: int) -> int | None:
        """Return the fewest further points, in whole steps, that make it certain; None if not even `most` do."""
        step = 1 if self.tally.scale.unit == 2 else self.tally.scale.unit
        low, high = 0, most // step
        if not self._is_certain(i, self.tally.points[i] + high * step, offers):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self._is_certain(i, self.tally.points[i] + middle * step, offers):
                high = middle
            else:
                low = middle
        return high * step

    def _is_certain(self, i: int, points: int, offers: list[_Offer]) -> bool:
        """Return whether i is among the first with `points` at the end, if the others may take what is in `offers`."""
        target = self._value(i, points)
        rivals = [j for j in range(len(self.tally.players)) if j != i and self._most(j, offers) >= target]
        if len(rivals) < self.ranks:
            return True
        if self.per_match or comb(len(rivals), self.ranks) > _MOST_GROUPS:
            return False
        return not any(self._can_all_reach(group, points, offers) for group in combinations(rivals, self.ranks))

    def _can_all_reach(self, group: tuple[int, ...], points: int, offers: list[_Offer]) -> bool:
        """Return whether the points still to be had could bring all of `group` to `points`; they may be shared out
        freely."""
        missing = sum(max(0, points - self.tally.points[j]) for j in group)
        return missing <= sum(offer.most(group) for offer in offers)

    def _is_impossible(self, i: int, points: int) -> bool:
        """Return whether i cannot be among the first even with `points` at the end, as enough others are certain to be
        above."""
        best = self._value(i, points)
        return sum(self._value(j, self.tally.points[j]) > best for j in range(len(self.tally.players)) if j != i) >= (
            self.ranks
        )

    def _most(self, j: int, offers: list[_Offer]) -> Value:
        return self._value(j, self.tally.points[j] + sum(offer.worth[0] for offer in offers if j in offer.takers))

    def _value(self, j: int, points: int) -> Value:
        """Return what j is ranked by with `points` after all matches.

        A match that is not played would make the mean of fewer matches. That can raise the least value, and cannot
        raise the highest, as no match brings more than a win.
        """
        if not self.per_match:
            return points
        return Fraction(points, max(1, self.tally.matches[j] + sum(j in match for match in self.matches)))

    def _worth(self, match: tuple[int, ...]) -> tuple[int, ...]:
        return self.tally.scale.places(len(match)) if len(match) > 1 else (self.tally.scale.win,)

    def _won_by(self, i: int, match: tuple[int, ...]) -> _Offer:
        """Return what the others may take from a match that i wins, if i is in it."""
        if i not in match:
            return _Offer(match, self._worth(match))
        return _Offer(tuple(j for j in match if j != i), self._worth(match)[1:])
