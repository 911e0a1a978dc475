"""The one source of now, and the arithmetic of time banks.

Banks are counted as whole milliseconds. A capped Fischer clock: after a turn the bank is
min(cap, bank - used + increment); the increment comes once per turn, not once per part of it.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.state import CHALLENGE, REACTION, TURN


def now() -> datetime:
    """The current moment in UTC, as the whole site sees it.

    Simulations may shift it and, counted from an epoch, speed it up, by settings that every process shares.
    """
    moment = time.time() + settings.CLOCK_OFFSET
    if settings.CLOCK_SPEED != 1.0:
        moment = settings.CLOCK_EPOCH + (moment - settings.CLOCK_EPOCH) * settings.CLOCK_SPEED
    return datetime.fromtimestamp(moment, UTC)


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a match gives: a bank per seat, and limits of their own for answers to others' moves.

    `bank` is None for no limit at all.
    """

    slug: str
    label: Promise
    summary: Promise
    bank: timedelta | None
    increment: timedelta
    cap: timedelta
    reaction: timedelta
    challenge: timedelta

    def limit(self, response: int) -> timedelta | None:
        """The limit of one decision, where `response` is what `State.response()` says; None on the bank's time."""
        if self.bank is None or response == TURN:
            return None
        return {REACTION: self.reaction, CHALLENGE: self.challenge}[response]

    def after_turn(self, bank: timedelta, *, used: timedelta, credit: bool) -> timedelta:
        """The bank after a decision that took `used`; `credit` when it is the seat's first in this turn.

        >>> pace, day = PACES["standard"], timedelta(days=1)
        >>> str(pace.after_turn(3 * day, used=day, credit=True))  # 12 hours more for the turn
        '2 days, 12:00:00'
        >>> pace.after_turn(day, used=2 * day, credit=False) == timedelta(0)
        True
        """
        left = max(timedelta(0), bank - used)
        return min(self.cap, left + self.increment) if credit else left


_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_NONE = timedelta(0)

PACES: dict[str, Pace] = {
    pace.slug: pace
    for pace in (
        Pace(
            "standard",
            _("Standard"),
            _("3 days each to start with, 12 hours more for every turn, never above 5 days"),
            3 * _DAY,
            12 * _HOUR,
            5 * _DAY,
            24 * _HOUR,
            12 * _HOUR,
        ),
        Pace(
            "fast",
            _("Fast"),
            _("1 day each to start with, 12 hours more for every turn, never above 2 days"),
            1 * _DAY,
            12 * _HOUR,
            2 * _DAY,
            12 * _HOUR,
            6 * _HOUR,
        ),
        Pace(
            "live",
            _("Live"),
            _("5 minutes each to start with, 30 seconds more for every turn: stay at the table"),
            5 * _MINUTE,
            _MINUTE / 2,
            5 * _MINUTE,
            1 * _MINUTE,
            _MINUTE / 2,
        ),
        Pace(
            "relaxed",
            _("Relaxed"),
            _("7 days each to start with, 2 days more for every turn, never above 14 days"),
            7 * _DAY,
            2 * _DAY,
            14 * _DAY,
            48 * _HOUR,
            24 * _HOUR,
        ),
        Pace(
            "unlimited",
            _("No limit"),
            _("No deadlines at all, for matches among friends"),
            None,
            _NONE,
            _NONE,
            _NONE,
            _NONE,
        ),
    )
}
