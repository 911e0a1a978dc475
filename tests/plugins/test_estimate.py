"""How long a run still takes follows from what its tests are known to take, and from its own pace."""

import pytest

from tests.plugins.durations import unit_of
from tests.plugins.estimate import Estimate


def started(expected, workers=2, trusted=True):
    return Estimate(expected, unit_of, workers, trusted, began=100.0)


def test_the_workers_share_the_rest():
    estimate = started({"a::1": 30.0, "a::2": 30.0, "a::3": 30.0, "a::4": 30.0})
    assert estimate.seconds_left(100.0) == 60.0
    assert started({"a::1": 30.0, "a::2": 30.0}, workers=1).seconds_left(100.0) == 60.0


def test_a_test_and_a_group_are_not_shared():
    assert started({"a::1": 10.0, "b::1": 90.0}).seconds_left(100.0) == 90.0
    assert started({"a::1": 10.0, "b::1@g": 45.0, "b::2@g": 45.0}).seconds_left(100.0) == 90.0


def test_a_run_at_the_pace_of_the_last_one_comes_closer_to_its_end_by_a_second_a_second():
    estimate = started({"a::1": 30.0, "a::2": 30.0, "a::3": 30.0, "a::4": 30.0})
    estimate.start("a::1", 100.0)
    estimate.start("a::2", 100.0)
    assert estimate.seconds_left(110.0) == 50.0
    assert estimate.share(110.0) == pytest.approx(20 / 120)
    estimate.finish("a::1")
    estimate.finish("a::2")
    assert estimate.seconds_left(130.0) == 30.0
    assert estimate.share(130.0) == 0.5


def test_a_slower_run_takes_longer():
    estimate = started({"a::1": 30.0, "a::2": 60.0}, workers=1)
    estimate.start("a::1", 100.0)
    estimate.finish("a::1")
    # 90 seconds for 30, and 30 seconds of trust in the last run: twice as slow as expected.
    assert estimate.seconds_left(190.0) == 120.0


def test_a_test_that_takes_longer_than_expected_has_no_less_than_nothing_left():
    estimate = started({"a::1": 10.0}, workers=1)
    estimate.start("a::1", 100.0)
    assert estimate.seconds_left(150.0) == 0.0
    assert estimate.share(150.0) == 1.0


def test_without_known_durations_no_time_is_shown():
    estimate = started({"a::1": 1.0, "a::2": 1.0, "a::3": 1.0, "a::4": 1.0}, workers=1, trusted=False)
    assert estimate.seconds_left(100.0) is None
    estimate.start("a::1", 100.0)
    estimate.finish("a::1")
    assert estimate.seconds_left(105.0) is None
    assert estimate.share(105.0) == 0.25


def test_a_run_of_nothing_is_done():
    assert started({}).share(100.0) == 1.0
    assert started({}).seconds_left(100.0) == 0.0
