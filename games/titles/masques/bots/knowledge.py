"""What the bots know of Masques: greedy weights of single parts, and how the strong levels think."""

from typing import cast

from games.bots.search.thinkers import FlatThinker, TreeThinker
from games.core.knowledge import Knowledge
from games.core.state import State
from games.core.thinker import Thinker
from games.titles.masques.bots.chances import chances
from games.titles.masques.bots.guide import MasquesGuide
from games.titles.masques.rules.state import MasquesState

WIN = 10.0


def make_guide(world: State) -> MasquesGuide:
    """The guide of one decision."""
    return MasquesGuide(cast(MasquesState, world))


class MasquesKnowledge(Knowledge):
    """Judgement by chances to win."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return make_guide(world).weigh(world, seat)

    def evaluate(self, world: State) -> list[float]:
        return [WIN * share for share in chances(cast(MasquesState, world))]


def thinker(level: str) -> Thinker | None:
    """How `level` thinks; None for one that goes by weights alone."""
    if level == "hard":
        return FlatThinker(make_guide, worlds=8, candidates=12, halvings=2)
    if level == "expert":
        return TreeThinker(make_guide, iterations=4000, widen=1.5)
    return None
