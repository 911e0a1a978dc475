"""The chance of a test follows from its name: what is dealt, the ids of matches, the draw of a season.

On the site all of it comes from the system's secure source. A test whose verdict depended on that would fail once in a
while, and nobody could repeat it. So the keys and ids of matches and the seeds of seasons that a test process makes are
drawn from the name of the test and the word of `--disorder`, and `random` starts from them too. A failure repeats with
the same name and word; another word deals other cards to every test.

Tests of the secure source itself ask for the fixture `secure_source`.
"""

import os
import random
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest

from tests.plugins.drawn import address, drawn

Letter = TypeVar("Letter")


class Chance:
    """Stands in for the module `secrets` where matches and seasons are made."""

    def __init__(self) -> None:
        self.start("before the first test")
        os.register_at_fork(after_in_child=self.part)

    def start(self, *words: str) -> None:
        """Draw from `words` from now on."""
        self._source = drawn(*words)

    def part(self) -> None:
        """Draw what the process that was forked does not draw."""
        self.start(str(os.getpid()), self.token_hex(8))

    def token_bytes(self, size: int) -> bytes:
        return self._source.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        import base64

        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def choice(self, letters: Sequence[Letter]) -> Letter:
        return self._source.choice(letters)

    def randbelow(self, limit: int) -> int:
        return self._source.randrange(limit)


CHANCE = Chance()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin anew, before the fixtures of the test."""
    words = (item.config.getoption("disorder") or "", *address(item))
    CHANCE.start(*words)
    random.seed("\0".join(words))


@pytest.fixture(autouse=True, scope="session")
def _chance() -> Iterator[None]:
    """Put the stand-in where what is dealt and drawn comes from."""
    from games import models
    from games.core import dealer
    from leagues.services import seasons

    with pytest.MonkeyPatch.context() as patch:
        for module in (dealer, models, seasons):
            patch.setattr(module, "secrets", CHANCE)
        yield


@pytest.fixture
def secure_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's secure source is where keys, ids and seeds come from, as on the site."""
    from games import models
    from games.core import dealer
    from leagues.services import seasons

    for module in (dealer, models, seasons):
        monkeypatch.setattr(module, "secrets", secrets)
