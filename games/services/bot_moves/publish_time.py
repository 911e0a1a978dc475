"""The publication time of a bot's move, fixed from public facts before the bot thinks, so that it reveals no hidden
card.

Public facts are the levels at the table, when the decision opened, and when a worker took it. The *pause* of a decision
follows from the levels that owe it. Its moments are the opening plus one pause, plus two, and so on; the first that
leaves the bots half a pause to think is taken when they begin. See docs/decisions/0006.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games import clock
from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.chance import sealing_keys
from games.conf import conf
from games.core.clocks import bot_turn
from games.core.title.game import Game
from games.models import BotTurn


def pause_of(levels: Iterable[str], game: Game | None = None) -> timedelta:
    """Return the pause of a decision that bots of these levels owe: the longest pause of these levels, plus half of
    each other one, as one worker may have to think for all of them; for several not more than the title allows. Answers
    in advance need no thinking, but wait for the bots, whose timing must not reveal them. Without bots they take the
    usual pause in total."""
    named = list(levels)
    pauses = sorted((level_pause(level, game) for level in named if level != bot_turn.IN_ADVANCE), reverse=True)
    seconds = sum(pauses[:1]) + sum(pauses[1:]) / 2
    if not pauses and named:
        seconds = Bot.pause
    if game is not None and game.window_pause is not None and len(pauses) > 1:
        seconds = min(seconds, game.window_pause)
    return timedelta(seconds=conf.BOT_PAUSE * seconds)


def level_pause(level: str, game: Game | None = None) -> float:
    """Return the pause of a level alone, in seconds, in a title that may have its own; a level that no longer exists
    has the usual one."""
    own = None if game is None else game.pause(level)
    if own is not None:
        return own
    return getattr(LEVELS.get(level), "pause", Bot.pause)


def reserve(turns: Sequence[BotTurn], pause: timedelta) -> None:
    """Fix when bots that are about to think will publish. A late worker takes a later moment."""
    _publish_at(turns, bot_turn.reserve(turns[0].publish_at, pause, clock.now()))


def clamp(turns: Sequence[BotTurn], pause: timedelta) -> None:
    """Correct a moment that is far away because the clock was set back meanwhile."""
    _publish_at(turns, bot_turn.clamp(turns[0].publish_at, pause, clock.now()))


def postpone(turns: Sequence[BotTurn], pause: timedelta) -> bool:
    """Put the moment off to the next if the bots thought past it; return whether they did."""
    return _publish_at(turns, bot_turn.postpone(turns[0].publish_at, pause, clock.now()))


def _publish_at(turns: Sequence[BotTurn], moment: datetime) -> bool:
    """Set the moment of all `turns`, the open rows of one decision, which have the same; return whether it changed."""
    before = turns[0].publish_at
    if moment == before:
        return False
    keys = sealing_keys([turns[0].match_id])
    for turn in turns:
        turn.publish_at, known = moment, turn.macs
        turn.renew_seals(keys[turn.match_id])
        # Without the match's lock: only what is still as it was read.
        row = BotTurn.objects.filter(pk=turn.pk, closed_at=None, publish_at=before, macs=known)
        row.update(publish_at=moment, macs=turn.macs)
    return True
