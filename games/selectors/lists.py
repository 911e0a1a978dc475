"""Lists of matches: what waits for a player, what is open in the lobby."""

from typing import Any

from games.models import Seat, Status


def waiting_count(user: Any) -> int:
    """How many matches wait for a decision of `user`; one statement, none for an anonymous visitor."""
    if not user.is_authenticated:
        return 0
    return Seat.objects.filter(user=user, bot="", due_decision__isnull=False, match__status=Status.RUNNING).count()
