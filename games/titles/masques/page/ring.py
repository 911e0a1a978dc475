"""The drawing of the palace: palace cards with hallways between them, a ring of cells in a grid that fits any box."""

from dataclasses import dataclass
from typing import Final

SIDES: Final = "nesw"


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the ring: column and row of the grid, counted from 1, and the side of the palace it belongs to."""

    column: int
    row: int
    side: str
    is_corner: bool = False

    @property
    def classes(self) -> str:
        """The classes that place it in the drawing."""
        return f"{'corner ' if self.is_corner else ''}{self.side} x{self.column} y{self.row}"


def palace_cell(size: int, place: int) -> Cell:
    """Return the cell of palace card `place`: card 0, the door, is the top left corner, the others follow clockwise."""
    return _cell(size, 2 * place)


def hall_cell(size: int, hall: int) -> Cell:
    """Return the cell of hallway `hall`, between the palace cards `hall` and `hall` + 1."""
    return _cell(size, 2 * hall + 1)


def _cell(size: int, step: int) -> Cell:
    """Return the cell at `step` around the ring, in which palace cards and hallways take turns."""
    last = size // 2 + 1
    side, along = divmod(step, last - 1)
    column, row = (
        (along + 1, 1),
        (last, along + 1),
        (last - along, last),
        (1, last - along),
    )[side]
    return Cell(column, row, SIDES[side], is_corner=along == 0)
