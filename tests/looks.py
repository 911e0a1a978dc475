"""Looks of seats, for tests that read or change them."""

from typing import Any

from games.models import Look, Match, Seat
from games.services.beside import presence
from games.services.beside.looks import kept


def seen(seat: Seat) -> presence.Seen:
    """Return what the holder of a seat has seen, as a page of this process knows it now."""
    return presence.seen(Seat.objects.select_related("look").get(pk=seat.pk))


def stored(seat: Seat) -> tuple[int, int] | None:
    """Return the row of a seat's look: the holder, and how far the log was; None without a row."""
    return Look.objects.filter(seat=seat).values_list("holder", "ply").first()


def forget(match: Match | None = None, **seats: Any) -> None:
    """Delete the looks at the match (None: at all), or only those of `seats`."""
    kept.clear()
    Look.objects.filter(**{f"seat__{name}": value for name, value in seats.items()}).filter(
        **({} if match is None else {"seat__match": match})
    ).delete()


def have_seen(match: Match, ply: int) -> None:
    """Let the seats' holders have seen the log up to `ply`, and looked an hour ago."""
    forget(match)
    for seat in match.seats.exclude(user=None):
        Look.objects.create(seat=seat, holder=seat.user_id, at=1_700_000_000, ply=ply)
