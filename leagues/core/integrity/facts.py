"""The input of detectors, and their findings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from leagues.core.rating import RatedMatch, Rating


class Kind(StrEnum):
    """The suspicion of a flag."""

    FARMING = "farming"
    """An account loses to one opponent far more often than their results elsewhere explain."""
    LEAVING = "leaving"
    """An account leaves lost matches far more often where one opponent gains by it."""
    FEEDING = "feeding"
    """Several new accounts play little but lost matches against the same opponent."""
    GIFTS = "gifts"
    """At tables of three and more one does worse, and another better, where they meet."""
    SECLUSION = "seclusion"
    """Two accounts hardly play anybody but each other."""


@dataclass(frozen=True)
class Played:
    """A rated match: the ratings before it of the players whose ratings it changed, and the changes of their means."""

    match: RatedMatch
    before: Mapping[int, Rating]
    gained: Mapping[int, float]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The place of each account; players who left are behind all who stayed."""
        last = 1 + max((seat.place for seat in self.match.seats if seat.left is None), default=0)
        return {
            seat.player: seat.place if seat.left is None else last
            for seat in self.match.seats
            if seat.player is not None
        }

    @cached_property
    def left(self) -> Mapping[int, datetime]:
        """The accounts that left, with the time of each."""
        return {
            seat.player: seat.left_at
            for seat in self.match.seats
            if seat.player is not None and seat.left is not None and seat.left_at is not None
        }

    @cached_property
    def is_lost_by(self) -> frozenset[int]:
        """The accounts that came last, including leavers; none if all had the same place."""
        last = max(self.places.values(), default=0)
        if all(seat.place == last for seat in self.match.seats) and not self.left:
            return frozenset()
        return frozenset(player for player, place in self.places.items() if place == last)


@dataclass(frozen=True)
class History:
    """Rated matches in the order in which they were rated, only those that moved a rating. `born` says when the
    accounts were made, where known."""

    played: Sequence[Played]
    born: Mapping[int, datetime] = field(default_factory=dict)

    @cached_property
    def of(self) -> Mapping[int, Sequence[Played]]:
        """The matches of each account."""
        found: dict[int, list[Played]] = {}
        for played in self.played:
            for player in played.before:
                found.setdefault(player, []).append(played)
        return found

    @cached_property
    def latest(self) -> Mapping[tuple[int, str, str], Rating]:
        """The ratings before everybody's last match, by account, title and pool."""
        return {
            (player, played.match.title, played.match.pool): rating
            for played in self.played
            for player, rating in played.before.items()
        }

    @cached_property
    def together(self) -> Mapping[tuple[int, int], Sequence[Played]]:
        """The matches of every two accounts that have met; the smaller number comes first."""
        found: dict[tuple[int, int], list[Played]] = {}
        for played in self.played:
            players = sorted(played.before)
            for index, one in enumerate(players):
                for other in players[index + 1 :]:
                    found.setdefault((one, other), []).append(played)
        return found


@dataclass(frozen=True, slots=True)
class Flag:
    """A suspicion, for people to judge: the account that may have gained comes first in `accounts`, then those that may
    have helped.

    `score` is minus the decimal logarithm of the chance to see as much without a cheat, before any correction for the
    number of tests; for seclusion, which is no test, it only orders the flags. `matches` names the matches that it
    rests on, in their order, `numbers` what was counted in them.
    """

    kind: Kind
    accounts: tuple[int, ...]
    score: float
    matches: tuple[str, ...]
    numbers: Mapping[str, float]

    @property
    def about(self) -> tuple[int, ...]:
        """The accounts that distinguish it from other flags of its kind: helpers of a fed account come and go, and of
        two secluded ones either may be ahead."""
        if self.kind is Kind.FEEDING:
            return self.accounts[:1]
        return tuple(sorted(self.accounts)) if self.kind is Kind.SECLUSION else self.accounts
