"""The interface through which the companion asks the site about people, rooms and plays: a class named in
settings.COMPANION_POLICY."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from companion.models import Play, PlayState
from games.core.text import Text, _
from games.policy import Label
from games.refusals import Forbidden


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

    def admit(self, request: HttpRequest) -> None:
        """Log an anonymous visitor in as a new guest; leave users as they are. Raises `TooMany`, and `Forbidden` on a
        site without guests."""
        if not request.user.is_authenticated:
            raise Forbidden(_("Log in first."))

    def begin_try(self, request: HttpRequest) -> Callable[[], None]:
        """Count that the visitor tries a code, and return the function that takes the try back, for a right one. Raises
        `TooMany` after too many wrong ones."""
        return lambda: None

    def moves_by_code(self, user: Any) -> bool:
        """Return whether a code is enough to log another device in as `user`: they have no other way (guests)."""
        return False

    def log_in_alone(self, request: HttpRequest, user: Any) -> str:
        """Log this device in as `user`, whose other log-ins end, and return the key of its session. Only for users who
        move by a code, inside a transaction."""
        raise Forbidden(_("Log in first."))

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
