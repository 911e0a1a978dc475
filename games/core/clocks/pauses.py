"""Intervals in which time does not count: nights, weekends, vacations, an outage of the site.

Pauses are a union: where two of them overlap, the time is left out once. They suspend a clock and never add time.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

Interval = tuple[datetime, datetime]

_ZERO = timedelta(0)


class PauseSchedule(Protocol):
    """Pauses as far ahead as anybody asks: a finite union (`Pauses`), or ones that come again every night."""

    def running_time(self, begin: datetime, end: datetime) -> timedelta:
        """Return the time from `begin` to `end` without the pauses; zero if `end` is not after `begin`."""
        ...

    def after(self, moment: datetime, time: timedelta) -> datetime:
        """Return the first moment by which `time` has run since `moment`, pauses left out."""
        ...

    def between(self, begin: datetime, end: datetime) -> "Pauses":
        """Return the parts of the pauses that lie between `begin` and `end`."""
        ...

    def plus(self, other: "Pauses") -> "PauseSchedule":
        """Return the union with `other`."""
        ...


@dataclass(frozen=True, slots=True)
class Pauses:
    """A union of half-open intervals [begin, end). Made by `of`; `intervals` are disjoint and ascend."""

    intervals: tuple[Interval, ...] = ()

    @classmethod
    def of(cls, *intervals: Interval) -> "Pauses":
        """Return the union of `intervals`, which may overlap, touch, be empty, and come in any order."""
        merged: list[Interval] = []
        for begin, end in sorted(interval for interval in intervals if interval[0] < interval[1]):
            if merged and begin <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((begin, end))
        return cls(tuple(merged))

    def running_time(self, begin: datetime, end: datetime) -> timedelta:
        """Return the time from `begin` to `end` without the pauses; zero if `end` is not after `begin`."""
        if end <= begin:
            return _ZERO
        paused = (max(_ZERO, min(end, until) - max(begin, since)) for since, until in self.intervals)
        return end - begin - sum(paused, _ZERO)

    def after(self, moment: datetime, time: timedelta) -> datetime:
        """Return the first moment by which `time` has run since `moment`, pauses left out."""
        for begin, end in self.intervals:
            if end <= moment:
                continue
            until_pause = max(_ZERO, begin - moment)
            if time <= until_pause:
                break
            time -= until_pause
            moment = end
        return moment + time

    def between(self, begin: datetime, end: datetime) -> "Pauses":
        """Return the parts of the pauses that lie between `begin` and `end`."""
        return Pauses.of(*[(max(begin, since), min(end, until)) for since, until in self.intervals])

    def plus(self, other: "Pauses") -> "Pauses":
        """Return the union of both."""
        return Pauses.of(*self.intervals, *other.intervals)

    def minus(self, other: "Pauses") -> "Pauses":
        """Return the parts of these pauses that no pause of `other` covers."""
        left: list[Interval] = []
        for begin, end in self.intervals:
            for since, until in other.intervals:
                if until <= begin:
                    continue
                if since >= end:
                    break
                left.append((begin, since))
                begin = max(begin, until)
            left.append((begin, end))
        return Pauses.of(*left)


NO_PAUSES = Pauses()
