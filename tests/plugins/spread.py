"""Tests are handed to the workers as pytest-xdist does with ``--dist loadgroup``, without looking at what is done.

After each test it counts what is left in all that the worker has had so far, which after thousands of tests costs as
much as some of them.
"""

from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadGroupScheduling

if TYPE_CHECKING:
    from xdist.remote import Producer


class Spread(LoadGroupScheduling):
    """Forgets the groups of tests that are done."""

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        for group in [group for group, tests in workload.items() if all(tests.values())]:
            del workload[group]
        return super()._pending_of(workload)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> Any | None:
    return Spread(config, log) if config.getoption("dist") == "loadgroup" else None
