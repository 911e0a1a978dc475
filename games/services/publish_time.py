"""When a bot's move is published: fixed from public facts before the bot thinks, so that no hidden card shows in it.

Public are the levels that sit at the table, when the decision opened, and when a worker came to it. The *pause* of a
decision follows from the levels that owe it. Its moments are the opening plus one pause, plus two, and so on; the
first that leaves the bots half a pause to think is taken when they begin. See docs/decisions/0006.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games import clock
from games.bots.bot import Bot
from games.bots.levels import LEVELS
from games.models import Match


def pause_of(levels: Iterable[str]) -> timedelta:
    """The pause of a decision that bots of these levels owe: the longest of theirs, and half of every other's, for
    one worker may have to think for all of them."""
    pauses = sorted(map(level_pause, levels), reverse=True)
    factor: float = settings.BOT_PAUSE
    return timedelta(seconds=factor * (sum(pauses[:1]) + sum(pauses[1:]) / 2))


def level_pause(level: str) -> float:
    """The pause of a level alone, in seconds; a level that is not there any more has the usual one."""
    return getattr(LEVELS.get(level), "pause", Bot.pause)


def reserve(match: Match, pause: timedelta) -> None:
    """Bots are about to think: settle when they publish. A worker that comes late takes a later moment."""
    _put_off(match, pause, room=pause / 2)


def clamp(match: Match, pause: timedelta) -> None:
    """A moment is never further ahead than two pauses, unless the clock was set back meanwhile: then it is one pause
    from now."""
    soon = clock.now() + pause
    if match.bot_at is not None and match.bot_at > soon + pause:
        _publish_at(match, soon)


def postpone(match: Match, pause: timedelta) -> bool:
    """Whether the bots thought past their moment, which is put off to the next then."""
    return _put_off(match, pause, room=timedelta(0))


def _put_off(match: Match, pause: timedelta, room: timedelta) -> bool:
    """Move `match.bot_at` on by whole pauses until it is at least `room` away; whether that was necessary."""
    if not pause or match.bot_at is None:
        return False
    short = clock.now() + room - match.bot_at
    if short <= timedelta(0):
        return False
    _publish_at(match, match.bot_at - (-short // pause) * pause)
    return True


def _publish_at(match: Match, moment: datetime) -> None:
    before, match.bot_at = match.bot_at, moment
    Match.objects.filter(pk=match.pk, decision=match.decision, bot_at=before).update(bot_at=moment)
