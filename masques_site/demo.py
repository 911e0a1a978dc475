"""Demo data for an empty site, created by the same services that people use."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from games.models import Access, Match, Seat, Status
from games.registry import TITLES
from games.services import play, tables
from games.services.bots import think

NAMES = ("Marco", "Lucia", "Tommaso", "Bianca")
LOGIN_FILE = "demo-login"


def login() -> str:
    """A sentence that tells the operator how to log in to the demo; empty if there is no demo."""
    path = settings.DATA_DIR / LOGIN_FILE
    if not path.is_file():
        return ""
    name, password = path.read_text().split()
    return f"Log in as {name} with the password {password}"


def populate() -> str:
    """Create demo users and, for every title, a finished and a running match, an open table, and a match of the first
    user against hard bots, which move as soon as workers are running.

    Returns the sentence of `login`. The password is random and stored in the data folder, readable by the owner only.
    """
    password = secrets.token_urlsafe(9)
    people = [_person(name, password if name == NAMES[0] else None) for name in NAMES]
    for game in TITLES.values():
        _finish(_match(game.slug, people[: game.seats[-1]]))
        _advance(_match(game.slug, people[: game.seats[0]]), decisions=8)
        tables.open_table(
            host=people[1],
            title=game.slug,
            seats=game.seats[-1],
            settings={},
            pace="standard",
            access=Access.OPEN,
            is_demo=True,
        )
    for game in TITLES.values():
        _match(game.slug, people[:1], bots=["hard"] * (game.seats[0] - 1))
    path = settings.DATA_DIR / LOGIN_FILE
    path.touch(mode=0o600)
    path.write_text(f"{NAMES[0]} {password}\n")
    return login()


def _person(name: str, password: str | None) -> Any:
    user = get_user_model()(username=name, is_demo=True)
    if password is None:
        user.set_unusable_password()
    else:
        user.set_password(password)
    user.save()
    return user


def _match(title: str, people: list[Any], bots: Sequence[str] = ()) -> Match:
    match = tables.open_table(
        host=people[0],
        title=title,
        seats=len(people) + len(bots),
        settings={},
        pace="relaxed",
        access=Access.OPEN,
        bots=bots,
        is_demo=True,
    )
    for user in people[1:]:
        tables.join_table(user=user, match_id=match.pk)
    return match


def _finish(match: Match) -> None:
    while _running(match):
        _decide(match)


def _advance(match: Match, decisions: int) -> None:
    """Play `decisions` decisions, and then on until the first demo user owes one."""
    while _running(match) and (decisions > 0 or not _due(match).filter(index=0).exists()):
        _decide(match)
        decisions -= 1


def _running(match: Match) -> bool:
    return Match.objects.filter(pk=match.pk, status=Status.RUNNING).exists()


def _due(match: Match) -> Any:
    return Seat.objects.filter(match=match, due_decision__isnull=False)


def _decide(match: Match) -> None:
    match = Match.objects.get(pk=match.pk)
    seat = _due(match).select_related("user").order_by("index")[0]
    play.play(
        actor=seat.user,
        match_id=match.pk,
        seat=seat.index,
        text=think(match, seat.index, "medium"),
        seen=match.decision,
        client_move_id=f"demo-{match.decision}",
    )
