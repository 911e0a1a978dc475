"""What a bot is: somebody who decides from worlds dealt for its seat, and never sees the true position."""

import random
from abc import ABC, abstractmethod

from games.core.game import Game
from games.core.text import Text
from games.core.thinker import InformationSet


class Bot(ABC):
    """One level of play. The same seed, with the same knowledge, gives the same move."""

    level: str
    version: int
    """Rises when the bot may decide differently."""
    label: Text
    description: Text
    """One sentence for whoever chooses an opponent."""

    pause: float = 1.0
    """Seconds from the opening of a decision to the published move, the same for every position: more than twice what
    the level thinks at most. How long it really thought then shows nowhere."""

    @abstractmethod
    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        """All parts of a whole, legal move for `known.seat`, which owes a decision and has chosen no part."""

    def effort(self, game: Game) -> str:
        """How much it thinks about a decision, in a few words for the arena's tables."""
        return ""


def world_seeds(seed: int, count: int) -> list[int]:
    """`count` 32-bit seeds for worlds, from any seed."""
    generator = random.Random(seed)
    return [generator.getrandbits(32) for _ in range(count)]
