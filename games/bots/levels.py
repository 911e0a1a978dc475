"""The levels that may be seated, weakest first."""

from games.bots.bot import Bot
from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot
from games.bots.thinking import ThinkingBot
from games.core.text import _

LEVELS: dict[str, Bot] = {
    bot.level: bot
    for bot in (
        RandomBot(),
        GreedyBot(
            "easy",
            2,
            _("Easy"),
            _("Knows what is good, and often takes something else. Made for a first match."),
            temperature=0.4,
            worlds=1,
        ),
        GreedyBot(
            "medium",
            2,
            _("Medium"),
            _("Takes what looks best after imagining several ways the hidden cards may lie."),
            temperature=0.1,
            worlds=6,
        ),
        ThinkingBot(
            "hard",
            2,
            _("Hard"),
            _("Plays its likely moves on in its head before it takes one."),
            worlds=8,
            pause=3.0,
        ),
        ThinkingBot(
            "expert",
            2,
            _("Expert"),
            _("Thinks long, and about what you may be hiding: a match against it has to be earned."),
            worlds=32,
            pause=12.0,
        ),
    )
}
"""By level, as tables and matches name them."""
