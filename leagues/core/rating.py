"""The effect of one match on its players' ratings, by the Plackett-Luce model of Weng and Lin.

A rating is a normal distribution of strength with mean `mu` and deviation `sigma`. The full placing counts; tied
players are rated by the mean over all their orders (`leagues.core.plackett_luce`). The "full pair" models are not used:
at tables of many seats one result moves a rating by more than a new player's whole uncertainty.

Shown numbers, and who is listed, are computed when they are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import sqrt

from leagues.core.plackett_luce import Belief, update

VERSION = 2
"""Rises with every change that could give another number: stored ratings are then recomputed."""

MU, SIGMA, BETA, TAU = 25.0, 25.0 / 3, 25.0 / 6, 25.0 / 300
ZERO, POINTS, DEVIATIONS = 1000, 40, 3
PROVISIONAL_SIGMA, PROVISIONAL_MATCHES = 5.0, 10
LISTED_FOR = timedelta(days=90)
IDLE_VARIANCE = 0.23  # a week, added to the square of sigma: a year of idleness brings back a good part of the doubt
SHORT = 0.25  # of a match's usual length: one that ended by agreement earlier does not count
EPISODE = timedelta(hours=72)

THRESHOLDS: Mapping[str, float | str] = {
    "model": "Plackett-Luce, ties by the mean over all orders",
    "mu": MU,
    "sigma": SIGMA,
    "beta": BETA,
    "tau": TAU,
    "zero": ZERO,
    "points": POINTS,
    "deviations": DEVIATIONS,
    "provisional_sigma": PROVISIONAL_SIGMA,
    "provisional_matches": PROVISIONAL_MATCHES,
    "listed_for_days": LISTED_FOR.days,
    "idle_variance_per_week": IDLE_VARIANCE,
    "short_share": SHORT,
    "episode_hours": EPISODE / timedelta(hours=1),
}
"""Every number that this version uses, as it is stored with the ratings."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about a player's strength after this many matches, the last of which ended at `last`."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    last: datetime | None = None

    def sigma_at(self, moment: datetime) -> float:
        """Return the deviation at `moment`: it grows with every week without a match, to that of a new player at
        most."""
        if self.last is None or moment <= self.last:
            return self.sigma
        weeks = (moment - self.last) / timedelta(weeks=1)
        return min(SIGMA, sqrt(self.sigma**2 + IDLE_VARIANCE * weeks))

    def is_provisional(self, moment: datetime) -> bool:
        """Return whether too little is known at `moment`: it is shown with a question mark and not listed."""
        return self.matches < PROVISIONAL_MATCHES or self.sigma_at(moment) > PROVISIONAL_SIGMA

    def is_listed(self, moment: datetime) -> bool:
        """Return whether a leaderboard lists it: not provisional, and active lately."""
        return not self.is_provisional(moment) and self.last is not None and moment - self.last <= LISTED_FOR

    def shown(self, moment: datetime | None = None) -> int:
        """Return the number that people see, at the end of the last match or at `moment`: a new player has 1000.

        >>> Rating().shown(), Rating(mu=30.0, sigma=2.0).shown()
        (1000, 1960)
        """
        sigma = self.sigma if moment is None else self.sigma_at(moment)
        return shown(self.mu, sigma)

    def doubt(self, moment: datetime) -> int:
        """Return the ± of the believed strength at `moment`: two deviations, in points."""
        return round(2 * POINTS * self.sigma_at(moment))


def shown(mu: float, sigma: float) -> int:
    """Return the number that people see for a mean and a deviation."""
    return round(ZERO + POINTS * (mu - DEVIATIONS * sigma))


NEW = Rating()


class Leaving(StrEnum):
    """The way in which a player gave up a seat."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """One seat of a finished match, and who held it at the start: `player`, an account, or None for a bot, whose mean
    is `anchor` and never changes.

    `left`: the player gave up the seat, at `left_at`. Then `place`, which others may have reached, is ignored.
    """

    player: int | None
    place: int
    left: Leaving | None = None
    left_at: datetime | None = None
    anchor: float = MU


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match, with all that its effect on ratings depends on.

    `length` is its number of moves, `usual` that of a usual match of its kind. `counts` is false if it was annulled.
    `agreed` is true if everybody who held a seat agreed to end it; then all of them have place 1. Matches are rated in
    the order of (`finished_at`, `match`).
    """

    match: str
    title: str
    pool: str
    finished_at: datetime
    seats: tuple[RatedSeat, ...]
    length: int
    usual: int
    counts: bool = True
    agreed: bool = False

    @property
    def order(self) -> tuple[datetime, str]:
        """Its place in the order of all matches."""
        return self.finished_at, self.match

    @property
    def leavers(self) -> list[RatedSeat]:
        """The seats that were given up."""
        return [seat for seat in self.seats if seat.left is not None]

    @property
    def is_short(self) -> bool:
        """Return whether everyone agreed to end it before a quarter of a usual match. A player who left did not
        agree."""
        return self.agreed and not self.leavers and self.length < SHORT * self.usual


def rate(match: RatedMatch, ratings: Mapping[int, Rating], *, again: frozenset[int] = frozenset()) -> dict[int, Rating]:
    """Return the new ratings of the players whom `match` moves. Players missing from `ratings` are new.

    Players who left are last of the whole table, however early they left, so the others gain what they lose. A match
    that is short or does not count moves no rating. `again` are the leavers whose absence another match has counted: if
    others left as well, the table is rated without `again`; otherwise the match moves no rating.
    """
    left = [seat for seat in match.leavers if seat.player not in again]
    if not match.counts or match.is_short or (again and not left):
        return {}
    stayed = [seat for seat in match.seats if seat.left is None]
    last = 1 + max((seat.place for seat in stayed), default=0)
    return _rated([*stayed, *left], [*(seat.place for seat in stayed), *(last for _seat in left)], ratings, match)


def _rated(
    seats: Sequence[RatedSeat], places: Sequence[int], ratings: Mapping[int, Rating], match: RatedMatch
) -> dict[int, Rating]:
    if len(seats) < 2:
        return {}
    before = [_before(seat, ratings) for seat in seats]
    after = update([Belief(rating.mu, rating.sigma) for rating in before], places, beta=BETA, tau=TAU)
    return {
        seat.player: Rating(belief.mu, belief.sigma, rating.matches + 1, match.finished_at)
        for seat, rating, belief in zip(seats, before, after, strict=True)
        if seat.player is not None
    }


def _before(seat: RatedSeat, ratings: Mapping[int, Rating]) -> Rating:
    if seat.player is None:
        return Rating(mu=seat.anchor, sigma=0.0)
    return ratings.get(seat.player, NEW)
