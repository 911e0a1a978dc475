"""The one source of now, as simulations shift and speed it up."""

from datetime import UTC, datetime, timedelta

import pytest

from games import clock

NOON = datetime(2031, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon(time_machine, settings):
    time_machine.move_to(NOON, tick=False)
    settings.CLOCK_OFFSET, settings.CLOCK_SPEED, settings.CLOCK_EPOCH = 0, 1.0, NOON.timestamp() - 60


def test_as_usual_it_is_the_time_of_the_machine():
    assert clock.now() == NOON


def test_an_offset_shifts_it(settings):
    settings.CLOCK_OFFSET = -90
    assert clock.now() == NOON - timedelta(seconds=90)


@pytest.mark.parametrize(("speed", "minutes"), [(10.0, 10), (0.5, 0.5), (0.0, 0)])
def test_a_speed_counts_from_the_epoch(settings, speed, minutes):
    settings.CLOCK_SPEED = speed
    assert clock.now() == NOON + timedelta(minutes=minutes - 1)


def test_the_offset_is_sped_up_with_the_rest(settings):
    settings.CLOCK_SPEED, settings.CLOCK_OFFSET = 2.0, 30
    assert clock.now() == NOON + timedelta(minutes=2 * 1.5 - 1)


def test_a_block_takes_place_at_another_moment_and_time_goes_on_in_it(time_machine):
    with clock.moved_to(NOON - timedelta(days=40)):
        assert clock.now() == NOON - timedelta(days=40)
        time_machine.shift(60)
        assert clock.now() == NOON - timedelta(days=40) + timedelta(minutes=1)
        with clock.moved_to(NOON + timedelta(days=1)):
            assert clock.now() == NOON + timedelta(days=1)
        assert clock.now() == NOON - timedelta(days=40) + timedelta(minutes=1)
    assert clock.now() == NOON + timedelta(minutes=1)
