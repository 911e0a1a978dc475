"""The geometry of a graph over time: scales, ticks, paths. A template decides what to draw with them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from math import ceil, floor, log10

MOST_POINTS = 200
SHORTEST = timedelta(hours=1)
LEAST_STEP = 10
LABEL_HEIGHT = 17.0
HALF_DATE = 36


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a moment, give or take `spread`."""

    at: datetime
    value: float
    spread: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing, the margins around its plot, and how many ticks there is room for. `beside`: labels are to
    the right of the last points, where the margin has room for them; else above these, inside the plot."""

    width: int
    height: int
    left: int = 48
    right: int = 12
    top: int = 24
    bottom: int = 28
    most_dates: int = 6
    most_numbers: int = 6
    beside: bool = False

    @property
    def floor(self) -> int:
        """The lower edge of the plot."""
        return self.height - self.bottom

    @property
    def end(self) -> int:
        """The right edge of the plot."""
        return self.width - self.right


NARROW = Frame(340, 240, left=40, right=6, most_dates=3, most_numbers=5)
WIDE = Frame(720, 300, right=120, beside=True)


class Unit(StrEnum):
    """The unit between ticks of time."""

    TIME = "time"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class DateTick:
    """A tick of the axis of time. `x` is formatted for SVG, and so is the side of its words."""

    x: str
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True)
class NumberTick:
    """A tick of the axis of values."""

    y: str
    value: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A line, the band around it, its last point, and where the label of that point begins (`Frame.beside`) or ends."""

    path: str
    band: str
    x: str
    y: str
    label_x: str
    label_y: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything that is drawn, in the units of `frame`. Curves are in the order in which the lines were given."""

    frame: Frame
    unit: Unit
    dates: tuple[DateTick, ...]
    numbers: tuple[NumberTick, ...]
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear map of [`low`, `high`] onto [`start`, `end`]; values outside go to the nearer edge."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)


def draw(lines: Sequence[Sequence[Point]], frame: Frame, zone: tzinfo) -> Graph:
    """Return the graph of `lines`, each of at least one point and in the order of time, with the dates of `zone`.

    The axis of values holds all values and the bands of the last points; wider bands are cut off at its ends.
    """
    first, last = (moment.astimezone(zone) for moment in _span(lines))
    low, high, step = _range(lines, frame.most_numbers)
    x = Scale(0.0, (last - first).total_seconds(), frame.left, frame.end)
    y = Scale(low, high, frame.floor, frame.top)
    unit, dates = date_ticks(first, last, frame.most_dates)
    thinned = [thin(line) for line in lines]
    places = [[(x((p.at - first).total_seconds()), p) for p in line] for line in thinned]
    labels = apart([y(line[-1].value) + (4 if frame.beside else -8) for line in lines], frame)
    return Graph(
        frame,
        unit,
        _readable([_date_tick(x((at - first).total_seconds()), at, frame) for at in dates]),
        tuple(NumberTick(_number(y(value)), value) for value in range(low, high + 1, step)),
        tuple(_curve(line, y, label, frame) for line, label in zip(places, labels, strict=True)),
    )


def thin(points: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """Return at most `most` (4 or more) of `points`: the first, the last, and the lowest and highest of each
    stretch."""
    if len(points) <= most:
        return list(points)
    inner, stretches = points[1:-1], (most - 2) // 2
    kept = [points[0]]
    for number in range(stretches):
        begin, end = number * len(inner) // stretches, (number + 1) * len(inner) // stretches
        indices = range(begin, end)
        extremes = {min(indices, key=lambda i: inner[i].value), max(indices, key=lambda i: inner[i].value)}
        kept += [inner[index] for index in sorted(extremes)]
    return [*kept, points[-1]]


def round_step(span: float, most: int) -> int:
    """Return the least of 10, 20, 50, 100 ... that divides `span` into fewer than `most` steps.

    >>> round_step(90, 6), round_step(700, 6), round_step(0, 6)
    (20, 200, 10)
    """
    step = LEAST_STEP
    while span / step >= most - 1:
        lead = step // 10 ** floor(log10(step))
        step = step * 5 // 2 if lead == 2 else step * 2
    return step


def date_ticks(first: datetime, last: datetime, most: int) -> tuple[Unit, list[datetime]]:
    """Return the finest round moments from `first` to `last`, in their time zone, of which there are at most `most`,
    after their unit; no moments if every unit gives more."""
    for unit, size in _STEPS:
        found: list[datetime] = []
        for moment in _round_moments(first, unit, size):
            if moment > last or len(found) > most:
                break
            found.append(moment)
        if len(found) <= most:
            return unit, found
    return Unit.YEAR, []


def apart(wanted: Sequence[float], frame: Frame) -> list[float]:
    """Return heights of labels near the `wanted` ones, a line of text apart, inside the plot."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = list(wanted)
    lowest = float(frame.top - 8)
    for index in order:
        found[index] = max(found[index], lowest)
        lowest = found[index] + LABEL_HEIGHT
    highest = float(frame.floor - 4)
    for index in reversed(order):
        found[index] = min(found[index], highest)
        highest = found[index] - LABEL_HEIGHT
    return found


_STEPS: tuple[tuple[Unit, int], ...] = (
    *((Unit.TIME, minutes) for minutes in (15, 30, 60, 180, 360)),
    *((Unit.DAY, days) for days in (1, 2, 5, 10)),
    *((Unit.MONTH, months) for months in (1, 2, 3, 6)),
    *((Unit.YEAR, years) for years in (1, 2, 5, 10, 20, 50)),
)


# The share of a date to the left of its tick.
_BEFORE = {"start": 0, "middle": HALF_DATE, "end": 2 * HALF_DATE}


def _round_moments(first: datetime, unit: Unit, size: int) -> Iterator[datetime]:
    """Yield round moments from `first` on."""
    moment = first.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == Unit.TIME:
        while True:
            if moment >= first:
                yield moment
            moment += timedelta(minutes=size)
    if unit == Unit.DAY:
        while True:
            if moment >= first and (moment.day - 1) % size == 0 and moment.day - 1 + size <= 31:
                yield moment
            moment += timedelta(days=1)
    months = moment.year * 12 + (moment.month - 1 if unit == Unit.MONTH else 0)
    size = size if unit == Unit.MONTH else size * 12
    months -= months % size
    while True:
        moment = moment.replace(year=months // 12, month=months % 12 + 1, day=1)
        if moment >= first:
            yield moment
        months += size


def _span(lines: Sequence[Sequence[Point]]) -> tuple[datetime, datetime]:
    first, last = min(line[0].at for line in lines), max(line[-1].at for line in lines)
    missing = max(timedelta(0), SHORTEST - (last - first))
    return first - missing / 2, last + missing / 2


def _range(lines: Sequence[Sequence[Point]], most: int) -> tuple[int, int, int]:
    """Return the lowest and highest round number of the axis, and the step between its ticks."""
    ends = [line[-1] for line in lines]
    values = [point.value for line in lines for point in line]
    low = min([*values, *(point.value - point.spread for point in ends)])
    high = max([*values, *(point.value + point.spread for point in ends)])
    step = round_step(high - low, most)
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    return bottom, max(top, bottom + step), step


def _date_tick(x: float, at: datetime, frame: Frame) -> DateTick:
    anchor = "start" if x < HALF_DATE else "end" if x > frame.width - HALF_DATE else "middle"
    return DateTick(_number(x), at, anchor)


def _readable(ticks: Iterable[DateTick]) -> tuple[DateTick, ...]:
    """Return those of `ticks`, from the left, whose words do not overlap the ones before: at an edge, words are
    shifted."""
    kept, taken = [], 0.0
    for tick in ticks:
        left = float(tick.x) - _BEFORE[tick.anchor]
        if left >= taken:
            kept.append(tick)
            taken = left + 2 * HALF_DATE
    return tuple(kept)


def _curve(places: Sequence[tuple[float, Point]], y: Scale, label: float, frame: Frame) -> Curve:
    above = [(x, y(point.value + point.spread)) for x, point in places]
    below = [(x, y(point.value - point.spread)) for x, point in places]
    line = [(x, y(point.value)) for x, point in places]
    x_end, y_end = line[-1]
    band = _path([*above, *reversed(below)]) + "Z"
    label_x = x_end + 10 if frame.beside else frame.end
    return Curve(_path(line), band, _number(x_end), _number(y_end), _number(label_x), _number(label))


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Return `value` with at most one digit after the point, as SVG takes it in every language."""
    return f"{value:.1f}".removesuffix(".0")
