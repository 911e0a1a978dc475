"""A quiet log for all tests of this folder, and a town that the tests of one module share."""

import logging
import pickle

import pytest

from tests.http.town import Town
from tests.lantern.plugin import as_a_title
from tests.plugins.stand_in import CHANCE


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only errors are logged: of thousands of refusals each has a line or two, some with a traceback nobody reads."""
    monkeypatch.setattr(logging.root.manager, "disable", logging.WARNING)


@pytest.fixture(scope="module")
def pickled_town(rows_of_the_module: None, request: pytest.FixtureRequest) -> bytes:
    """A town with its leagues, whose rows stay until the module's end."""
    word = request.config.getoption("disorder") or ""
    with as_a_title(), CHANCE.apart(word, "a town that tests share"):
        town = Town()
        assert town.leagues
        return pickle.dumps(town)


@pytest.fixture
def shared_town(pickled_town: bytes, lantern: object, db: None) -> Town:
    """That town, for tests that run in one transaction; what one does to it no other meets."""
    town: Town = pickle.loads(pickled_town)
    return town
