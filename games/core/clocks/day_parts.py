"""The part of the day at which a player usually answers: coarse, and only where it is clear."""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final

HOURS: Final = 24
LEAST: Final = 20  # answers of one person; fewer say nothing
CLEAR: Final = 0.5  # the share of all answers from which on a part of the day is the usual one


class DayPart(Enum):
    """A quarter of a day, by the hour in which it begins."""

    NIGHT = 0
    MORNING = 6
    AFTERNOON = 12
    EVENING = 18


def usual_part(people: Collection[Sequence[int]], offset: int) -> DayPart | None:
    """Return the part of the day in which `people` usually answer; None if it is not clear, or too little is known.

    Each of `people` lists how many answers came in each hour of the day, in UTC; the local clock is `offset` hours
    ahead. Everybody counts alike, however much they have played.

    >>> evenings = [0] * 19 + [30] + [0] * 4
    >>> usual_part([evenings], 0), usual_part([evenings], -3), usual_part([[1] * 24], 0)
    (<DayPart.EVENING: 18>, <DayPart.AFTERNOON: 12>, None)
    """
    shares = dict.fromkeys(DayPart, 0.0)
    known = [hours for hours in people if sum(hours) >= LEAST]
    for hours in known:
        for hour, answers in enumerate(hours):
            shares[_part_at((hour + offset) % HOURS)] += answers / sum(hours) / len(known)
    part = max(shares, key=lambda each: shares[each])
    return part if shares[part] >= CLEAR else None


def _part_at(hour: int) -> DayPart:
    return DayPart(hour - hour % 6)
