"""A quiet log for all tests of this folder, and a town that tests share."""

import logging
import pickle
from collections.abc import Iterator

import pytest
from django.db import connection

from games import clock
from games.models import Heartbeat
from tests.http.town import Town
from tests.kept_rows import KeptRows
from tests.quiet import quiet_log


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Only errors are logged: of thousands of refusals each has a line or two, some with a traceback nobody reads."""
    with quiet_log(logging.WARNING):
        yield


@pytest.fixture(scope="session")
def kept_towns() -> list[KeptRows[bytes]]:
    """The town that tests share, once the first of them has made it."""
    return []


@pytest.fixture
def shared_town(kept_towns: list[KeptRows[bytes]], lantern: object, db: None, request: pytest.FixtureRequest) -> Town:
    """A town with its leagues, the same for all tests that ask for it; what one does to it no other meets."""
    if connection.vendor != "sqlite" or request.config.getoption("disorder"):
        return town_with_leagues()
    if kept_towns:
        kept_towns[0].put_back()
        Heartbeat.objects.update(at=clock.now())  # the site has not been away since the town was made
    else:
        kept_towns.append(KeptRows("a town that tests share", lambda: pickle.dumps(town_with_leagues())))
    town: Town = pickle.loads(kept_towns[0].made)
    return town


def town_with_leagues() -> Town:
    """A new town."""
    town = Town()
    assert town.leagues
    return town
