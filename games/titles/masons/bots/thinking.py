"""How the levels think about Masons."""

from functools import cache

from games.bots.best_response import BestResponse
from games.bots.policy import Policy
from games.bots.search.forgetful import Forgetful
from games.bots.search.softmax import SoftmaxThinker
from games.bots.search.thinkers import FlatThinker
from games.core.title.game import Game
from games.core.title.thinker import Thinker
from games.titles.masons.bots.easygoing import Easygoing
from games.titles.masons.bots.guide import make_guide
from games.titles.masons.bots.knowledge import MasonsKnowledge
from games.titles.masons.bots.newcomer import Newcomer
from games.titles.masons.bots.secrets import MasonsSecrets

LEVELS: dict[str, Thinker] = {
    "easy": Easygoing(
        walls=Forgetful(MasonsKnowledge(), temperature=0.1, notices=0.6),
        others=Forgetful(MasonsKnowledge(), temperature=0.45, notices=0.8),
    ),
    "medium": SoftmaxThinker(MasonsKnowledge(), temperature=0.12, worlds=2),
    "hard": FlatThinker(make_guide, worlds=2, candidates=6, halvings=1),
    "expert": FlatThinker(make_guide, worlds=8, candidates=24, halvings=2, looks=12),
    "newcomer": Newcomer(cautious=False),
    "student": Newcomer(cautious=True),
}


def thinker(level: str) -> Thinker | None:
    """Return the thinker of a level or a yardstick; None for one that uses the default."""
    return LEVELS.get(level)


@cache
def attacker(game: Game, level: str, worlds: int) -> BestResponse:
    """Return the attacker on `level`. Cached, because it keeps what it has read of running matches."""
    return BestResponse(Policy(game, level), worlds, make_guide, MasonsSecrets())
