"""Levels that decide by a thinker: the title's own, or the level's default."""

from collections.abc import Callable
from copy import copy

from games.bots.bot import Bot
from games.core.text import Text
from games.core.title.game import Game
from games.core.title.knowledge import Knowledge
from games.core.title.thinker import InformationSet, Thinker

ThinkerFactory = Callable[[Knowledge], Thinker]
"""Makes a level's default thinker from a title's `Knowledge`."""


class LevelBot(Bot):
    """Decides by the title's thinker for this level or, if the title has none, by the one that `fallback` makes."""

    factor = 1.0
    """A multiple of the usual effort: for the arena, which checks that more effort is not weaker."""

    def __init__(
        self,
        level: str,
        version: int,
        label: Text,
        description: Text,
        *,
        fallback: ThinkerFactory,
        pause: float = Bot.pause,
    ) -> None:
        self.level = level
        self.version = version
        self.label = label
        self.description = description
        self.fallback = fallback
        self.pause = pause

    def times(self, factor: float) -> "LevelBot":
        """Return the same bot with `factor` times the effort."""
        twin = copy(self)
        twin.factor = self.factor * factor
        return twin

    def thinker(self, game: Game) -> Thinker:
        """Return the thinker for `game` at this level."""
        thinker = game.thinker(self.level) or self.fallback(game.knowledge)
        return thinker.times(self.factor)

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        return self.thinker(game).think(known, seed)

    def effort(self, game: Game) -> str:
        return self.thinker(game).effort()
