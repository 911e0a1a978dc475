"""The log is quiet while a test wants it so, and no longer."""

import logging

import pytest

from tests.quiet import quiet_log


def test_loggers_created_while_quiet_speak_again_bug(caplog: pytest.LogCaptureFixture) -> None:
    """A logger that was first used meanwhile stayed silent for the rest of the run."""
    logger = logging.getLogger("tests.quiet")
    logger.warning("before")
    with quiet_log(logging.WARNING):
        logger.warning("meanwhile")
        logger.error("louder than that")
    logger.warning("after")
    assert caplog.messages == ["before", "louder than that", "after"]


def test_a_quieter_log_within_a_quiet_one_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("tests.quiet")
    with quiet_log(logging.WARNING):
        with quiet_log(logging.CRITICAL):
            logger.error("inner")
        logger.error("outer")
        logger.warning("outer")
    assert caplog.messages == ["outer"]


def test_a_test_that_fails_ends_it_too(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ZeroDivisionError), quiet_log(logging.CRITICAL):
        raise ZeroDivisionError
    logging.getLogger("tests.quiet").warning("after")
    assert caplog.messages == ["after"]
