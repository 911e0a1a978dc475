"""Bots that misbehave in every way we could think of. A worker of the tests knows them (`wild_settings`)."""

import os
import signal
import time

from games.bots.bot import Bot, world_seeds
from games.core.text import _
from games.core.title.game import Game
from games.core.title.thinker import InformationSet
from tests.lantern.rules.state import BRIDGE_PART, HANG, LET_PART, LanternState

MEBIBYTE = 1 << 20


class Wild(Bot):
    """A level whose bots are asked in vain."""

    version = 1
    label = _("Wild")
    description = _("For tests.")


class Raising(Wild):
    level = "raising"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        raise ZeroDivisionError("the hand is 1 2 3")


class Looping(Wild):
    level = "looping"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        while True:
            time.sleep(0.01)


class Stubborn(Wild):
    """Loops, and does not listen."""

    level = "stubborn"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        while True:
            try:
                time.sleep(0.01)
            except BaseException:  # noqa: BLE001 - that is what is wrong with it
                continue


class Greedy(Wild):
    """Takes two gibibytes."""

    level = "eating"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        eaten = [bytes(64 * MEBIBYTE) for _helping in range(32)]
        return [len(eaten)]


class Nonsense(Wild):
    level = "nonsense"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        return [99, -1, 99]


class Elsewhere(Wild):
    """Answers what would be legal in another match: hangs a lantern when asked about one, and the other way round."""

    level = "elsewhere"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        world = known.deal(world_seeds(seed, 1)[0])
        assert isinstance(world, LanternState)
        return [LET_PART] if world.phase == HANG else [1, BRIDGE_PART]


class Deadly(Wild):
    """Takes its process down, as a fault of a compiled library would."""

    level = "deadly"

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        os.kill(os.getpid(), signal.SIGKILL)
        return []


WILD: dict[str, Bot] = {
    bot.level: bot for bot in (Raising(), Looping(), Stubborn(), Greedy(), Nonsense(), Elsewhere(), Deadly())
}
