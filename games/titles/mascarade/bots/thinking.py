"""How the levels think about Mascarade: all by the same weights, with more or less care.

Playing likely moves on in re-dealt worlds was tried and lost to this: chance and secret exchanges drown what a few
hundred roll-outs can tell of one step.
"""

from functools import cache

from games.bots.policy import Policy
from games.bots.search.forgetful import Forgetful
from games.bots.search.softmax import SoftmaxThinker
from games.core.game import Game
from games.core.thinker import Thinker
from games.titles.mascarade.bots.attacker import Attacker
from games.titles.mascarade.bots.knowledge import MascaradeKnowledge
from games.titles.mascarade.bots.newcomer import Newcomer
from games.titles.mascarade.bots.steady import Steady

LEVELS: dict[str, Thinker] = {
    "easy": Forgetful(MascaradeKnowledge(), temperature=0.3, notices=0.6),
    "medium": SoftmaxThinker(MascaradeKnowledge(), temperature=1.2, worlds=1),
    "hard": Steady(MascaradeKnowledge(), temperature=0.4, worlds=1),
    "expert": SoftmaxThinker(MascaradeKnowledge(), temperature=0.03, worlds=1),
    "newcomer": Newcomer(bluffs=False),
    "student": Newcomer(bluffs=True),
}


def thinker(level: str) -> Thinker | None:
    """How `level` thinks; None for one that goes by the default."""
    return LEVELS.get(level)


@cache
def attacker(game: Game, level: str, worlds: int) -> Attacker:
    """The attacker on `level`. Cached, because it keeps what it has read of running matches."""
    return Attacker(Policy(game, level), worlds)
