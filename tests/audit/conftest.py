"""Fixtures of the audit's tests."""

from collections.abc import Iterator

import pytest

from tests import altered


@pytest.fixture
def unfrozen() -> Iterator[None]:
    """Let a test alter events, as with the database's own password."""
    with altered.unfrozen():
        yield
