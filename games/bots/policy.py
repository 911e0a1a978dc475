"""A level as an opponent model: ask it for its move with several seeds, and count."""

from collections.abc import Sequence

from games.bots.levels import LEVELS
from games.core.engine.state import State
from games.core.title.game import Game
from games.core.title.thinker import InformationSet

DOUBT = 0.5
"""Weight of a uniform answer that is added to the level's own, so that no move has probability 0."""

Move = tuple[int, ...]
"""All parts of a whole move."""


class Policy:
    """One level of one title, asked exactly as it plays: with a seat's knowledge and a seed."""

    def __init__(self, game: Game, level: str) -> None:
        self.game = game
        self.level = level

    def ask(self, known: InformationSet, seeds: Sequence[int]) -> list[Move]:
        """Return the move that the level makes with each of `seeds`."""
        bot = LEVELS[self.level]
        return [tuple(bot.decide(self.game, known, seed)) for seed in seeds]


def likelihood(state: State, seat: int, move: Sequence[int], answers: Sequence[Move]) -> float:
    """Return an estimate of the probability of `move`, from the level's `answers` in the same position.

    It is a product over parts: each part is counted among the answers that agree with all parts before it. `state` is
    not changed.
    """
    position, agreeing, chance = state.copy(), answers, 1.0
    for at, part in enumerate(move):
        options = len(position.options(seat))
        following = [answer for answer in agreeing if answer[at] == part]
        chance *= (len(following) + DOUBT / options) / (len(agreeing) + DOUBT)
        agreeing = following
        position.choose(seat, part)
    return chance
