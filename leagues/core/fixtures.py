"""The building blocks of a schedule."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match that a schedule wants to be played.

    `players[seat]` is the number of the player on that seat. The caller decides whom a number, from 0, means. `round`
    counts from 0; matches of one round may be played at the same time, and later rounds follow earlier ones.
    """

    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a match for `player`. Its worth depends on the format: a win in Swiss, else nothing."""

    round: int
    player: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """The matches of several rounds, ordered by round, and the byes."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[Bye, ...] = ()
