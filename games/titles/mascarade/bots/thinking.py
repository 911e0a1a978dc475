"""How the levels think about Mascarade: the stronger, the cooler; expert also reads what the others do, and plays duels
by a network.

Only with four seats do temperatures alone tell the levels apart: elsewhere the weaker ones also slip.
"""

from functools import cache

from games.bots.policy import Policy
from games.core.title.game import Game
from games.core.title.thinker import Thinker
from games.titles.mascarade.bots.attacker import Attacker
from games.titles.mascarade.bots.duellist import Duellist
from games.titles.mascarade.bots.knowledge import OUTLOOK
from games.titles.mascarade.bots.newcomer import Newcomer
from games.titles.mascarade.bots.reader import Reader

LEVELS: dict[str, Thinker] = {
    "easy": Reader(
        worlds=32, reads=False, temperature=1.2, wavers=1.2, outlook=OUTLOOK, mixes=0.0, calms=1.0, slips=(0.03, 0.4)
    ),
    "medium": Reader(
        worlds=32, reads=False, temperature=0.72, wavers=0.72, outlook=OUTLOOK, mixes=0.0, calms=1.5, slips=(0.04, 0.2)
    ),
    "hard": Reader(
        worlds=32, reads=False, temperature=0.25, wavers=0.25, outlook=OUTLOOK, mixes=0.3, calms=2.0, slips=(0.0, 0.06)
    ),
    "expert": Duellist(
        Reader(
            worlds=64,
            reads=True,
            temperature=0.04,
            wavers=0.08,
            outlook=OUTLOOK,
            mixes=0.3,
            calms=1.5,
            slips=(0.0, 0.0),
        )
    ),
    "newcomer": Newcomer(bluffs=False),
    "student": Newcomer(bluffs=True),
}


def thinker(level: str) -> Thinker | None:
    """Return the thinker of `level`; None for one that follows the default."""
    return LEVELS.get(level)


@cache
def attacker(game: Game, level: str, worlds: int) -> Attacker:
    """Return the attacker on `level`. Cached, because it keeps what it has read of running matches."""
    return Attacker(Policy(game, level), worlds)
