"""The interface through which the companion asks the site about people and plays: a class named in
settings.COMPANION_POLICY."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from companion.models import Play, PlayState
from games.core.text import Text
from games.policy import Label


class CompanionPolicy:
    """The default policy: all may record plays with all, a play has no consequences, and nobody decides about it.
    `user` and `recorder` are settings.AUTH_USER_MODEL instances."""

    def refuse_to_record(self, recorder: Any, people: Collection[Any]) -> Text | None:
        """Return why `recorder` may not record a play with the accounts `people`, themselves among them or not (blocks,
        bans ...); None if allowed."""
        return None

    def consequences(self, play: Play) -> Sequence[Label]:
        """Return what `play` settles once it is confirmed, or has settled, a sentence for each, in the reader's
        language; a fixed number of queries."""
        return ()

    def may_try_code(self, request: HttpRequest) -> bool:
        """Count one more code that the user of `request` tries, and return whether they may (throttles)."""
        return True

    def may_decide(self, user: Any, play: Play) -> bool:
        """Return whether `user` may decide about a play on which its people don't agree: never one of its people."""
        return False

    def note_decision(self, play: Play, actor: Any, decision: PlayState, reason: str) -> None:
        """Keep a record of what `actor` has decided about `play`: that it is confirmed, or void. In the transaction of
        the caller, which holds the lock of the play."""


@cache
def policy() -> CompanionPolicy:
    """Return the site's policy."""
    found: CompanionPolicy = import_string(settings.COMPANION_POLICY)()
    return found
