"""Fixtures for tests of open pages."""

import pytest

from games import live


@pytest.fixture
def own_hints_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages hear what the test itself sends (`tests.live.pages.hint`). The tests' layer is no way between threads:
    what the background thread puts into it may be lost, or displace something else."""
    monkeypatch.setattr(live, "_send", lambda _group, _message: None)
