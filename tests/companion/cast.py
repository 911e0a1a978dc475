"""Plays of the tests, recorded by the companion's own services."""

from datetime import date
from typing import Any

from django.contrib.auth.models import Permission

from companion.core.results import PlayResult, Sitter
from companion.models import Play
from companion.services.plays import recording
from tests.accounts.cast import member

DAY = date(2026, 3, 14)


def sitter(who: Any, place: int, score: int | None = None) -> Sitter:
    """A player: an account, or the name of someone without one."""
    return Sitter(place, name=who, score=score) if isinstance(who, str) else Sitter(place, who.pk, score=score)


def result(*rows: tuple[Any, ...], **facts: Any) -> PlayResult:
    """A result with these rows of who, place and perhaps score, on a spring day of 2026."""
    return PlayResult(tuple(sitter(*row) for row in rows), **{"played_on": DAY, **facts})


def recorded(recorder: Any, *rows: tuple[Any, ...], title: str = "masons", **facts: Any) -> Play:
    """Record a play of `title`."""
    return recording.record(recorder=recorder, title=title, result=result(*rows, **facts))


def moderator(name: str = "Zeno") -> Any:
    """A member who may decide about plays of others."""
    user = member(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return type(user).objects.get(pk=user.pk)
