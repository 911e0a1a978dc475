"""A level as an opponent model: how likely its moves are, found out by asking it with several seeds."""

from collections.abc import Sequence

from games.bots.levels import LEVELS
from games.core.game import Game
from games.core.state import State
from games.core.thinker import InformationSet

DOUBT = 0.5
"""How many answers of no preference are added to those that a level gives, so that no move is impossible."""

Move = tuple[int, ...]
"""All parts of a whole move."""


class Policy:
    """A frozen level at one title. It is asked as it plays: with what a seat knows, and a seed."""

    def __init__(self, game: Game, level: str) -> None:
        self.game = game
        self.level = level

    def ask(self, known: InformationSet, seeds: Sequence[int]) -> list[Move]:
        """The move that the level makes with each of `seeds`."""
        bot = LEVELS[self.level]
        return [tuple(bot.decide(self.game, known, seed)) for seed in seeds]


def likelihood(state: State, seat: int, move: Sequence[int], answers: Sequence[Move]) -> float:
    """How likely `seat` makes `move` in `state` if it gave `answers` when it was asked: part by part, counted among the
    answers that agree so far, with a little doubt. `state` is not changed."""
    position, agreeing, chance = state.copy(), answers, 1.0
    for at, part in enumerate(move):
        options = len(position.options(seat))
        following = [answer for answer in agreeing if answer[at] == part]
        chance *= (len(following) + DOUBT / options) / (len(agreeing) + DOUBT)
        agreeing = following
        position.choose(seat, part)
    return chance
