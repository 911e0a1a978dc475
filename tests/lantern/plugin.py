"""Lets a test use Lantern through the whole site: ask for the fixture `lantern`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import override_settings

from games.registry import TITLES
from tests.lantern.game import LANTERN, Lantern

HERE = Path(__file__).parent


@pytest.fixture
def lantern() -> Iterator[Lantern]:
    """Lantern as one more title of the site, for one test."""
    with as_a_title() as title:
        yield title


@contextmanager
def as_a_title(game: Lantern = LANTERN) -> Iterator[Lantern]:
    """Lantern, or the like of it, is one more title of the site, with its templates and static files."""
    engines: list[dict[str, Any]] = settings.TEMPLATES
    changes = {
        "TEMPLATES": [{**engine, "DIRS": [*engine["DIRS"], HERE / "templates"]} for engine in engines],
        "STATICFILES_DIRS": [*settings.STATICFILES_DIRS, HERE / "static"],
    }
    with patch.dict(TITLES, {game.slug: game}), override_settings(**changes):
        yield game
