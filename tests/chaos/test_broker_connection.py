"""How workers and clocks hold on to the broker."""

import pytest
from kombu.exceptions import OperationalError
from kombu.utils import functional

from masques_site.celery_app import app


def test_a_channel_that_lost_its_broker_with_a_task_in_hand_ends_no_worker():
    class Channel:
        def close(self):
            raise AttributeError("'NoneType' object has no attribute 'hostname'")

    with app.connection_for_write() as connection:
        connection.maybe_close_channel(Channel())


def test_a_broker_that_is_gone_is_looked_for_again_every_two_seconds_at_most(monkeypatch):
    monkeypatch.setattr(functional, "sleep", lambda _seconds: None)
    waits = []
    with app.connection_for_write("redis://127.0.0.1:1/0") as connection, pytest.raises(OperationalError):
        connection.ensure_connection(lambda _error, wait: waits.append(wait), 12)
    assert len(waits) == 12
    assert max(waits) <= 2
