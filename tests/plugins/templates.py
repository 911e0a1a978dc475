"""Engines that keep templates compiled when the settings of templates change and come back.

Django forgets all its engines at each change of TEMPLATES, DEBUG or INSTALLED_APPS, as the fixture `lantern` makes it
twice in each of its tests, and with them each template that it has compiled. Here the engines of equal settings are
the same engines.
"""

from typing import Any

import pytest
from django.conf import settings
from django.core.signals import setting_changed
from django.template import engines

SETTINGS = frozenset({"TEMPLATES", "DEBUG", "INSTALLED_APPS"})  # changes of these make Django forget its engines
_kept: dict[str, dict[str, Any]] = {}


@pytest.fixture(autouse=True, scope="session")
def _keep_engines() -> None:
    """Keep engines from now on, including those of the site's own settings."""
    from django.test import signals  # noqa: F401 - its receivers come first: they forget what is found again here

    _kept[_key()] = engines._engines  # type: ignore[attr-defined]
    setting_changed.connect(_find_again)


def _find_again(*, setting: str, **_more: Any) -> None:
    if setting in SETTINGS:
        engines._engines = _kept.setdefault(_key(), {})  # type: ignore[attr-defined]


def _key() -> str:
    return repr([getattr(settings, name) for name in sorted(SETTINGS)])
