"""The clock of the leagues' tests."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import clock
from leagues.services import outlook


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer matches are simulated after each result than on a site: what is certain is computed all the same."""
    monkeypatch.setattr(outlook, "SAMPLES", 20)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Move the site's clock on; it stands still in between."""
    now: list[datetime] = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: now[0])

    def move(distance: timedelta) -> None:
        now[0] += distance

    return move
