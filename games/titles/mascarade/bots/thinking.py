"""How the levels think about Mascarade: easy judges by what its seat knows, the others also look ahead and read."""

from games.bots.search.softmax import SoftmaxThinker
from games.core.game import Game
from games.core.thinker import Thinker
from games.titles.mascarade.bots.attacker import Attacker
from games.titles.mascarade.bots.knowledge import MascaradeKnowledge
from games.titles.mascarade.bots.lookahead import Outlook
from games.titles.mascarade.bots.newcomer import Newcomer
from games.titles.mascarade.bots.reader import Reader

OUTLOOK = Outlook(later=0.7, threat=0.4)

LEVELS: dict[str, Thinker] = {
    "easy": SoftmaxThinker(MascaradeKnowledge(), temperature=0.4, worlds=1),
    "medium": Reader(worlds=32, trust=0.0, temperature=0.3, outlook=OUTLOOK, mixes=0.3),
    "hard": Reader(worlds=48, trust=1.0, temperature=0.2, outlook=OUTLOOK, mixes=0.3),
    "expert": Reader(worlds=64, trust=0.5, temperature=0.1, outlook=OUTLOOK, mixes=0.3),
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
