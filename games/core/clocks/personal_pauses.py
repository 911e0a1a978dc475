"""Pauses that belong to a person: the night in their zone, the weekend, vacations; and which of them a match allows.

Nights and weekends are recurring wall-clock windows, so they are not stored but computed for the requested time. Their
history is kept (`Window`), because what a person chooses later must not change how the time before is counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.core.clocks.pauses import NO_PAUSES, Interval, Pauses

NIGHT = timedelta(hours=8)  # the most; shorter where the clock is set forward in it
CHANGE_DELAY = timedelta(hours=24)  # after which another night or zone may count at the earliest

_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
_WEEK = 7 * _DAY
_SATURDAY = 5
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=1000)
def zone_named(name: str) -> ZoneInfo:
    """Return the time zone; UTC for a name that this machine's tables do not know, so that a clock never stops for
    good."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def wall_clock(zone: ZoneInfo, day: date, hour: int = 0) -> datetime:
    """Return the moment in UTC at which clocks in `zone` first show `hour` o'clock of `day`.

    If the clock is set forward over it, the moment at which it would have come (PEP 495, fold 0); if it is set back,
    the first of the two.
    """
    return datetime.combine(day, time(hour), zone).astimezone(UTC)


class PauseKind(Enum):
    """The reason why a player's time does not count."""

    NIGHT = "night"
    WEEKEND = "weekend"
    VACATION = "vacation"


_KINDS = (PauseKind.VACATION, PauseKind.WEEKEND, PauseKind.NIGHT)  # the first that applies is the one that is shown


@dataclass(frozen=True, slots=True)
class PauseRules:
    """Which pauses suspend the clocks of a match."""

    nights: bool = False
    weekends: bool = False
    vacations: bool = False

    def __bool__(self) -> bool:
        return self.nights or self.weekends or self.vacations

    def within(self, allowed: "PauseRules") -> "PauseRules":
        """Return these rules restricted to what `allowed` allows."""
        return PauseRules(
            self.nights and allowed.nights, self.weekends and allowed.weekends, self.vacations and allowed.vacations
        )


NO_PAUSE_RULES = PauseRules()


@dataclass(frozen=True, slots=True)
class Window:
    """A player's time zone, and the hour of the wall clock at which their night begins (None: no night counts), from
    the moment `since` until the next window."""

    since: datetime
    zone: str
    night_begin: int | None = None

    def nights(self, begin: datetime, end: datetime) -> Iterator[Interval]:
        """Yield the nights that touch the time from `begin` to `end`, in order."""
        if self.night_begin is None:
            return
        zone = zone_named(self.zone)
        day, last = begin.astimezone(zone).date() - _DAY, end.astimezone(zone).date()
        while day <= last:
            dusk = wall_clock(zone, day, self.night_begin)
            dawn_hour = self.night_begin + 8
            dawn = wall_clock(zone, day + _DAY * (dawn_hour // 24), dawn_hour % 24)
            dawn = min(dawn, dusk + NIGHT)
            if dusk < dawn and dusk < end and dawn > begin:  # not the night of a day that the zone left out
                yield dusk, dawn
            day += _DAY

    def weekends(self, begin: datetime, end: datetime) -> Iterator[Interval]:
        """Yield the weekends, from Saturday to Monday, that touch the time from `begin` to `end`, in order."""
        zone = zone_named(self.zone)
        day, last = begin.astimezone(zone).date() - _WEEK, end.astimezone(zone).date()
        day += _DAY * ((_SATURDAY - day.weekday()) % 7)
        while day <= last:
            saturday, monday = wall_clock(zone, day), wall_clock(zone, day + 2 * _DAY)
            if saturday < end and monday > begin:
                yield saturday, monday
            day += _WEEK

    def is_workday(self, moment: datetime) -> bool:
        """Return whether it is Monday to Friday there."""
        return moment.astimezone(zone_named(self.zone)).weekday() < _SATURDAY


@dataclass(frozen=True, slots=True)
class PersonalPauses:
    """The choices of a player: `windows` ascending in time, of which the first holds from the beginning, and
    `vacations`, each with an end. `automatic`: they want a day of vacation to begin rather than be late; it is not kept
    with a seat, as a seat cannot be late without asking."""

    windows: tuple[Window, ...] = ()
    vacations: tuple[Interval, ...] = ()
    automatic: bool = False

    def spans(self, begin: datetime, end: datetime) -> Iterator[tuple[Window, datetime, datetime]]:
        """Yield the windows that hold between `begin` and `end`, each with the part of that time in which it does."""
        for place, window in enumerate(self.windows):
            since = begin if place == 0 else max(begin, window.since)
            until = min(end, self.windows[place + 1].since) if place + 1 < len(self.windows) else end
            if since < until:
                yield window, since, until

    def since(self, moment: datetime) -> "PersonalPauses":
        """Return what is needed to compute the pauses from `moment` on."""
        past = sum(window.since <= moment for window in self.windows)
        vacations = tuple((begin, end) for begin, end in self.vacations if end > moment)
        return PersonalPauses(self.windows[max(0, past - 1) :], vacations)

    def within(self, rules: PauseRules) -> "PersonalPauses | None":
        """Return those that `rules` allow, or None if that is nothing. Without a window, weekends are those of UTC."""
        windows = self.windows if rules.nights or rules.weekends else ()
        if rules.weekends:
            windows = windows or (Window(_BEGINNING, "UTC"),)
        elif all(window.night_begin is None for window in windows):
            windows = ()
        vacations = self.vacations if rules.vacations else ()
        return PersonalPauses(windows, vacations) if windows or vacations else None

    def as_json(self) -> dict[str, Any]:
        """Return the value that is stored; `from_json` reads it."""
        return {
            "windows": [[window.since.isoformat(), window.zone, window.night_begin] for window in self.windows],
            "vacations": [[begin.isoformat(), end.isoformat()] for begin, end in self.vacations],
        }

    @classmethod
    def from_json(cls, value: Any) -> "PersonalPauses":
        """Return the pauses that `as_json` stored as `value`; raises `ValueError` if it cannot have made `value`."""
        try:
            windows = [_window(*given) for given in value["windows"]]
            vacations = [(_moment(begin), _moment(end)) for begin, end in value["vacations"]]
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise ValueError(f"these are no pauses: {value!r}") from error
        return cls(tuple(windows), tuple(vacations))


def _window(since: str, zone: str, night_begin: int | None) -> Window:
    if night_begin is not None and (type(night_begin) is not int or night_begin not in range(24)):
        raise ValueError(f"no hour: {night_begin!r}")
    if not isinstance(zone, str):
        raise ValueError(f"no zone: {zone!r}")
    return Window(_moment(since), zone, night_begin)


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not 1970 <= moment.year < 9000:
        raise ValueError(f"no moment: {text}")
    return moment


@dataclass(frozen=True, slots=True)
class SeatPauses:
    """The pauses of one seat: those of `person` as far as `rules` allow them, and `others` that are known, such as an
    outage. A `PauseSchedule`.

    Every week has running hours, and vacations end, so every computation terminates.
    """

    rules: PauseRules
    person: PersonalPauses
    others: Pauses = NO_PAUSES

    def of_kind(self, kind: PauseKind, begin: datetime, end: datetime) -> Iterator[Interval]:
        """Yield the pauses of one kind that touch the time from `begin` to `end`, cut off where another window
        begins."""
        if kind == PauseKind.VACATION:
            if self.rules.vacations:
                yield from (vacation for vacation in self.person.vacations if vacation[0] < end and vacation[1] > begin)
            return
        if not (self.rules.nights if kind == PauseKind.NIGHT else self.rules.weekends):
            return
        longest = _DAY if kind == PauseKind.NIGHT else 3 * _DAY  # wide enough to see each pause whole
        for window, since, until in self.person.spans(begin - longest, end + longest):
            pauses = window.nights if kind == PauseKind.NIGHT else window.weekends
            for dusk, dawn in pauses(since, until):
                if (cut := (max(dusk, since), min(dawn, until)))[0] < end and cut[1] > begin:
                    yield cut

    def between(self, begin: datetime, end: datetime) -> Pauses:
        """Return the parts of the pauses that lie between `begin` and `end`."""
        own = [interval for kind in _KINDS for interval in self.of_kind(kind, begin, end)]
        return Pauses.of(*own, *self.others.intervals).between(begin, end)

    def running_time(self, begin: datetime, end: datetime) -> timedelta:
        """Return the time from `begin` to `end` without the pauses; zero if `end` is not after `begin`."""
        return self.between(begin, end).running_time(begin, end)

    def after(self, moment: datetime, time: timedelta) -> datetime:
        """Return the first moment by which `time` has run since `moment`, pauses left out."""
        ahead = time * 2 + _DAY  # as a rule enough: nights leave two thirds of a week, weekends five days of it
        while True:
            found = self.between(moment, moment + ahead).after(moment, time)
            if found <= moment + ahead:
                return found
            ahead *= 2  # later pauses were not computed

    def plus(self, other: Pauses) -> "SeatPauses":
        """Return the union with `other`."""
        return replace(self, others=self.others.plus(other))

    def at(self, moment: datetime) -> tuple[PauseKind, datetime] | None:
        """Return why time does not count at `moment`, and until when that reason holds; None if time counts."""
        for kind in _KINDS:
            for begin, end in self.of_kind(kind, moment, moment + _HOUR):
                if begin <= moment < end:
                    return kind, end
        return None


def takes_effect(old: Window, new: Window, moment: datetime) -> datetime:
    """Return when `new`, chosen at `moment` in place of `old`, takes effect.

    A day later at the earliest, so that going to bed never averts a loss on time; and when the next night of `old`
    would begin, so that 16 hours have run since the last one (15 where clocks are set). A new zone comes between Monday
    and Friday of both zones, so that every week has one weekend. However often it changes, at most eight of any 24
    hours are night.
    """
    for begin in _possible_begins(old, moment + CHANGE_DELAY):
        if old.zone == new.zone or (old.is_workday(begin) and new.is_workday(begin)):
            return begin
    raise AssertionError("every week has workdays")


def _possible_begins(old: Window, earliest: datetime) -> Iterator[datetime]:
    latest = earliest + 2 * _WEEK
    if old.night_begin is not None:
        return (dusk for dusk, _dawn in old.nights(earliest, latest) if dusk >= earliest)
    return (earliest + hours * _HOUR for hours in range(2 * 7 * 24))


def with_change(windows: Sequence[Window], new: Window, moment: datetime) -> tuple[Window, ...]:
    """Return `windows` (at least one) after their owner chose the zone and night of `new` at `moment`. A pending change
    is dropped; `new` follows once it `takes_effect`, or immediately if nothing differs."""
    held = tuple(window for place, window in enumerate(windows) if place == 0 or window.since <= moment)
    current = held[-1]
    if (current.zone, current.night_begin) == (new.zone, new.night_begin):
        return held
    return (*held, replace(new, since=takes_effect(current, new, moment)))
