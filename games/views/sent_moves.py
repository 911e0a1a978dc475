"""A move that a page sends over its socket instead of by its form."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.db import Error
from django.http import HttpRequest
from django.urls import reverse

from games.core.text import _
from games.policy import policy
from games.refusals import Forbidden, Refusal
from games.selectors import lists
from games.services.match import play as moves
from games.views.fields import MAX_DIGITS

logger = structlog.get_logger(__name__)
SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


@dataclass(frozen=True, slots=True)
class SentMove:
    """A move as the page's form would have sent it."""

    text: str
    seen: int
    client_move_id: str

    @classmethod
    def of(cls, said: Any) -> "SentMove | None":
        """Return the move in a message of a page; None if it is something else."""
        if not isinstance(said, dict) or set(said) != {"text", "seen", "client_move_id"}:
            return None
        text, seen, name = said["text"], said["seen"], said["client_move_id"]
        fits = isinstance(text, str) and isinstance(name, str) and type(seen) is int and 0 <= seen < 10**MAX_DIGITS
        return cls(text, seen, name) if fits else None


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a move: `accepted`; None if it was refused: the page then sends its form, which says why. `onward`
    is the address of the page that the reader wants to see next, or ""."""

    accepted: moves.Accepted | None
    onward: str = ""


def play_sent(match_id: str, actor: Any, session_key: str, move: SentMove) -> Answer:
    """Take a move of `actor`, who was logged in by this session when the socket was opened. Whether they still are, and
    may act, is read under the lock of the match. Acknowledged means committed, as for every move."""
    now: list[Any] = []

    def confirm(_actor: Any) -> Any:
        request = HttpRequest()
        request.session = SessionStore(session_key)
        user = get_user(request)
        if user.pk != actor.pk:
            raise Forbidden(_("Log in first."))
        now.append(user)
        return user

    try:
        accepted = moves.play(
            actor=actor,
            match_id=match_id,
            seat=None,
            text=move.text,
            seen=move.seen,
            client_move_id=move.client_move_id,
            confirm=confirm,
        )
    except Refusal:
        return Answer(None)
    except Error as error:
        logger.warning("socket move failed", match=match_id, error=type(error).__name__)
        return Answer(None)
    onward = lists.next_after(now[0], match_id) if policy().goes_on(now[0]) else None
    return Answer(accepted, "" if onward is None else reverse("games:match", args=[onward]))
