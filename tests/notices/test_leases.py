"""How long a message belongs to the worker that sends it."""

from datetime import timedelta

from masques_site.notices.services.leasing import lease_time


def test_a_lease_is_of_real_time(settings):
    assert lease_time() == timedelta(minutes=5)
    settings.CLOCK_SPEED, settings.CLOCK_EPOCH = 2_000.0, 1.0
    assert lease_time() == 2_000 * timedelta(minutes=5)


def test_on_a_clock_that_hardly_moves_a_lease_is_no_shorter(settings):
    settings.CLOCK_SPEED, settings.CLOCK_EPOCH = 0.0, 1.0
    assert lease_time() == timedelta(minutes=5)
