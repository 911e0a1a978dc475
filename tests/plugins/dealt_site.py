"""A site of the tests on which chance follows from names: of the demo, and of the test whose browser asks.

An app for the settings modules of tests. The demo of such a site is the same each time, with other cards in each
disturbed run. A request with the header below makes its match, or its guest, from the word in the header: a test that
plays against bots meets the same cards and the same moves each time. Requests without it get what they get on any site.
"""

import os
import random
import sys
import threading
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.apps import AppConfig

from tests.plugins.delays import VARIABLE
from tests.plugins.drawn import drawn
from tests.plugins.stand_in import Chance, modules

HEADER = "X-Dealt-From"
_word: ContextVar[str] = ContextVar("word", default="")


class SiteChance(Chance):
    """A source that draws from the word of the request that is being answered, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.secure = random.SystemRandom()
        self.sources: dict[str, random.Random] = {}
        self.lock = threading.Lock()

    def source(self) -> random.Random:
        if not (word := _word.get()):
            return self.secure
        with self.lock:
            return self.sources.setdefault(word, drawn(word))


def dealt(settings: dict[str, Any]) -> None:
    """Let chance follow from names on a site with these settings, the names of a settings module."""
    settings["INSTALLED_APPS"] = [*settings["INSTALLED_APPS"], "tests.plugins.dealt_site.DealtSite"]
    settings["MIDDLEWARE"] = ["tests.plugins.dealt_site.DealtRequests", *settings["MIDDLEWARE"]]


class DealtSite(AppConfig):
    """An app that puts the stand-in for `secrets` in its places."""

    name = "tests.plugins"
    label = "dealt_site"

    def ready(self) -> None:
        if "prepare" in sys.argv:
            _word.set(f"the demo {os.environ.get(VARIABLE, '')}")
        chance = SiteChance()
        for module in modules():
            module.secrets = chance  # type: ignore[attr-defined]


class DealtRequests:
    """Middleware that lets chance follow from the word that a request brings."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        token = _word.set(request.headers.get(HEADER, ""))
        try:
            return self.get_response(request)
        finally:
            _word.reset(token)
