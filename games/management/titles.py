"""Helpers of the management commands about titles: parsing a title and its settings from arguments."""

from collections.abc import Sequence

from django.core.management.base import CommandError

from games.core.title.game import Game
from games.registry import TITLES


def title_named(slug: str) -> Game:
    """Return the title with this slug; raises `CommandError`."""
    if slug not in TITLES:
        raise CommandError(f"There is no title “{slug}”. Titles: {', '.join(TITLES) or 'none'}.")
    return TITLES[slug]


def settings_from(given: Sequence[str]) -> dict[str, str]:
    """Parse ``["wind=storm"]`` into a dict; raises `CommandError`."""
    pairs = {}
    for argument in given:
        name, sign, value = argument.partition("=")
        if not sign:
            raise CommandError(f"An option is given as NAME=VALUE, not as “{argument}”.")
        pairs[name] = value
    return pairs
