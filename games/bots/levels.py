"""The levels of bots that can take a seat, the weakest first."""

from games.bots.bot import Bot
from games.bots.level_bot import LevelBot, ThinkerFactory
from games.bots.random_bot import RandomBot
from games.bots.search.greedy_guide import GreedyGuide
from games.bots.search.softmax import SoftmaxThinker
from games.bots.search.thinkers import FlatThinker
from games.core.text import Text, _
from games.core.title.game import Game


def by_weights(temperature: float, worlds: int) -> ThinkerFactory:
    """Return a factory of thinkers that draw each part by the title's weights."""
    return lambda knowledge: SoftmaxThinker(knowledge, temperature, worlds)


def by_trials(worlds: int) -> ThinkerFactory:
    """Return a factory of thinkers that play out the best moves in `worlds` re-dealt worlds, by the title's weights."""
    return lambda knowledge: FlatThinker(lambda world: GreedyGuide(knowledge), worlds, candidates=8, moves=8)


LEVELS: dict[str, Bot] = {
    bot.level: bot
    for bot in (
        RandomBot(),
        LevelBot(
            "easy",
            5,
            _("Easy"),
            _("Knows the good moves but often plays something else. Made for your first match."),
            fallback=by_weights(temperature=0.4, worlds=1),
        ),
        LevelBot(
            "novice",
            1,
            _("Novice"),
            _("Misses less than Easy, but still misses things."),
            fallback=by_weights(temperature=0.3, worlds=1),
        ),
        LevelBot(
            "improver",
            1,
            _("Improver"),
            _("Sees nearly everything, but slips now and then."),
            fallback=by_weights(temperature=0.2, worlds=2),
        ),
        LevelBot(
            "medium",
            5,
            _("Medium"),
            _("Imagines several ways the hidden cards could lie, then plays what looks best."),
            fallback=by_weights(temperature=0.1, worlds=6),
        ),
        LevelBot(
            "hard",
            4,
            _("Hard"),
            _("Looks ahead from its best moves before choosing one."),
            fallback=by_trials(worlds=8),
            pause=3.0,
        ),
        LevelBot(
            "expert",
            6,
            _("Expert"),
            _("Thinks hard about what you may be hiding. You’ll have to earn a win."),
            fallback=by_trials(worlds=32),
            pause=12.0,
        ),
    )
}
"""The bot of each level, by the name that is stored with seats."""
ON_REQUEST = ("novice", "improver")
"""Levels that a title has only if it names them (`Game.levels`): rungs where steps would be too long."""


def levels_of(game: Game) -> dict[str, Bot]:
    """Return the levels that may take a seat at `game`, by name, the weakest first."""
    return {level: bot for level, bot in LEVELS.items() if level not in ON_REQUEST or level in game.levels}


YARDSTICKS: dict[str, Bot] = {
    bot.level: bot
    for bot in (
        LevelBot(
            "newcomer",
            1,
            Text("Newcomer"),
            Text("Looks one move ahead, and not at everything."),
            fallback=by_weights(temperature=0.4, worlds=1),
        ),
        LevelBot(
            "student",
            1,
            Text("Student"),
            Text("Looks one move ahead, at everything that lies open."),
            fallback=by_weights(temperature=0.2, worlds=1),
        ),
    )
}
"""Players of common sense that the arena measures the weak levels by. They take no seats on the site."""
