"""Rooms of the tests, and people who come with their codes."""

from typing import Any

from django.test import Client

from companion.models import Room
from companion.services.rooms import opening, sitting
from games.models import Match
from tests.cast import fresh


def opened(host: Any, *, seats: int = 3, session: str = "", **more: Any) -> Match:
    """Open a room of `host` for Lantern; return its match."""
    values = {"title": "lantern", "settings": {}, "pace": "unlimited", **more}
    return fresh(opening.open_room(host=host, session=session, seats=seats, **values))


def code_of(match: Match) -> str:
    """Return the code of a room."""
    code = Room.objects.get(pk=match.pk).code
    assert code is not None
    return code


def sit(client: Client, match: Match, **more: Any) -> Any:
    """Sit down by the room's code, as a phone does; return the response."""
    return client.post(f"/room/{code_of(match)}/sit/", **more)


def started(match: Match) -> Match:
    """Start the match of a room, as its host does; return it."""
    sitting.start(host=match.host, match_id=match.pk, rev=fresh(match).rev)
    return fresh(match)


def holders(match: Match) -> list[str | None]:
    """Return who sits on each seat: the name of a user or the level of a bot, None for a free one."""
    taken = {seat.index: seat.user.username if seat.user else seat.bot for seat in match.seats.select_related("user")}
    return [taken.get(index) for index in range(match.seat_count)]
