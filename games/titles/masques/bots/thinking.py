"""How the levels think about Masques."""

from games.bots.search.thinkers import FlatThinker, TreeThinker
from games.core.thinker import Thinker
from games.titles.masques.bots.guide import make_guide
from games.titles.masques.bots.hasty import Hasty
from games.titles.masques.bots.knowledge import MasquesKnowledge
from games.titles.masques.bots.newcomer import Newcomer

LEVELS: dict[str, Thinker] = {
    "easy": Hasty(MasquesKnowledge(), temperature=0.1, notices=0.5, agents=0.5),
    "hard": FlatThinker(make_guide, worlds=8, candidates=12, halvings=2),
    "expert": TreeThinker(make_guide, iterations=4000, widen=1.5),
    "newcomer": Newcomer(agents=False),
    "student": Newcomer(agents=True),
}


def thinker(level: str) -> Thinker | None:
    """How `level` thinks, or a yardstick; None for one that goes by weights alone."""
    return LEVELS.get(level)
