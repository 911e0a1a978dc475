"""The settings of games: a project sets those that it wants to change, and docs/reusing-games.md lists them all."""

from typing import Any, Generic, TypeVar

from django.conf import settings

Value = TypeVar("Value")


class Setting(Generic[Value]):
    """A setting of the project, named as this attribute is, or `default` if the project has none."""

    def __init__(self, default: Value) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Value:
        value: Value = getattr(settings, self.name, self.default)
        return value


class Conf:
    """The settings, one line each."""

    BOT_PAUSE = Setting(1.0)
    CLOCK_EPOCH = Setting(0.0)
    CLOCK_OFFSET = Setting(0.0)
    CLOCK_SPEED = Setting(1.0)
    FAST_PATHS = Setting(False)
    GAMES_POLICY = Setting("games.policy.Policy")
    PUBLIC_URL = Setting("")
    SITE_NAME = Setting("Games")
    WEB_THREADS = Setting(3)


conf = Conf()
