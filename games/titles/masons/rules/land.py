"""The land and the supply, and their copy: the part of a position without hands and turns."""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import State
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import (
    COLOURS,
    HOUSES_EACH,
    NONE,
    PALACES_EACH,
    TONES,
    TOWERS_EACH,
    WALLS,
)


class LandFields(State):
    """Rows are indexed by line, point, space or colour; two of them by a product: `house[space * COLOURS + colour]`."""

    __slots__ = (
        "house",
        "house_left",
        "last_town",
        "palace",
        "palace_left",
        "tower",
        "tower_left",
        "town",
        "wall",
        "walls_at",
        "walls_left",
    )

    def __init__(self, source: "LandFields | None") -> None:
        """Copy `source`; without one, create the empty land."""
        super().__init__(source)
        if source is None:
            # The board.
            self.wall: Row = vec[Int]([0] * BOARD.lines)
            self.walls_at: Row = vec[Int]([0] * BOARD.points)  # how many walls end there
            self.tower: Row = vec[Int]([NONE] * BOARD.points)  # its tone
            self.house: Row = vec[Int]([0] * (BOARD.spaces * COLOURS))
            self.palace: Row = vec[Int]([NONE] * (COLOURS * PALACES_EACH))  # the space with the building
            self.town: Row = vec[Int]([0] * BOARD.spaces)  # the id of its town; 0: none
            self.last_town: Int = 0  # the highest id so far
            # The supply.
            self.walls_left: Int = WALLS
            self.tower_left: Row = vec[Int]([TOWERS_EACH] * TONES)
            self.house_left: Row = vec[Int]([HOUSES_EACH] * COLOURS)
            self.palace_left: Row = vec[Int]([PALACES_EACH] * COLOURS)
        else:
            self.wall = source.wall[:]
            self.walls_at = source.walls_at[:]
            self.tower = source.tower[:]
            self.house = source.house[:]
            self.palace = source.palace[:]
            self.town = source.town[:]
            self.last_town = source.last_town
            self.walls_left = source.walls_left
            self.tower_left = source.tower_left[:]
            self.house_left = source.house_left[:]
            self.palace_left = source.palace_left[:]
