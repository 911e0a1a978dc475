"""The times that people take to answer, as histograms over fixed logarithmic buckets that can be added up."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from math import log2

from games.core.engine import ending
from games.core.engine.events import EventKind

MOST = 400
"""From this many answers of one account on, older ones count half."""
PER_DOUBLING = 2
"""Buckets in which a time doubles: each is about 41 % longer than the one before."""
BUCKETS = 45
"""The first bucket is everything below a second, the last everything from 2 ** 21.5 seconds, about 34 days."""

Histogram = tuple[int, ...]
"""How many times fell into each bucket; buckets missing at the end are zero."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A stored event as far as replies are concerned. `actor` is the account that decided; None for bots, defaults and
    chance."""

    ply: int
    kind: str
    seat: int | None
    text: str
    actor: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class SealedReply:
    """The answer that counted of one seat in the window that opened at ply `window`."""

    window: int
    seat: int
    actor: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """The moment of a decision of an account, and the time that it took."""

    at: datetime
    took: timedelta


def replies(lines: Iterable[LogLine], sealed: Iterable[SealedReply], started_at: datetime) -> dict[int, list[Reply]]:
    """Return when each account made each of its decisions in a match, from its log in order and all sealed answers.

    A decision falls due with the move or chance event before it, but not before its account took the seat over. In a
    window the moment of each answer counts, not that of its end. Decisions of bots and defaults are left out.
    """
    windows: dict[int, list[SealedReply]] = defaultdict(list)
    for answer in sealed:
        windows[answer.window].append(answer)
    found: dict[int, list[Reply]] = defaultdict(list)
    seated: dict[int | None, datetime] = {}
    due, due_at, closing = 0, started_at, 0

    def add(seat: int | None, actor: int | None, at: datetime) -> None:
        if actor is not None:
            found[actor].append(Reply(at, max(timedelta(0), at - max(due_at, seated.get(seat, due_at)))))

    for line in lines:
        if line.kind == EventKind.SITE:
            if line.text == ending.TAKEN_OVER:
                seated[line.seat] = line.at
            continue
        if line.kind == EventKind.MOVE:
            if not closing and due in windows:
                closing = len(windows[due])
                for answer in windows[due]:
                    add(answer.seat, answer.actor, answer.at)
            if closing:
                closing -= 1
            else:
                add(line.seat, line.actor, line.at)
        if not closing:
            due, due_at = line.ply + 1, line.at
    return dict(found)


def bucket(time: timedelta) -> int:
    """Return the bucket that `time` falls into.

    >>> bucket(timedelta(0)), bucket(timedelta(seconds=1)), bucket(timedelta(seconds=2)), bucket(timedelta(days=400))
    (0, 1, 3, 44)
    """
    seconds = time.total_seconds()
    return 0 if seconds < 1 else min(BUCKETS - 1, 1 + int(PER_DOUBLING * log2(seconds)))


def bounds(index: int) -> tuple[float, float]:
    """Return the seconds from which, and up to which, a bucket reaches; the last one ends where a further one would.

    >>> bounds(0), bounds(1)[0], bounds(3)[0]
    ((0.0, 1.0), 1.0, 2.0)
    """
    edge = 2.0 ** (index / PER_DOUBLING)
    return (0.0, edge) if index == 0 else (2.0 ** ((index - 1) / PER_DOUBLING), edge)


def histogram(times: Iterable[timedelta]) -> Histogram:
    """Return how many of `times` fall into each bucket, up to the last that is not empty.

    >>> histogram([timedelta(0), timedelta(seconds=1), timedelta(seconds=1)])
    (1, 2)
    """
    counts = [0] * BUCKETS
    for time in times:
        counts[bucket(time)] += 1
    while counts and not counts[-1]:
        counts.pop()
    return tuple(counts)


def merge(histograms: Iterable[Sequence[int]]) -> Histogram:
    """Return the sum of several histograms.

    >>> merge([(1,), (0, 2), ()])
    (1, 2)
    """
    return tuple(sum(column) for column in zip_longest(*histograms, fillvalue=0))


def quantile(counts: Sequence[int], share: float) -> timedelta | None:
    """Return the time within which `share` (0 to 1) of the counted replies came; None if there are none.

    Within its bucket a time is interpolated on the logarithm, in the first on the time itself.

    >>> quantile((10,), 0.5)
    datetime.timedelta(microseconds=500000)
    """
    wanted, before = share * sum(counts), 0
    for index, count in enumerate(counts):
        if count and before + count >= wanted:
            low, high = bounds(index)
            part = max(0.0, wanted - before) / count
            return timedelta(seconds=part * high if low == 0 else low * (high / low) ** part)
        before += count
    return None


def quartiles(counts: Sequence[int]) -> Mapping[int, timedelta]:
    """Return the times within which 25, 50 and 75 % of the replies came, by these numbers; empty if there are none."""
    found = {percent: quantile(counts, percent / 100) for percent in (25, 50, 75)}
    return {percent: time for percent, time in found.items() if time is not None}


def add_hours(counts: Sequence[int], moments: Iterable[datetime]) -> list[int]:
    """Return `counts`, the answers of one account in each hour of the day (UTC), with `moments` added. From `MOST`
    answers on, the older ones count half, so that habits may change.

    >>> add_hours([0] * 24, [datetime(2026, 11, 27, 19, 30, tzinfo=UTC)])[18:21]
    [0, 1, 0]
    """
    found = list(counts) if sum(counts) < MOST else [count // 2 for count in counts]
    for moment in moments:
        found[moment.astimezone(UTC).hour] += 1
    return found


def parse(stored: object) -> Histogram:
    """Return a stored list of counts; raises ValueError for anything else.

    >>> parse([0, 3])
    (0, 3)
    """
    if not isinstance(stored, Collection) or isinstance(stored, str) or len(stored) > BUCKETS:
        raise ValueError(f"{stored!r} is no histogram")
    counts = tuple(stored)
    if not all(type(count) is int and count >= 0 for count in counts):
        raise ValueError(f"{stored!r} is no histogram")
    return counts
