"""What the tests of the audit share."""

from collections.abc import Iterator

import pytest

from tests import altered


@pytest.fixture
def unfrozen() -> Iterator[None]:
    """Let a test alter events, as somebody with the database's own password could."""
    with altered.unfrozen():
        yield
