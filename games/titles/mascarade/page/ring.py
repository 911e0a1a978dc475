"""The layout of the ring: the viewer's own seat at the bottom and the next number to its left.

Positions are per cent of the box in which the middles of slots lie; the style sheet has a class for each number.
"""

from typing import Final, NamedTuple


class Spot(NamedTuple):
    """A position on the board, in per cent from the left and from above."""

    x: int
    y: int

    @property
    def classes(self) -> str:
        """The classes that place an element there."""
        return f"x{self.x} y{self.y}"


ROUND: Final = {
    4: ((50, 100), (0, 50), (50, 0)),
    5: ((50, 100), (1, 67), (17, 5)),
    6: ((50, 100), (3, 78), (3, 22), (50, 0)),
    7: ((50, 100), (7, 85), (0, 38), (26, 2)),
    8: ((50, 100), (10, 90), (0, 50), (10, 10), (50, 0)),
    9: ((50, 100), (12, 95), (0, 60), (2, 21), (31, 0)),
    10: ((50, 100), (15, 97), (0, 68), (0, 32), (15, 3), (50, 0)),
    11: ((50, 100), (18, 98), (1, 74), (0, 42), (5, 11), (34, 0)),
    12: ((50, 100), (22, 98), (2, 78), (0, 50), (2, 22), (22, 2), (50, 0)),
    13: ((50, 100), (23, 99), (2, 84), (0, 57), (0, 30), (10, 5), (36, 0)),
}
"""By number of seats: the own seat and those on the left half of a rounded ring, equally far apart; the right half is
their mirror image."""
ROWS: Final = {
    2: (((20, 100), (50, 100), (80, 100)), ((20, 0), (50, 0), (80, 0))),
    3: (((33, 100), (67, 100)), ((0, 0), (31, 0)), ((69, 0), (100, 0))),
}
"""By number of seats, where each has several slots: those of every seat from left to right."""
PLATES: Final = {2: ((50, 100), (50, 0)), 3: ((50, 100), (15, 0), (85, 0))}
"""By number of seats, where each has several slots: the names and purses next to the slots, by seat."""
CENTRE: Final = {1: ((29, 62),), 2: ((29, 62), (71, 62))}
"""The slots in the middle, by how many there are."""


def seats_round(seats: int) -> list[Spot]:
    """Return the spots of the seats clockwise, the one at the bottom first."""
    half = [Spot(*spot) for spot in ROUND[seats]]
    mirrored = [Spot(100 - spot.x, spot.y) for spot in half[1:] if spot.x != 50]
    return [*half, *reversed(mirrored)]


def slots(seats: int, places: int, below: int) -> list[Spot]:
    """Return the spots of `places` slots, with seat `below` at the bottom."""
    if seats in ROWS:
        return [Spot(*spot) for seat in range(seats) for spot in ROWS[seats][(seat - below) % seats]]
    around = seats_round(seats)
    centre = CENTRE.get(places - seats, ())
    return [*(around[(seat - below) % seats] for seat in range(seats)), *(Spot(*spot) for spot in centre)]


def plates(seats: int, below: int) -> list[Spot]:
    """Return the spots of the names and purses of seats with several slots, by seat; empty where a seat has one
    slot."""
    found = PLATES.get(seats, ())
    return [Spot(*found[(seat - below) % seats]) for seat in range(seats)] if found else []
