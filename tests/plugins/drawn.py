"""The random numbers of a test: the same words draw the same in every process and in any order."""

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def drawn(*words: str) -> random.Random:
    """Return a source of chance that depends on `words` alone."""
    return random.Random("\0".join(words))


def address(item: "pytest.Item") -> tuple[str, str]:
    """Return the file of a test and its name in it, without the group that pytest-xdist appends to node ids."""
    path, _line, name = item.location
    return path, name
