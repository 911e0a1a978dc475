"""A source of chance that replaces the module `secrets` where a site deals and draws."""

import base64
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import TypeVar

from tests.plugins.drawn import drawn

Letter = TypeVar("Letter")


class Chance:
    """A replacement of the module `secrets` where matches, seasons and guests are made."""

    def __init__(self) -> None:
        self.start("before the first test")
        os.register_at_fork(after_in_child=self.part)

    def start(self, *words: str) -> None:
        """Draw from `words` from now on."""
        self._source = drawn(*words)

    @contextmanager
    def apart(self, *words: str) -> Iterator[None]:
        """Draw from `words` inside: rows that several tests share must not follow from the first test."""
        source, state = self._source, random.getstate()
        self.start(*words)
        random.seed("\0".join(words))
        try:
            yield
        finally:
            self._source = source
            random.setstate(state)

    def part(self) -> None:
        """Draw other numbers than the process that this one was forked from."""
        self.start(str(os.getpid()), self.token_hex(8))

    def source(self) -> random.Random:
        """Return the source of the next draw."""
        return self._source

    def token_bytes(self, size: int) -> bytes:
        return self.source().randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def choice(self, letters: Sequence[Letter]) -> Letter:
        return self.source().choice(letters)

    def randbelow(self, limit: int) -> int:
        return self.source().randrange(limit)


CHANCE = Chance()


def modules() -> tuple[ModuleType, ...]:
    """Return the modules that make them, which can be imported once Django is set up."""
    from games import models
    from games.core.engine import dealer
    from leagues.services.timetable import seasons
    from masques_site.accounts import services
    from masques_site.plumbing import compression

    return (dealer, models, seasons, services, compression)
