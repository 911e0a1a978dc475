"""The clock of the leagues' tests."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import clock


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Move the site's clock on; it stands still in between."""
    now: list[datetime] = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: now[0])

    def move(distance: timedelta) -> None:
        now[0] += distance

    return move
