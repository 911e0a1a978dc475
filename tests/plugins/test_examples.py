"""No test of examples fails because a machine is busy, or because of what was drawn today."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

DRAWN = []


@given(st.integers())
def note(number):
    DRAWN.append(number)


def drawn():
    DRAWN.clear()
    note()
    return list(DRAWN)


def test_an_example_has_no_time_limit_even_if_its_test_says_nothing():
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
    assert settings(max_examples=3).deadline is None


def test_the_same_run_draws_the_same_examples():
    assert drawn() == drawn()
    assert len(set(DRAWN)) > 20
