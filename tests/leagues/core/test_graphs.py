"""Scales, ticks and paths of graphs."""

import random
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from leagues.core.graphs import HALF_DATE, NARROW, WIDE, Point, Unit, apart, date_ticks, draw, round_step, thin

START = datetime(2026, 3, 14, 15, 30, tzinfo=UTC)


def line(*values, spread=0.0, step=timedelta(days=1)):
    return [Point(START + number * step, value, spread) for number, value in enumerate(values)]


def numbers(path):
    return [float(found) for found in re.findall(r"-?[\d.]+", path)]


def test_a_line_goes_from_edge_to_edge_and_higher_values_are_higher():
    graph = draw([line(1000, 1100, 1050)], WIDE, UTC)
    (curve,) = graph.curves
    coordinates = numbers(curve.path)
    assert (coordinates[0], coordinates[-2]) == (WIDE.left, WIDE.end)
    assert coordinates[3] < coordinates[5] < coordinates[1]
    assert (float(curve.x), float(curve.y)) == tuple(coordinates[-2:])


def test_values_have_round_ticks_that_hold_all_of_them():
    graph = draw([line(1013, 1187)], WIDE, UTC)
    values = [tick.value for tick in graph.numbers]
    assert values == [1000, 1050, 1100, 1150, 1200]
    heights = [float(tick.y) for tick in graph.numbers]
    assert heights == sorted(heights, reverse=True)
    assert (heights[0], heights[-1]) == (WIDE.floor, WIDE.top)


def test_the_band_of_the_last_point_fits_and_wider_ones_are_cut():
    points = [Point(START, 1000, 600), Point(START + timedelta(days=9), 1200, 100)]
    graph = draw([points], WIDE, UTC)
    assert graph.numbers[0].value <= 1000
    assert 1300 <= graph.numbers[-1].value < 1600
    heights = numbers(graph.curves[0].band)[1::2]
    assert min(heights) == WIDE.top
    assert max(heights) == WIDE.floor


@pytest.mark.parametrize("frame", [NARROW, WIDE])
def test_one_match_gives_a_graph_too(frame):
    graph = draw([line(1000)], frame, UTC)
    assert float(graph.curves[0].x) == pytest.approx((frame.left + frame.end) / 2)
    assert graph.dates
    assert len(graph.numbers) >= 2


@pytest.mark.parametrize("seed", range(20))
def test_everything_stays_inside_whatever_is_drawn(seed):
    rng = random.Random(seed)
    step = timedelta(minutes=rng.choice([1, 90, 5000, 90000]))
    lines = [
        line(*(rng.uniform(-300, 3000) for _point in range(rng.randint(1, 400))), spread=rng.uniform(0, 700), step=step)
        for _line in range(rng.randint(1, 4))
    ]
    for frame in (NARROW, WIDE):
        graph = draw(lines, frame, UTC)
        assert len(graph.curves) == len(lines)
        for curve in graph.curves:
            found = numbers(curve.path) + numbers(curve.band)
            assert all(frame.left <= x <= frame.end for x in found[::2])
            assert all(frame.top <= y <= frame.floor for y in found[1::2])
            assert 0 < float(curve.label_y) <= frame.floor
        assert 2 <= len(graph.numbers) <= frame.most_numbers + 1
        assert len(graph.dates) <= frame.most_dates
        assert all(frame.left <= float(tick.x) <= frame.end for tick in graph.dates)


@pytest.mark.parametrize(
    ("length", "unit"),
    [
        (timedelta(hours=1), Unit.TIME),
        (timedelta(days=1), Unit.TIME),
        (timedelta(days=3), Unit.DAY),
        (timedelta(days=40), Unit.DAY),
        (timedelta(days=100), Unit.MONTH),
        (timedelta(days=700), Unit.MONTH),
        (timedelta(days=3000), Unit.YEAR),
    ],
)
@pytest.mark.parametrize("most", [3, 6])
def test_dates_are_round_and_few_but_never_none(length, unit, most):
    found, ticks = date_ticks(START, START + length, most)
    assert 1 <= len(ticks) <= most
    assert all(START <= tick <= START + length for tick in ticks)
    if most == 6:
        assert found == unit
    if found != Unit.TIME:
        assert all((tick.hour, tick.minute) == (0, 0) for tick in ticks)
    if found in (Unit.MONTH, Unit.YEAR):
        assert all(tick.day == 1 for tick in ticks)


def test_every_length_has_a_tick():
    for days in range(1, 4000, 7):
        for most in (3, 6):
            assert date_ticks(START, START + timedelta(days=days), most)[1], (days, most)


@pytest.mark.parametrize("frame", [NARROW, WIDE])
def test_dates_of_an_axis_do_not_run_into_each_other_or_out_of_the_drawing(frame):
    text = 2 * HALF_DATE  # as wide as the longest date
    before = {"start": 0, "middle": text / 2, "end": text}
    for days in range(30, 1200):
        drawn = draw([[Point(START, 1500), Point(START + timedelta(days=days), 1500)]], frame, UTC)
        lefts = [float(tick.x) - before[tick.anchor] for tick in drawn.dates]
        assert all(right - left >= text for left, right in pairwise(lefts)), (days, lefts)
        assert lefts[0] >= 0, (days, lefts)
        assert lefts[-1] + text <= frame.width, (days, lefts)


def test_steps_are_one_two_or_five_times_a_power_of_ten():
    assert [round_step(span, 6) for span in (1, 49, 50, 99, 100, 250, 500, 999, 1001)] == [
        10, 10, 20, 20, 50, 100, 200, 200, 500,
    ]  # fmt: skip


def test_thinning_keeps_the_ends_and_the_peaks():
    points = line(*([1000.0] * 5000))
    points[3210] = Point(points[3210].at, 2000)
    points[1234] = Point(points[1234].at, 10)
    kept = thin(points)
    assert len(kept) <= 200
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert points[3210] in kept
    assert points[1234] in kept
    assert kept == sorted(kept, key=lambda point: point.at)
    assert thin(points[:200]) == points[:200]


def test_labels_are_apart_and_inside():
    found = apart([100.0, 101.0, 100.0, 290.0, 500.0], WIDE)
    ordered = sorted(found)
    assert all(second - first >= 17 for first, second in pairwise(ordered))
    assert ordered[-1] <= WIDE.floor
    assert found[4] > found[3]
    assert apart([60.0], WIDE) == [60.0]
