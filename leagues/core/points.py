"""Points of a match by place, kept as integers.

Two seats: 1 for a win, 1/2 for a tie, 0 for a loss, kept as half points (2, 1, 0).
Three seats 10 / 5 / 1, four 10 / 6 / 3 / 1, five and more 10 * ((n - place) / (n - 1)) ** 1.5, kept as thousandths.

Rounding: a place is worth the nearest thousandth, a half rounded up, computed without floats. Tied seats get the mean
of the places they cover, rounded in the same way, so that each of them gets the same; the points of a match with ties
then differ from those without by less than one thousandth for each tied seat.
A forfeited seat gets 0, and the others what their places are worth at a table of all the seats. A half-point bye is
worth half a win.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from games.core.text import _
from leagues.core.errors import LeagueError
from leagues.core.results import Result, ResultKind

MOST_SEATS = 13
MOST_POINTS = 1_000_000  # of one match, in integers
_FIXED = {3: (10_000, 5_000, 1_000), 4: (10_000, 6_000, 3_000, 1_000)}


@dataclass(frozen=True, slots=True)
class Scale:
    """The points of a season, stored with it: `unit` integers make one point; a win, a bye and a win by forfeit are
    worth `win`. `worths` has a row for each size of table, first place first."""

    unit: int
    win: int
    worths: tuple[tuple[int, ...], ...]

    @classmethod
    def of_seats(cls, seats: int) -> "Scale":
        """Return the usual scale for tables of up to `seats`. Raises LeagueError below two and above thirteen.

        >>> Scale.of_seats(3).worths
        ((10000, 0), (10000, 5000, 1000))
        """
        if not 2 <= seats <= MOST_SEATS:
            raise LeagueError(
                _("Points can only be set for matches with 2 to %(most)s seats, not %(n)s.", most=MOST_SEATS, n=seats)
            )
        if seats == 2:
            return HALF_POINTS
        return cls(THOUSANDTHS.unit, THOUSANDTHS.win, THOUSANDTHS.worths[: seats - 1])

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Scale":
        """Return the scale that `written` returned. Raises ValueError, KeyError or TypeError for anything else."""
        scale = cls(written["unit"], written["win"], tuple(tuple(row) for row in written["worths"]))
        numbers = (scale.unit, scale.win, *(worth for row in scale.worths for worth in row))
        if not all(type(number) is int and 0 <= number <= MOST_POINTS for number in numbers) or not scale.unit:
            raise ValueError("no scale of points")
        return scale

    def written(self) -> dict[str, Any]:
        """Return the scale as JSON."""
        return {"unit": self.unit, "win": self.win, "worths": [list(row) for row in self.worths]}

    def places(self, seats: int) -> tuple[int, ...]:
        """Return the points for each place at a table of `seats`, first place first, in this scale's integers.

        Raises LeagueError if the scale has no row for such a table.

        >>> HALF_POINTS.places(2), THOUSANDTHS.places(4), THOUSANDTHS.places(5)
        ((2, 0), (10000, 6000, 3000, 1000), (10000, 6495, 3536, 1250, 0))
        """
        row = next((row for row in self.worths if len(row) == seats), None)
        if row is None:
            raise LeagueError(_("Points: there are none for tables of %(n)s.", n=seats))
        return row

    def points(self, result: Result) -> tuple[int, ...]:
        """Return the points of every seat of a match, in seat order; zeros if it does not count."""
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
        """Return points as people write them, to the nearest thousandth, with a point and without trailing zeros.

        >>> HALF_POINTS.show(15), THOUSANDTHS.show(16_000), THOUSANDTHS.show(Fraction(20_000, 3))
        ('7.5', '16', '6.667')
        """
        thousandths = _nearest(Fraction(points) * 1000 / self.unit)
        whole, rest = divmod(abs(thousandths), 1000)
        sign = "-" if thousandths < 0 else ""
        return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


def _thousandths(seats: int) -> tuple[int, ...]:
    if seats in _FIXED:
        return _FIXED[seats]
    # sqrt(y) to the nearest integer is (isqrt(4 * y) + 1) // 2, where 4 * y may be cut to an integer.
    squares = (4 * 10**8 * (seats - place) ** 3 // (seats - 1) ** 3 for place in range(1, seats + 1))
    return tuple((isqrt(square) + 1) // 2 for square in squares)


HALF_POINTS = Scale(unit=2, win=2, worths=((2, 0),))
"""For titles of two seats."""

THOUSANDTHS = Scale(unit=1000, win=10_000, worths=tuple(_thousandths(seats) for seats in range(2, MOST_SEATS + 1)))
"""For titles of three seats and more."""


def _mean(worth: tuple[int, ...]) -> int:
    return _nearest(Fraction(sum(worth), len(worth)))


def _nearest(value: Fraction) -> int:
    """Return the nearest integer; a half is rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
