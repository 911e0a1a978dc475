"""Servers and workers that answer late, for runs with `--disorder`: settings modules of tests ask for it.

A page, a script, a hint or a letter can come later than usual on any machine. In a disturbed run each request, each
task and each hint waits for a different time, mostly some milliseconds and seldom a third of a second.
"""

import os
import random
import time
from collections.abc import Callable
from typing import Any

VARIABLE = "TESTS_DELAYS"  # the seed of the run; unset or empty if nothing is late
SHORTEST, LONGEST = 0.002, 0.3  # seconds
_chance = random.Random(f"{os.environ.get(VARIABLE)} {os.getpid()}")


def delay() -> float:
    """Return seconds to wait; half of them are below a tenth of the longest."""
    return SHORTEST + (LONGEST - SHORTEST) * _chance.random() ** 3.5


def delayed(settings: dict[str, Any]) -> None:
    """Let a site with these settings, the names of a settings module, answer late if the run wants it."""
    if not os.environ.get(VARIABLE):
        return
    settings["MIDDLEWARE"] = ["tests.plugins.delays.LateAnswers", *settings["MIDDLEWARE"]]
    settings["CELERY_IMPORTS"] = [*settings.get("CELERY_IMPORTS", ()), "tests.plugins.late_tasks"]
    layer = settings["CHANNEL_LAYERS"]["default"]
    if layer["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer":
        settings["CHANNEL_LAYERS"] = {"default": {**layer, "BACKEND": "tests.plugins.late_hints.LateHints"}}


class LateAnswers:
    """Middleware that waits before a request is answered, and after."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        time.sleep(delay() / 2)
        response = self.get_response(request)
        time.sleep(delay() / 2)
        return response
