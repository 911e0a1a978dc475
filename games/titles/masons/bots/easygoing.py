"""The easy level: it sees most of what a wall would do, and plays its cards as they come."""

from dataclasses import dataclass

from games.bots.bot import world_seeds
from games.bots.search.forgetful import Forgetful
from games.core.title.thinker import InformationSet, Thinker
from games.titles.masons.rules.components import WALL


@dataclass(frozen=True, slots=True)
class Easygoing(Thinker):
    """Chooses walls and other parts with different thinkers: of sixty lines few close a town, and a player who
    overlooked as many lines as cards would never close one."""

    walls: Forgetful
    others: Forgetful

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = known.deal(world_seeds(seed, 1)[0])
        return (self.walls if world.phase == WALL else self.others).think(known, seed)  # type: ignore[attr-defined]

    def times(self, factor: float) -> "Easygoing":
        """Return one that overlooks less, for more effort."""
        return Easygoing(self.walls.times(factor), self.others.times(factor))

    def effort(self) -> str:
        return f"walls: {self.walls.effort()}; cards: {self.others.effort()}"
