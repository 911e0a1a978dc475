"""What the tests of the services share."""

import pytest
from django.db import connection


@pytest.fixture
def unfrozen():
    """Let a test alter events, as somebody with the database's own password could."""
    if connection.vendor == "postgresql":
        off, on = "ALTER TABLE games_event DISABLE TRIGGER ALL", "ALTER TABLE games_event ENABLE TRIGGER ALL"
        with connection.cursor() as cursor:
            cursor.execute(off)
        yield
        with connection.cursor() as cursor:
            cursor.execute(on)
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'games_event_frozen'")
        trigger = cursor.fetchone()[0]
        cursor.execute("DROP TRIGGER games_event_frozen")
        yield
        cursor.execute(trigger)
