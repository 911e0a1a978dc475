"""Collected beside the tests of the site: brings the database up and imports what only requests import, once, before a
server of tests forks."""

import pytest
from django.urls import get_resolver


@pytest.mark.django_db
def test_the_database_is_there() -> None:
    """Nothing is asked of it."""


def test_every_address_has_a_view() -> None:
    """Views are imported with the addresses: what is not loaded cannot be given a mutant's code."""
    assert get_resolver().url_patterns
