"""The interface of bots. They decide from worlds that are re-dealt for their seat, never from the true position."""

import random
from abc import ABC, abstractmethod

from games.core.text import Text
from games.core.title.game import Game
from games.core.title.thinker import InformationSet


class Bot(ABC):
    """One level of play. The same seed and the same knowledge give the same move."""

    level: str
    version: int
    """Raised whenever the bot may decide differently."""
    label: Text
    description: Text
    """One sentence for players who choose an opponent."""

    pause: float = 1.0
    """Seconds from the opening of a decision to the published move, the same for every position, and more than twice
    the level's longest thinking time: the time a decision took cannot be observed."""

    @abstractmethod
    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        """Return all parts of a whole, legal move for `known.seat`, which owes a decision and has chosen no part."""

    def effort(self, game: Game) -> str:
        """Return the effort of a decision in a few words, for the arena's tables."""
        return ""


def world_seeds(seed: int, count: int) -> list[int]:
    """Return `count` 32-bit seeds for worlds, derived from any seed."""
    generator = random.Random(seed)
    return [generator.getrandbits(32) for _ in range(count)]
