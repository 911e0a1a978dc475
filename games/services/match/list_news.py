"""Tells users that one of their lists has changed when a match has moved."""

from collections.abc import Sequence

from games import live
from games.models import Match, Seat, Status


class ListNews:
    """The lists that a match appears in, and its position: by its status, and by whether it waits for them."""

    def __init__(self, match: Match, seats: Sequence[Seat], was: Status | None = None) -> None:
        """Initialise; `was` is the status of a match that is about to start."""
        self._match = match
        self._seats = seats
        self._lists = self._lists_now(was or match.status)

    def announce(self) -> None:
        """Notify the pages of users in whose lists the match has moved; after a take-over those of both holders."""
        before, self._lists = self._lists, self._lists_now(self._match.status)
        moved = [index for index, now in self._lists.items() if now != before[index]]
        people = [lists[index][0] for index in moved for lists in (before, self._lists)]
        live.announce_news(people, self._match.pk)

    def _lists_now(self, status: str) -> dict[int, tuple[int | None, str, bool]]:
        """Return, by seat, its holder and the position of the match in their lists."""
        return {
            seat.index: (seat.user_id, status, seat.due_decision is not None and not seat.bot_level)
            for seat in self._seats
        }
