"""Strong levels: they think ahead, each title in its own way."""

from games.bots.bot import Bot, Deal
from games.bots.search.plain import PlainGuide
from games.bots.search.thinkers import FlatThinker
from games.core.game import Game
from games.core.knowledge import Thinker
from games.core.text import Text


class ThinkingBot(Bot):
    """Thinks as its title does at this level or, where a title says nothing, tries its likely moves in `worlds`."""

    factor = 1.0
    """How many times the usual effort: for the arena, which asks whether more thought is ever worse."""

    def __init__(self, level: str, version: int, label: Text, description: Text, *, worlds: int, pause: float) -> None:
        self.level = level
        self.version = version
        self.label = label
        self.description = description
        self.worlds = worlds
        self.pause = pause

    def times(self, factor: float) -> "ThinkingBot":
        """The same bot with `factor` times the effort."""
        twin = ThinkingBot(self.level, self.version, self.label, self.description, worlds=self.worlds, pause=self.pause)
        twin.factor = self.factor * factor
        return twin

    def thinker(self, game: Game) -> Thinker:
        """The way `game` is thought about at this level."""
        thinker = game.knowledge.thinker(self.level) or FlatThinker(
            lambda world: PlainGuide(game.knowledge), self.worlds, candidates=8, moves=8
        )
        return thinker.times(self.factor)

    def decide(self, game: Game, seat: int, deal: Deal, seed: int) -> list[int]:
        return self.thinker(game).think(seat, deal, seed)

    def effort(self, game: Game) -> str:
        return self.thinker(game).effort()
