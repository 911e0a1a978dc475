"""Collected with the tests of the site: brings the database up and imports what only requests import, once, before a
server of tests forks."""

import pytest
from django.urls import get_resolver


@pytest.mark.django_db
def test_the_database_is_there() -> None:
    """Create the database; nothing is checked."""


def test_every_address_has_a_view() -> None:
    """Import all views, which happens with the addresses: code that is not loaded cannot be mutated."""
    assert get_resolver().url_patterns
