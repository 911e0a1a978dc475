"""Hypothesis without luck and without a clock, independently of what a test file sets.

By default Hypothesis draws other examples in each run, and fails a test whose example takes more than 200 ms or whose
examples take long to draw: on a busy machine any test can. Here no example has a time limit, and the examples of a test
follow from its source. A run with `--disorder` draws others, by its seed.

The profile must be loaded before a file that uses Hypothesis is imported, because decorators read it. Runs that do not
use Hypothesis do not wait for its import.
"""

import pytest

from tests.plugins.drawn import drawn

PROFILE = "tests"


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Load the profile before the first file that speaks of Hypothesis."""
    if isinstance(collector, pytest.Module) and b"hypothesis" in collector.path.read_bytes():
        load(collector.config.getoption("disorder"))


def load(disorder: str | None) -> None:
    """Make the profile the default, once; in a run disturbed by the seed `disorder` the examples follow from that."""
    import hypothesis
    from hypothesis import core

    if hypothesis.settings.get_current_profile_name() == PROFILE:
        return
    hypothesis.settings.register_profile(
        PROFILE,
        deadline=None,
        database=None,
        derandomize=disorder is None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile(PROFILE)
    if disorder is not None:
        core.global_force_seed = drawn(disorder, "examples").getrandbits(64)  # as the option --hypothesis-seed does
