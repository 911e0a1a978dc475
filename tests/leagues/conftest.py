"""The clock of the leagues' tests."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import clock
from games.models import Heartbeat
from leagues.services import outlook


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer matches are simulated after each result than on a site: what is certain is computed all the same."""
    monkeypatch.setattr(outlook, "SAMPLES", 20)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Move the site's clock on; it stands still in between. The site runs meanwhile, unless it is `down`."""
    now: list[datetime] = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: now[0])

    def move(distance: timedelta, *, down: bool = False) -> None:
        now[0] += distance
        if not down:
            Heartbeat.objects.update(at=now[0])

    return move
