"""The next time-out of a match, and when the sweep is to check (docs/decisions/0043)."""

from collections.abc import Iterable
from datetime import datetime

from games.models import Match, Seat


def earliest_deadline(seats: Iterable[Seat]) -> datetime | None:
    """Return when the first of these seats runs out of time; None if no clock runs."""
    return min((seat.deadline for seat in seats if seat.deadline is not None), default=None)


def set_deadline(match: Match, seats: Iterable[Seat]) -> None:
    """Set the deadline of `match` by its `seats`, and an alarm that comes no later. An earlier alarm stays: it is
    indexed, and most deadlines are replaced by later ones before they have passed."""
    match.deadline = earliest_deadline(seats)
    if match.deadline is None or match.alarm is None:
        match.alarm = match.deadline
    else:
        match.alarm = min(match.deadline, match.alarm)
