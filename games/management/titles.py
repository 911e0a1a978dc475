"""What the commands about titles share: reading a title, options and events from what the operator typed."""

from collections.abc import Sequence

from django.core.management.base import CommandError

from games.core.game import Game
from games.registry import TITLES


def title_named(slug: str) -> Game:
    """The title with that slug, or a clear refusal."""
    if slug not in TITLES:
        raise CommandError(f"There is no title “{slug}”. Titles: {', '.join(TITLES) or 'none'}.")
    return TITLES[slug]


def settings_from(given: Sequence[str]) -> dict[str, str]:
    """``["wind=storm"]`` as a dict."""
    pairs = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not sign:
            raise CommandError(f"An option is given as NAME=VALUE, not as “{each}”.")
        pairs[name] = value
    return pairs
