"""What games must know of people, asked of one class named in settings.GAMES_POLICY.

The site fulfils it (blocks, bans, guests, names, time zones); games stays reusable without it.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from games.core.text import Text


class Policy:
    """Answers that allow everything. `user` is any settings.AUTH_USER_MODEL row; refusals are sentences."""

    def refuse_to_play(self, user: Any) -> Text | None:
        """Why `user` may neither open nor join tables nor move (banned, not signed in ...); None if welcome."""
        return None

    def refuse_to_seat(self, user: Any, seated: Collection[Any], host: Any) -> Text | None:
        """Why `user` may not sit down with the users `seated` at a table of `host` (blocks ...); None if welcome."""
        return None

    def refuse_to_invite(self, host: Any, guest: Any) -> Text | None:
        """Why `host` may not ask `guest` to a table (no guest accounts, blocks ...); None if fine."""
        return None

    def avoided(self, user: Any) -> Collection[int]:
        """Primary keys of those whose tables `user` is not shown, because the two never meet (blocks)."""
        return ()

    def names(self, users: Sequence[Any]) -> dict[int, str]:
        """The public name of each user, by primary key; one query at the most."""
        return {user.pk: user.get_username() for user in users}

    def profile_url(self, user: Any) -> str:
        """Where to read about `user`; empty if nowhere."""
        return ""

    def confirms_moves(self, user: Any) -> bool:
        """Whether `user` wants to confirm a composed move, rather than send it with its last part."""
        return bool(getattr(user, "confirm_moves", True))

    def is_moderator(self, user: Any) -> bool:
        """Whether `user` may see what moderators see (never a hidden card)."""
        return bool(user.is_staff)


@cache
def policy() -> Policy:
    """The site's policy."""
    found: Policy = import_string(settings.GAMES_POLICY)()
    return found
