"""How the levels think about Masques."""

from games.bots.search.thinkers import FlatThinker, TreeThinker
from games.core.thinker import Thinker
from games.titles.masques.bots.guide import make_guide


def thinker(level: str) -> Thinker | None:
    """How `level` searches; None for one that goes by weights alone."""
    if level == "hard":
        return FlatThinker(make_guide, worlds=8, candidates=12, halvings=2)
    if level == "expert":
        return TreeThinker(make_guide, iterations=4000, widen=1.5)
    return None
