"""The levels that may be seated, weakest first."""

from games.bots.bot import Bot
from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot
from games.core.text import _

LEVELS: dict[str, Bot] = {
    bot.level: bot
    for bot in (
        RandomBot(),
        GreedyBot(
            "easy",
            1,
            _("Easy"),
            _("Knows what is good, and often takes something else. Made for a first match."),
            temperature=0.4,
            worlds=1,
        ),
        GreedyBot(
            "medium",
            1,
            _("Medium"),
            _("Takes what looks best after imagining several ways the hidden cards may lie."),
            temperature=0.1,
            worlds=6,
        ),
    )
}
"""By level, as tables and matches name them."""
