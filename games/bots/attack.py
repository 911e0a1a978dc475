"""Attackers: players for the arena who know how one level decides, and read its secret choices from what it does."""

from games.bots.bot import Bot
from games.core.text import Text
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, Thinker

PREFIX = "best:"
WORLDS = 64


class Attacker(Bot):
    """Plays the title's best answer to the level `target`, from `worlds` dealt worlds. It takes no seat on the site."""

    version = 1
    label = Text("Attacker")
    description = Text("Knows how its opponent thinks.")

    def __init__(self, target: str, worlds: int = WORLDS) -> None:
        self.target = target
        self.worlds = worlds
        self.level = name_of(target, worlds)

    def thinker(self, game: Game) -> Thinker:
        """Return the title's attacker. Raises `LookupError` if it has none for this level."""
        thinker = game.attacker(self.target, self.worlds)
        if thinker is None:
            raise LookupError(f"{game.name} has no attacker on {self.target}.")
        return thinker

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        return self.thinker(game).think(known, seed)

    def effort(self, game: Game) -> str:
        return self.thinker(game).effort()


def name_of(target: str, worlds: int) -> str:
    """Return the name of an attacker in the arena, for example ``best:expert@64``."""
    return f"{PREFIX}{target}@{worlds}"


def attacker_named(name: str) -> Attacker | None:
    """Return the attacker of this name, ``best:expert`` or ``best:expert@12``; None if it is no such name."""
    target, _at, worlds = name.removeprefix(PREFIX).partition("@")
    if not name.startswith(PREFIX) or (worlds and not (worlds.isdecimal() and int(worlds))):
        return None
    return Attacker(target, int(worlds) if worlds else WORLDS)
