"""The chance of a test follows from its name: what is dealt, the ids of matches, the draw of a season, names of guests,
how many bytes a compressed page is filled up with.

On the site all of it comes from the system's secure source. A test whose verdict depended on that would fail once in a
while, and nobody could repeat it. So what a test process makes is drawn from the name of the test and the word of
`--disorder`, and `random` starts from them too. A failure repeats with the same name and word; another word deals other
cards to every test. tests/plugins/dealt_site.py does the same in a site that tests start.

Tests of the secure source itself ask for the fixture `secure_source`.
"""

import random
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from tests.plugins.drawn import address
from tests.plugins.stand_in import CHANCE, modules


def words_of(item: pytest.Item) -> tuple[str, ...]:
    """Return the words that seed the chance of a test."""
    return (item.config.getoption("disorder") or "", *address(item))


def put(source: Any, patch: pytest.MonkeyPatch) -> None:
    """Let matches, seasons and guests be made from `source`, which is like the module `secrets`."""
    for module in modules():
        patch.setattr(module, "secrets", source)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start the chance again, before the fixtures of the test."""
    CHANCE.start(*words_of(item))
    random.seed("\0".join(words_of(item)))


@pytest.fixture(autouse=True, scope="session")
def _chance() -> Iterator[None]:
    """Put the stand-in in the modules that deal and draw."""
    with pytest.MonkeyPatch.context() as patch:
        put(CHANCE, patch)
        yield


@pytest.fixture
def secure_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take keys, ids and seeds from the system's secure source, as on the site."""
    put(secrets, monkeypatch)
