"""A stage for twins: a frozen clock, mails kept in memory, bots that pause."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import transaction

from tests.quiet import quiet_log
from tests.twins.histories import History
from tests.twins.stage import BEGINNING, Stage


@pytest.fixture
def staged(
    db: None, lantern: object, settings: object, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Stage]]:
    """Yield a function that opens a stage of a history."""
    settings.BOT_PAUSE = 1.0
    with quiet_log(logging.WARNING), time_machine.travel(BEGINNING, tick=False) as clock:
        empty = transaction.savepoint()

        def open_stage(
            history: History, bots: int = 0, pause: float = 1.0, kind: type[Stage] = Stage, **more: Any
        ) -> Stage:
            transaction.savepoint_rollback(empty)  # nothing of earlier stages is left, so that the next is as quick
            clock.move_to(BEGINNING, tick=False)
            stage = kind(history, clock, monkeypatch, bots, pause, **more)
            stage.open()
            return stage

        yield open_stage
