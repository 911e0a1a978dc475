"""Round robins: everyone plays everyone, two at a time."""

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye, Fixture, Schedule

MOST_PLAYERS = 64
"""A single round robin of this many players is 2016 matches in 63 rounds."""


def round_robin(players: int, *, double: bool = False) -> Schedule:
    """Return Berger tables: every pair meets once; if `double`, once more in a second half with the seats reversed.

    An even number of `players` needs `players` - 1 rounds, each with everybody. An odd number needs `players` rounds,
    and each player rests in one of them, which is a `Bye` and not a win. The first-seat counts of two players differ
    by at most one; they are equal if `players` is odd or `double` is set.

    Raises `LeagueError` for fewer than 2 players and for more than `MOST_PLAYERS`.
    """
    if players < 2:
        raise LeagueError(_("A round robin needs at least 2 players, not %(players)s.", players=players))
    if players > MOST_PLAYERS:
        raise LeagueError(
            _("A round robin can have at most %(most)s players, not %(players)s.", most=MOST_PLAYERS, players=players)
        )
    fixtures, byes = _single(players)
    if double:
        half = players - 1 + players % 2
        fixtures += [Fixture(half + fixture.round, fixture.players[::-1]) for fixture in fixtures]
        byes += [Bye(half + bye.round, bye.player) for bye in byes]
    return Schedule(tuple(fixtures), tuple(byes))


def _single(players: int) -> tuple[list[Fixture], list[Bye]]:
    """Return the rounds of a single round robin. The last player of an even number stays; the others move on a circle.

    In each round one on the circle, the pivot, meets the last player, or rests if there is none. Those at equal
    distances from the pivot meet, the one after the pivot on the first seat, so that each has the first seat in half
    of these matches. Against the last player the first seat alternates.
    """
    circle = players - 1 + players % 2
    fixtures, byes = [], []
    for number in range(circle):
        pivot = number * (circle + 1) // 2 % circle
        if players % 2:
            byes.append(Bye(number, pivot))
        else:
            fixtures.append(Fixture(number, (circle, pivot) if number % 2 else (pivot, circle)))
        fixtures += [
            Fixture(number, ((pivot + distance) % circle, (pivot - distance) % circle))
            for distance in range(1, (circle + 1) // 2)
        ]
    return fixtures, byes
