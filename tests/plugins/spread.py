"""The scheduler of pytest-xdist for ``--dist loadgroup``, which keeps no finished tests.

After each test it counts the tests that a worker has yet to run. The original looks through all that the worker has
ever been given, so that the cost grows with the square of the number of tests.
"""

import os
from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadGroupScheduling

if TYPE_CHECKING:
    from xdist.remote import Producer


MOST_CORES = 7


class Spread(LoadGroupScheduling):
    """A scheduler that forgets groups of tests that have been run."""

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        for group in [group for group, tests in workload.items() if all(tests.values())]:
            del workload[group]
        return super()._pending_of(workload)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: some tests wait for other processes and the clock, and another goes
    on meanwhile. The tests of browsers, which all run in one worker, take as long as seven others have for the rest."""
    return min(os.cpu_count() or 1, MOST_CORES) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> Any | None:
    return Spread(config, log) if config.getoption("dist") == "loadgroup" else None
