"""Points of a match by place, kept as integers.

Two seats: 1 for a win, 1/2 for a tie, 0 for a loss, kept as half points (2, 1, 0).
Three seats 10 / 5 / 1, four 10 / 6 / 3 / 1, five and more 10 * ((n - place) / (n - 1)) ** 1.5, kept as thousandths.

Rounding: a place is worth the nearest thousandth, a half rounded up, computed without floats. Tied seats get the mean
of the places they cover, rounded in the same way, so that each of them gets the same; the points of a match with ties
then differ from those without by less than one thousandth for each tied seat.
A forfeited seat gets 0, and the others what their places are worth at a table of all the seats. A half-point bye is
worth half a win.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.results import Result, ResultKind

_FIXED = {3: (10_000, 5_000, 1_000), 4: (10_000, 6_000, 3_000, 1_000)}


@dataclass(frozen=True, slots=True)
class Scale:
    """How points are kept: `unit` integers make one point. A win, a bye and a win by forfeit are worth `win`."""

    unit: int
    win: int

    @classmethod
    def of_seats(cls, seats: int) -> "Scale":
        """The scale of a title that is played with `seats` seats. Raises LeagueError below two.

        >>> Scale.of_seats(2) == HALF_POINTS, Scale.of_seats(4) == THOUSANDTHS
        (True, True)
        """
        _check_seats(seats)
        return HALF_POINTS if seats == 2 else THOUSANDTHS

    def places(self, seats: int) -> tuple[int, ...]:
        """What each place is worth at a table of `seats`, first place first, in this scale's integers.

        >>> HALF_POINTS.places(2), THOUSANDTHS.places(4), THOUSANDTHS.places(5)
        ((2, 0), (10000, 6000, 3000, 1000), (10000, 6495, 3536, 1250, 0))
        """
        _check_seats(seats)
        if self.unit != 2:
            return _thousandths(seats)
        if seats > 2:
            raise LeagueError(_("Half points are for matches of two seats, not %(n)s.", n=seats))
        return (2, 0)

    def points(self, result: Result) -> tuple[int, ...]:
        """The points of every seat of a match, in seat order; zeros if it does not count."""
        if not result.counts:
            return (0,) * len(result.seats)
        if len(result.seats) == 1:
            return (self.win if result.seats[0].kind is ResultKind.BYE else self.win // 2,)
        worth = self.places(len(result.seats))
        played = [seat.place for seat in result.seats if seat.kind is ResultKind.PLAYED]
        points = []
        for seat in result.seats:
            if seat.kind is ResultKind.FORFEITED:
                points.append(0)
            elif seat.place is None:
                points.append(self.win)
            else:
                points.append(_mean(worth[seat.place - 1 : seat.place - 1 + played.count(seat.place)]))
        return tuple(points)

    def show(self, points: int | Fraction) -> str:
        """Points as people write them, to the nearest thousandth, with a point and without needless zeros.

        >>> HALF_POINTS.show(15), THOUSANDTHS.show(16_000), THOUSANDTHS.show(Fraction(20_000, 3))
        ('7.5', '16', '6.667')
        """
        thousandths = _nearest(Fraction(points) * 1000 / self.unit)
        whole, rest = divmod(abs(thousandths), 1000)
        sign = "-" if thousandths < 0 else ""
        return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


HALF_POINTS = Scale(unit=2, win=2)
"""For titles of two seats."""

THOUSANDTHS = Scale(unit=1000, win=10_000)
"""For titles of three seats and more."""


def _check_seats(seats: int) -> None:
    if seats < 2:
        raise LeagueError(_("Points are for matches of at least 2 seats, not %(n)s.", n=seats))


@cache
def _thousandths(seats: int) -> tuple[int, ...]:
    if seats in _FIXED:
        return _FIXED[seats]
    # sqrt(y) to the nearest integer is (isqrt(4 * y) + 1) // 2, where 4 * y may be cut to an integer.
    squares = (4 * 10**8 * (seats - place) ** 3 // (seats - 1) ** 3 for place in range(1, seats + 1))
    return tuple((isqrt(square) + 1) // 2 for square in squares)


def _mean(worth: tuple[int, ...]) -> int:
    return _nearest(Fraction(sum(worth), len(worth)))


def _nearest(value: Fraction) -> int:
    """The nearest integer; a half is rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
