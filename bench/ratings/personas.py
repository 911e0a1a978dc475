"""The population whose ratings are measured: bots of many strengths, the same for every title.

It has the site's levels; levels with less or more effort; levels that slip, that is, play at random now and then; and
bots that draw their moves by the title's weights, from cold to hot.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS, by_weights
from games.bots.random_bot import RandomBot
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, Thinker

TEMPERATURES = (0.05, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2.0, 4.0)
WORLDS = (2, 6)
EFFORTS = {"hard": (1 / 8, 1 / 4, 1 / 2), "expert": (1 / 64, 1 / 32, 1 / 16)}
SLIPS = {"medium": (0.1, 0.2, 0.4, 0.6), "hard": (0.05, 0.1, 0.2, 0.3, 0.5)}
SLIPPING_EXPERTS = ((1 / 32, 0.1), (1 / 32, 0.25))
SELDOM = 0.25  # how often the expert is drawn, in proportion to others: it takes most of the time


@dataclass(frozen=True, slots=True)
class Persona:
    """One bot of the population. The same seed and the same knowledge give the same move."""

    name: str
    thinker: Callable[[Game], Thinker] | None
    """How it thinks about a title; None if it plays at random."""
    slips: float = 0.0
    """The share of its decisions that are random moves."""
    weight: float = 1.0
    """How often it is drawn for a match, in proportion to others."""

    def decide(self, game: Game, known: InformationSet, seed: int) -> list[int]:
        """Return the parts of its move."""
        if self.thinker is None or (self.slips and random.Random(seed).random() < self.slips):
            return RandomBot().decide(game, known, seed)
        return self.thinker(game).think(known, seed)


def population() -> list[Persona]:
    """Return all personas, in a fixed order: their places in it are their accounts."""
    found = [Persona(level, _thinker(level), weight=SELDOM if level == "expert" else 1.0) for level in Game.levels]
    found += [
        Persona(f"weights, temperature {heat:g}, {worlds} worlds", _by_weights(heat, worlds))
        for heat in TEMPERATURES
        for worlds in WORLDS
    ]
    found += [
        Persona(f"{level}, effort {effort:g}", _thinker(level, effort))
        for level, efforts in EFFORTS.items()
        for effort in efforts
    ]
    found += [
        Persona(f"{level}, {slips:.0%} slips", _thinker(level), slips)
        for level, shares in SLIPS.items()
        for slips in shares
    ]
    found += [
        Persona(f"expert, effort {effort:g}, {slips:.0%} slips", _thinker("expert", effort), slips)
        for effort, slips in SLIPPING_EXPERTS
    ]
    return found


def _thinker(level: str, effort: float = 1.0) -> Callable[[Game], Thinker] | None:
    """Return the thinker of a level with a multiple of its effort."""
    bot = LEVELS[level]
    if not isinstance(bot, LevelBot):
        return None
    return bot.times(effort).thinker


def _by_weights(heat: float, worlds: int) -> Callable[[Game], Thinker]:
    factory = by_weights(heat, worlds)
    return lambda game: factory(game.knowledge)
