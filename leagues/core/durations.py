"""The time that a match takes at a pace, and whether a season leaves that much.

The estimate: a match has the usual number of moves of its title (`Game.usual_moves`), and players take a quarter of the
pace's increment for each. docs/leagues.md has the table of days that follow.
"""

from datetime import timedelta
from math import ceil

from games.core.text import Text, _
from leagues.core.rules import Format, SeasonRules

PART_OF_INCREMENT = 4


def match_days(moves: int, increment: timedelta) -> int:
    """Return the days to allow for a match of this many moves, rounded up.

    >>> match_days(50, timedelta(hours=12)), match_days(50, timedelta(days=2)), match_days(50, timedelta(seconds=30))
    (7, 25, 1)
    """
    return ceil(moves * increment / PART_OF_INCREMENT / timedelta(days=1))


def needed_days(rules: SeasonRules, one_match: int) -> int:
    """Return the days that a player's matches need if each takes `one_match`: of one round, or of all matches, of which
    `at_once` run side by side."""
    if rules.has_rounds or not rules.at_once:
        return one_match
    opponents = rules.division_size - 1
    matches = {Format.PODS: rules.seats, Format.ROUND_ROBIN: opponents, Format.DOUBLE_ROUND_ROBIN: 2 * opponents}
    return one_match * ceil(matches[rules.format] / rules.at_once)


def pace_problem(rules: SeasonRules, one_match: int, pace: str) -> Text | None:
    """Return why a season of these rules is too short for the pace of this name; None if it isn't. A ladder has no
    end."""
    if rules.format is Format.LADDER:
        return None
    days, needed = rules.round_days if rules.has_rounds else rules.play_days, needed_days(rules, one_match)
    if needed <= days:
        return None
    if rules.has_rounds:
        return _(
            "Pace: “%(pace)s” is too slow. Days per round: %(days)s; needed: %(needed)s.",
            pace=pace, days=days, needed=needed,
        )  # fmt: skip
    return _(
        "Pace: “%(pace)s” is too slow. Days to play: %(days)s; needed: %(needed)s.",
        pace=pace, days=days, needed=needed,
    )  # fmt: skip
