"""The hard level: the larger the table, the more care."""

from dataclasses import dataclass
from typing import cast

from games.bots.search.softmax import SoftmaxThinker
from games.core.thinker import InformationSet
from games.titles.mascarade.rules.state import MascaradeState

AT_HOME = 6
"""The largest table at which it is as warm as its temperature says."""


@dataclass(frozen=True, slots=True)
class Steady(SoftmaxThinker):
    """Soft-max whose temperature falls as tables grow: a seat of many decides less of a match, so that only who slips
    less often stays a step ahead of the level below."""

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seats = cast(MascaradeState, known.deal(0)).seats
        cooler = self.temperature * min(1.0, AT_HOME / seats)
        return SoftmaxThinker(self.knowledge, cooler, self.worlds).think(known, seed)

    def effort(self) -> str:
        return f"temperature {self.temperature}, from {AT_HOME} seats on falling with their number"
