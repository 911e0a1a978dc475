"""The one source of now, and the paces that the host of a table may choose. `core.clocks.seat_clock` gives them their
meaning."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.conf import conf
from games.core.clocks.personal_pauses import NO_PAUSE_RULES, PauseRules
from games.core.clocks.time_control import TimeControl

_moved: ContextVar[timedelta] = ContextVar("moved", default=timedelta(0))


def now() -> datetime:
    """Return the current moment in UTC, as the whole site sees it.

    Simulations may shift it and, counted from an epoch, speed it up, by settings that every process shares.
    """
    return _site_now() + _moved.get()


@contextmanager
def moved_to(moment: datetime) -> Iterator[None]:
    """Run this block's work at `moment` and just after it. For invented histories such as the demo's, without other
    writers."""
    token = _moved.set(moment - _site_now())
    try:
        yield
    finally:
        _moved.reset(token)


def _site_now() -> datetime:
    moment = time.time() + conf.CLOCK_OFFSET
    if conf.CLOCK_SPEED != 1.0:
        moment = conf.CLOCK_EPOCH + (moment - conf.CLOCK_EPOCH) * conf.CLOCK_SPEED
    return datetime.fromtimestamp(moment, UTC)


@dataclass(frozen=True, slots=True)
class Pace:
    """A time control with a name that the host of a table may choose. `pauses` are its usual ones; only those of
    `allowed_pauses` may be chosen. A sand-glass is for people who sit around one table, and not offered to others."""

    slug: str
    label: Promise
    summary: Promise
    time_control: TimeControl
    pauses: PauseRules = NO_PAUSE_RULES
    allowed_pauses: PauseRules = NO_PAUSE_RULES
    is_sand_glass: bool = False


_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_NONE = timedelta(0)


def _sand_glass(slug: str, label: Promise, summary: Promise, minutes: int) -> Pace:
    """Return a pace with the same time for every turn and every answer, whatever is left of the one before."""
    time = minutes * _MINUTE
    control = TimeControl(bank=time, increment=time, cap=time, reaction=time, challenge=time)
    return Pace(slug, label, summary, control, is_sand_glass=True)


PACES: dict[str, Pace] = {
    pace.slug: pace
    for pace in (
        Pace(
            "standard",
            _("Standard"),
            _("Start with 3 days each, plus 12 hours per turn, up to 5 days"),
            TimeControl(
                bank=3 * _DAY,
                increment=12 * _HOUR,
                cap=5 * _DAY,
                reaction=24 * _HOUR,
                challenge=12 * _HOUR,
            ),
            PauseRules(nights=True, vacations=True),
            PauseRules(nights=True, weekends=True, vacations=True),
        ),
        Pace(
            "fast",
            _("Fast"),
            _("Start with 1 day each, plus 12 hours per turn, up to 2 days"),
            TimeControl(
                bank=1 * _DAY,
                increment=12 * _HOUR,
                cap=2 * _DAY,
                reaction=12 * _HOUR,
                challenge=6 * _HOUR,
            ),
            PauseRules(nights=True),
            PauseRules(nights=True, weekends=True),
        ),
        Pace(
            "live",
            _("Live"),
            _("Start with 5 minutes each, plus 30 seconds per turn: stay at the table"),
            TimeControl(
                bank=5 * _MINUTE,
                increment=_MINUTE / 2,
                cap=5 * _MINUTE,
                reaction=1 * _MINUTE,
                challenge=_MINUTE / 2,
            ),
        ),
        Pace(
            "relaxed",
            _("Relaxed"),
            _("Start with 7 days each, plus 2 days per turn, up to 14 days"),
            TimeControl(
                bank=7 * _DAY,
                increment=2 * _DAY,
                cap=14 * _DAY,
                reaction=48 * _HOUR,
                challenge=24 * _HOUR,
            ),
            PauseRules(nights=True, vacations=True),
            PauseRules(nights=True, weekends=True, vacations=True),
        ),
        Pace(
            "unlimited",
            _("No limit"),
            _("No deadlines, for matches between friends"),
            TimeControl(
                bank=None,
                increment=_NONE,
                cap=_NONE,
                reaction=_NONE,
                challenge=_NONE,
            ),
        ),
        _sand_glass(
            "glass-1", _("Sand-glass, 1 minute"), _("1 minute for each turn, and for each answer to another player"), 1
        ),
        _sand_glass(
            "glass-3",
            _("Sand-glass, 3 minutes"),
            _("3 minutes for each turn, and for each answer to another player"),
            3,
        ),
    )
}
OFFERED = [pace for pace in PACES.values() if not pace.is_sand_glass]  # to the host of an ordinary table
