"""Thousands of refusals, and each has a line or two of the log, some with a traceback that nobody reads."""

import logging

import pytest


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only errors are logged."""
    monkeypatch.setattr(logging.root.manager, "disable", logging.WARNING)
