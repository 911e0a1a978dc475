"""Mail settings of a player for one match."""

from typing import Any

from games import clock
from games.models import Match, Seat
from games.refusals import Forbidden
from games.services.match.play import NO_SEAT


def mute(*, user: Any, match: Match, is_muted: bool) -> None:
    """Stop mail about `match` to the holder of a seat, or resume it. Idempotent. Raises `Forbidden` for a user without
    a seat."""
    own = Seat.objects.filter(match=match, user=user.pk)
    if not own.exists():
        raise Forbidden(NO_SEAT)
    own.filter(muted_at__isnull=is_muted).update(muted_at=clock.now() if is_muted else None)
