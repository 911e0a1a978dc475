"""A level that thinks differently with two seats: there the gaps between ways to think are twice as wide."""

from dataclasses import dataclass
from typing import cast

from games.core.title.thinker import InformationSet, Thinker
from games.titles.masques.rules.state import MasquesState


@dataclass(frozen=True, slots=True)
class BySize(Thinker):
    """Thinks as `two` at a table of two, else as `more`."""

    two: Thinker
    more: Thinker

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seats = cast(MasquesState, known.deal(0)).seats
        return (self.two if seats == 2 else self.more).think(known, seed)

    def times(self, factor: float) -> "BySize":
        return BySize(self.two.times(factor), self.more.times(factor))

    def effort(self) -> str:
        return f"two seats: {self.two.effort()}; more: {self.more.effort()}"
