"""The time that a match gives: a bank for each seat's turns, and separate limits for answers to others' moves."""

from dataclasses import dataclass
from datetime import timedelta

from games.core.engine.state import CHALLENGE, REACTION, TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """A capped Fischer clock: every turn adds `increment` to the bank, which never grows above `cap` by it.

    `reaction` and `challenge` limit answers to others' moves. `bank` is None for no limit at all.
    """

    bank: timedelta | None
    increment: timedelta
    cap: timedelta
    reaction: timedelta
    challenge: timedelta

    def limit(self, response: int) -> timedelta | None:
        """Return the limit of one decision, where `response` is what `State.response()` says; None for a turn, which
        uses the bank, and in a match without limits."""
        if self.bank is None or response == TURN:
            return None
        return {REACTION: self.reaction, CHALLENGE: self.challenge}[response]

    def after_turn(self, bank: timedelta, *, used: timedelta, credit: bool) -> timedelta:
        """Return the bank after a decision that took `used`; `credit` when it is the seat's first in this turn.

        >>> day, hour = timedelta(days=1), timedelta(hours=1)
        >>> control = TimeControl(
        ...     bank=3 * day, increment=12 * hour, cap=5 * day, reaction=24 * hour, challenge=12 * hour
        ... )
        >>> str(control.after_turn(3 * day, used=day, credit=True))  # 12 hours more for the turn
        '2 days, 12:00:00'
        >>> control.after_turn(day, used=2 * day, credit=False) == timedelta(0)
        True
        """
        left = max(timedelta(0), bank - used)
        return min(self.cap, left + self.increment) if credit else left
