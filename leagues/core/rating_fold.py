"""All ratings of the site as a fold over its matches, in the order of (finished_at, match).

The ratings after a match follow from those before it and from the match alone, so anyone with the matches can recompute
them. There is one rating for each account, title and pool; an absence is counted over all titles.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from leagues.core.rating import EPISODE, NEW, Leaving, RatedMatch, Rating, rate


class Key(NamedTuple):
    """The account and pool of a rating."""

    player: int
    title: str
    pool: str


class Verdict(StrEnum):
    """The effect of a match on ratings."""

    RATED = "rated"
    SHORT = "short"
    """It ended by agreement before a quarter of its usual length."""
    REPEATED = "repeated"
    """The player whose time ran out had been absent in another match within 72 hours."""
    ANNULLED = "annulled"
    NOBODY = "nobody"
    """There was nobody to compare with."""


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of a match on one rating. `absent_at` is when the player's time ran out, if this match counted it."""

    before: Rating
    after: Rating
    absent_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """The effect of a match on all ratings, by account."""

    verdict: Verdict
    changes: Mapping[int, Change]


@dataclass
class Fold:
    """The ratings after some matches, and the absences that these have counted."""

    ratings: dict[Key, Rating] = field(default_factory=dict)
    absences: dict[int, list[datetime]] = field(default_factory=dict)

    def apply(self, match: RatedMatch) -> Rated:
        """Rate the next match, and return what it changed."""
        before = {
            seat.player: self.ratings.get(Key(seat.player, match.title, match.pool), NEW)
            for seat in match.seats
            if seat.player is not None
        }
        again = frozenset(self._absent_again(match))
        after = rate(match, before, again=again)
        absent = {seat.player: seat.left_at for seat in match.seats if seat.left is Leaving.TIMED_OUT}
        changes = {
            player: Change(before[player], rating, absent.get(player)) for player, rating in sorted(after.items())
        }
        for player, change in changes.items():
            self.ratings[Key(player, match.title, match.pool)] = change.after
            if change.absent_at is not None:
                self.absences.setdefault(player, []).append(change.absent_at)
        return Rated(_verdict(match, again, changes), changes)

    def apply_all(self, matches: Iterable[RatedMatch]) -> None:
        """Rate matches in their order."""
        for match in matches:
            self.apply(match)

    def _absent_again(self, match: RatedMatch) -> Iterable[int]:
        """Yield the players whose time ran out here within 72 hours of an absence that was counted."""
        for seat in match.seats:
            if seat.player is not None and seat.left is Leaving.TIMED_OUT and seat.left_at is not None:
                counted = self.absences.get(seat.player, ())
                if any(abs(seat.left_at - moment) <= EPISODE for moment in counted):
                    yield seat.player


def _verdict(match: RatedMatch, again: frozenset[int], changes: Mapping[int, Change]) -> Verdict:
    if not match.counts:
        return Verdict.ANNULLED
    if match.is_short:
        return Verdict.SHORT
    if again:
        return Verdict.REPEATED
    return Verdict.RATED if changes else Verdict.NOBODY
