"""The interface through which leagues ask the site about people: a class named in settings.LEAGUES_POLICY."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.pauses import Pauses
from games.core.text import Text


class LeaguePolicy:
    """The default policy, which allows everything. `user` is a settings.AUTH_USER_MODEL instance."""

    def refuse_to_organise(self, user: Any) -> Text | None:
        """Why `user` may not make or run a league (guests, bans ...); None if allowed."""
        return None

    def refuse_to_enter(self, user: Any) -> Text | None:
        """Why `user` may not sign up for a season (guests, bans, no way to be told of a turn ...); None if allowed."""
        return None

    def barred(self, users: Sequence[Any]) -> set[int]:
        """The primary keys of those of `users` who may not play any more (bans); at most one query."""
        return set()

    def vacations(self, user_ids: Collection[int], since: datetime) -> Mapping[int, Pauses]:
        """The vacations of these users that end after `since`, by primary key; at most one query."""
        return {}


@cache
def policy() -> LeaguePolicy:
    """The site's policy."""
    found: LeaguePolicy = import_string(settings.LEAGUES_POLICY)()
    return found
