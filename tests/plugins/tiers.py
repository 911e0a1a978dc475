"""The two tiers of tests: the run, and those that only `manage.py test --reliability` runs.

A test marked `reliability` is bound by the wall clock (it waits, kills and restarts for minutes) or repeats at full
depth what the run samples. A test that is named with ``::`` runs in any case. One test has a third depth, for which
even the tier has no time: `--every-page`.
"""

import pytest

MARKER = "reliability"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--reliability",
        action="store_true",
        help="run the reliability tier (docs/reliability.md) instead of the other tests",
    )
    parser.addoption(
        "--every-page",
        action="store_true",
        help="look at all pages of the matches of tests/browser/test_what_one_sees.py instead of every sixth",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of one tier."""
    wanted = bool(config.getoption("--reliability"))
    kept, left = [], []
    for item in items:
        in_tier = item.get_closest_marker(MARKER) is not None
        (kept if in_tier is wanted or is_named(item, config.args) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def is_named(item: pytest.Item, arguments: list[str]) -> bool:
    """Return whether one of the arguments names this test, its function or its class."""
    return any("::" in word and item.nodeid.startswith(word) for word in arguments)
