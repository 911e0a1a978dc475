"""Pauses are unions of intervals. The oracle counts minute by minute."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.clocks.pauses import NO_PAUSES, Pauses

EPOCH = datetime(2030, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LAST = 60  # minutes that the tests look at

minutes = st.integers(0, LAST)
unions = st.lists(st.tuples(minutes, minutes), max_size=5)


def at(minute):
    return EPOCH + minute * MINUTE


def pauses(*intervals):
    """Pauses by minutes."""
    return Pauses.of(*[(at(begin), at(end)) for begin, end in intervals])


def paused_minutes(intervals):
    """The minutes that any of the intervals covers."""
    return {minute for begin, end in intervals for minute in range(begin, end)}


@pytest.mark.parametrize(
    ("intervals", "union"),
    [
        ([], []),
        ([(3, 3)], []),
        ([(5, 3)], []),
        ([(1, 2), (2, 4)], [(1, 4)]),
        ([(6, 9), (1, 2)], [(1, 2), (6, 9)]),
        ([(1, 9), (2, 3), (8, 10)], [(1, 10)]),
    ],
)
def test_intervals_are_merged(intervals, union):
    assert pauses(*intervals).intervals == tuple((at(begin), at(end)) for begin, end in union)


@pytest.mark.parametrize(
    ("moment", "time", "end"),
    [
        (0, 5, 5),  # up to the pause itself: the time is used up as it begins
        (0, 6, 11),
        (7, 0, 7),
        (7, 1, 11),  # within the pause nothing runs
        (10, 2, 12),
        (0, 15, 25),  # across both pauses
    ],
)
def test_time_stands_still_in_a_pause(moment, time, end):
    assert pauses((5, 10), (15, 20)).after(at(moment), time * MINUTE) == at(end)


@given(unions, minutes, minutes)
def test_running_time_is_counted_minute_by_minute(intervals, begin, end):
    counted = set(range(begin, end)) - paused_minutes(intervals)
    assert pauses(*intervals).running_time(at(begin), at(end)) == len(counted) * MINUTE


@given(unions, minutes, minutes)
def test_after_is_the_first_moment_by_which_the_time_has_run(intervals, moment, time):
    union = pauses(*intervals)
    end = union.after(at(moment), time * MINUTE)
    assert union.running_time(at(moment), end) == time * MINUTE
    assert end == at(moment) or union.running_time(at(moment), end - MINUTE) < time * MINUTE


@given(unions, minutes, minutes)
def test_a_pause_never_adds_more_than_its_length(intervals, moment, time):
    added = pauses(*intervals).after(at(moment), time * MINUTE) - (at(moment) + time * MINUTE)
    assert timedelta(0) <= added <= len(paused_minutes(intervals)) * MINUTE


@given(unions, unions)
def test_minus_leaves_what_the_other_does_not_cover(intervals, others):
    left = pauses(*intervals).minus(pauses(*others))
    found = {minute for minute in range(LAST) if left.running_time(at(minute), at(minute + 1)) == timedelta(0)}
    assert found == paused_minutes(intervals) - paused_minutes(others)


def test_without_pauses_all_time_runs():
    assert NO_PAUSES.running_time(at(1), at(4)) == 3 * MINUTE
    assert NO_PAUSES.running_time(at(4), at(1)) == timedelta(0)
    assert NO_PAUSES.after(at(1), 3 * MINUTE) == at(4)
