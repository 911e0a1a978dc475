"""Collected beside the tests of the site: brings the database up once, before a server of tests forks."""

import pytest


@pytest.mark.django_db
def test_the_database_is_there() -> None:
    """Nothing is asked of it."""
