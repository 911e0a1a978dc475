"""The interface through which leagues ask the site about people: a class named in settings.LEAGUES_POLICY."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.clocks.pauses import Pauses
from games.core.text import Text


class LeaguePolicy:
    """The default policy, which allows everything. `user` is a settings.AUTH_USER_MODEL instance."""

    def refuse_to_organise(self, user: Any) -> Text | None:
        """Return why `user` may not make or run a league (guests, bans ...); None if allowed."""
        return None

    def refuse_to_enter(self, user: Any) -> Text | None:
        """Return why `user` may not sign up for a season (guests, bans, no channel for notices ...); None if
        allowed."""
        return None

    def refuse_to_reach(self, sender: Any, receiver: Any) -> Text | None:
        """Return why `sender` may not invite `receiver`, offer them a role or challenge them (blocks, bans ...); None
        if allowed."""
        return None

    def kept_apart(self, users: Collection[int], others: Collection[int]) -> set[int]:
        """Return those of `users` whom nothing new may bring together with any of `others` (blocks), all by primary
        key; at most one query."""
        return set()

    def barred(self, users: Collection[int]) -> set[int]:
        """Return those of `users` who may not play any more (bans), all by primary key; at most one query."""
        return set()

    def calendar_token(self, user: Any) -> str:
        """Return the token that opens the calendar of `user` to a program that cannot log in; empty if there is
        none."""
        return ""

    def owner_of_calendar(self, token: str) -> Any | None:
        """Return the user whose calendar `token` opens; None if there is none."""
        return None

    def vacations(self, user_ids: Collection[int], since: datetime) -> Mapping[int, Pauses]:
        """Return the vacations of these users that end after `since`, by primary key; at most one query."""
        return {}


@cache
def policy() -> LeaguePolicy:
    """Return the site's policy."""
    found: LeaguePolicy = import_string(settings.LEAGUES_POLICY)()
    return found
