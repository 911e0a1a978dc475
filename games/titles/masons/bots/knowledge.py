"""The bots' knowledge of Masons: how good each next part looks, and how likely each seat is to win."""

from typing import Final, cast

from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from games.titles.masons.bots.guide import MasonsGuide
from games.titles.masons.bots.worth import chances, mean_values
from games.titles.masons.rules.state import MasonsState

WIN: Final = 10.0
"""The value of a win: weights and values are in tenths of one."""


class MasonsKnowledge(Knowledge):
    """Weights by points for oneself against the others, values by chances to win."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return MasonsGuide().weigh(world, seat)

    def evaluate(self, world: State) -> list[float]:
        return [WIN * chance for chance in chances(cast(MasonsState, world), mean_values())]
