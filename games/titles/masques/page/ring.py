"""Where the palace is drawn: a square ring of palace cards with hallways between them, in units of an SVG."""

from dataclasses import dataclass
from typing import Final

BAND: Final = 88  # width of the ring, and side of its corner cards
PALACE: Final = 64  # length of a palace card along a side
HALL: Final = 90  # length of a hallway


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing."""

    x: int
    y: int
    w: int
    h: int

    @property
    def cx(self) -> int:
        """Its middle, across."""
        return self.x + self.w // 2

    @property
    def cy(self) -> int:
        """Its middle, down."""
        return self.y + self.h // 2


def side(size: int) -> int:
    """Length of a side of the ring with `size` palace cards."""
    per_side = size // 4
    return 2 * BAND + (per_side - 1) * PALACE + per_side * HALL


def palace_box(size: int, place: int) -> Box:
    """Where palace card `place` lies: card 0, the door, is the top left corner, the others follow clockwise."""
    edge, step = divmod(place, size // 4)
    if step == 0:
        return _turned(size, edge, 0, BAND)
    return _turned(size, edge, BAND + step * HALL + (step - 1) * PALACE, PALACE)


def hall_box(size: int, hall: int) -> Box:
    """Where hallway `hall` lies, between the palace cards `hall` and `hall` + 1."""
    edge, step = divmod(hall, size // 4)
    return _turned(size, edge, BAND + step * (HALL + PALACE), HALL)


def _turned(size: int, edge: int, along: int, length: int) -> Box:
    """The box at `along` on the top (0), right, bottom or left side, counted clockwise."""
    whole = side(size)
    if edge == 0:
        return Box(along, 0, length, BAND)
    if edge == 1:
        return Box(whole - BAND, along, BAND, length)
    if edge == 2:
        return Box(whole - along - length, whole - BAND, length, BAND)
    return Box(0, whole - along - length, BAND, length)
