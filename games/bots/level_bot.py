"""The levels that think: each title in its own way, or as any title would."""

from collections.abc import Callable
from copy import copy

from games.bots.bot import Bot
from games.core.game import Game
from games.core.knowledge import Knowledge
from games.core.text import Text
from games.core.thinker import InformationSet, Thinker

MakeThinker = Callable[[Knowledge], Thinker]
"""The way a level thinks about a title by its weights and values alone."""


class LevelBot(Bot):
    """Thinks as its title does at this level or, where the title says nothing, as `fallback` does."""

    factor = 1.0
    """How many times the usual effort: for the arena, which asks whether more thought is ever worse."""

    def __init__(
        self,
        level: str,
        version: int,
        label: Text,
        description: Text,
        *,
        fallback: MakeThinker,
        pause: float = Bot.pause,
    ) -> None:
        self.level = level
        self.version = version
        self.label = label
        self.description = description
        self.fallback = fallback
        self.pause = pause

    def times(self, factor: float) -> "LevelBot":
        """The same bot with `factor` times the effort."""
        twin = copy(self)
        twin.factor = self.factor * factor
        return twin

    def thinker(self, game: Game) -> Thinker:
        """The way `game` is thought about at this level."""
        thinker = game.thinker(self.level) or self.fallback(game.knowledge)
        return thinker.times(self.factor)

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        return self.thinker(game).think(known, seed)

    def effort(self, game: Game) -> str:
        return self.thinker(game).effort()
