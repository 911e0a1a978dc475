"""The bot that plays at random: the zero of every ladder."""

from games.bots.bot import Bot, world_seeds
from games.core.text import _
from games.core.title.game import Game
from games.core.title.thinker import InformationSet


class RandomBot(Bot):
    """Chooses every part uniformly among the options."""

    level = "random"
    version = 2
    label = _("Random")
    description = _("Plays any legal move without thinking.")

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        seat, world = known.seat, known.deal(world_seeds(seed, 1)[0])
        parts: list[int] = []
        while not parts or world.composing(seat):
            parts.append(world.random_option(seat))
            world.choose(seat, parts[-1])
        return parts
