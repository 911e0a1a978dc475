"""Putting hints of the coach away: each once, or all of them for good."""

import re
from typing import Any

from games.core.text import _
from games.models import CoachNote
from games.refusals import BadInput
from games.registry import TITLES
from games.selectors.coach import OFF

KEY = re.compile(r"[a-z_]{1,16}")


def put_away(*, user: Any, title: str, key: str) -> None:
    """Hide the hint `key` of a title from `user` for good. Idempotent. Raises `BadInput`."""
    if title not in TITLES or not KEY.fullmatch(key):
        raise BadInput(_("Hint: there’s no such hint."))
    CoachNote.objects.get_or_create(user=user, title=title, key=key)


def put_all_away(*, user: Any) -> None:
    """Hide all hints of all titles from `user` for good."""
    title, key = OFF
    CoachNote.objects.get_or_create(user=user, title=title, key=key)
