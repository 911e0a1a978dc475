"""How the levels think about Masques."""

from functools import cache

from games.bots.best_response import BestResponse
from games.bots.policy import Policy
from games.bots.search.softmax import SoftmaxThinker
from games.bots.search.thinkers import FlatThinker, TreeThinker
from games.core.title.game import Game
from games.core.title.thinker import Thinker
from games.titles.masques.bots.by_size import BySize
from games.titles.masques.bots.guide import make_guide
from games.titles.masques.bots.hasty import Hasty
from games.titles.masques.bots.knowledge import MasquesKnowledge
from games.titles.masques.bots.newcomer import Newcomer
from games.titles.masques.bots.secrets import MasquesSecrets

KNOWLEDGE = MasquesKnowledge()


def hasty(notices: float, agents: float) -> Hasty:
    """Return a thinker that misses things."""
    return Hasty(KNOWLEDGE, temperature=0.1, notices=notices, agents=agents)


LEVELS: dict[str, Thinker] = {
    "easy": hasty(notices=0.5, agents=0.5),
    "novice": BySize(two=hasty(notices=0.71, agents=0.765), more=hasty(notices=0.675, agents=0.725)),
    "improver": BySize(two=hasty(notices=0.915, agents=0.945), more=hasty(notices=0.835, agents=0.885)),
    "medium": BySize(
        two=FlatThinker(make_guide, worlds=1, candidates=4, halvings=1),
        more=SoftmaxThinker(KNOWLEDGE, temperature=0.1, worlds=6),
    ),
    "hard": BySize(
        two=FlatThinker(make_guide, worlds=4, candidates=10, halvings=2),
        more=FlatThinker(make_guide, worlds=8, candidates=12, halvings=2),
    ),
    "expert": TreeThinker(make_guide, iterations=4000, widen=1.5),
    "newcomer": Newcomer(agents=False),
    "student": Newcomer(agents=True),
}


def thinker(level: str) -> Thinker | None:
    """Return the thinker of a level or a yardstick; None for random."""
    return LEVELS.get(level)


@cache
def attacker(game: Game, level: str, worlds: int) -> BestResponse:
    """Return the attacker on `level`. Cached, because it keeps what it has read of running matches."""
    return BestResponse(Policy(game, level), worlds, make_guide, MasquesSecrets())
