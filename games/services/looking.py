"""Noting that somebody looks at a match, so that notices stay silent meanwhile."""

from datetime import timedelta

from games import clock
from games.models import Match, Seat, Status

EVERY = timedelta(seconds=20)


def looked(match: Match, seat: Seat) -> None:
    """The holder of `seat` has the page of `match` open now. Written at most every 20 seconds, and when there is
    something new to have seen."""
    moment = clock.now()
    values: dict[str, object] = {}
    if seat.looked_at is None or moment - seat.looked_at >= EVERY or seat.looked_ply != match.ply:
        values = {"looked_at": moment, "looked_ply": match.ply}
    if match.status == Status.FINISHED and seat.end_seen_at is None:
        values["end_seen_at"] = moment
    if values:
        Seat.objects.filter(pk=seat.pk).update(**values)
