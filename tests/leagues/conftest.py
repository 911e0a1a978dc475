"""The clock of the leagues' tests."""

import inspect

import pytest

from games import clock
from leagues.services.playing import outlook
from tests.leagues.cast import Travel

CHANGES_THE_SITE = {"monkeypatch", "settings", "time_machine"}
"""Fixtures by which a test may change how its season is made."""


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer matches are simulated after each result than on a site: what is certain is computed all the same."""
    monkeypatch.setattr(outlook, "SAMPLES", 20)


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Travel:
    """The site's clock; it stands still until the test moves it on."""
    asked = set(inspect.signature(request.function).parameters)
    travel = Travel(clock.now(), may_keep=not (asked & CHANGES_THE_SITE or request.config.getoption("disorder")))
    monkeypatch.setattr(clock, "now", lambda: travel.now)
    return travel
