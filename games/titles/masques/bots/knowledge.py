"""The bots' knowledge of Masques: how good each next part looks, and how likely each seat is to win."""

from typing import cast

from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from games.titles.masques.bots.chances import chances
from games.titles.masques.bots.features import BOTH_WAYS, COUNT, features
from games.titles.masques.bots.guide import make_guide
from games.titles.masques.rules.state import MasquesState

WIN = 10.0
"""The value of a win: weights and values are in tenths of one."""


class MasquesKnowledge(Knowledge):
    """Weights by the local evaluation, values by chances to win."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return make_guide(world).weigh(world, seat)

    def evaluate(self, world: State) -> list[float]:
        return [WIN * chance for chance in chances(cast(MasquesState, world))]

    feature_count = COUNT
    free_features = (BOTH_WAYS,)

    def stage(self, world: State) -> int:
        return cast(MasquesState, world).round

    def features(self, world: State) -> list[list[int]]:
        state = cast(MasquesState, world)
        return [features(state, seat) for seat in range(state.seats)]
