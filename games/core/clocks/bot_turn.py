"""The life cycle of a decision owed by a bot: which worker has it, its states, and when the move is published.

Pure: a moment comes in as an argument, and every step returns a new value or raises `IllegalStep`. The rows that hold
this state are `games.models.BotTurn`.

    WAITING ── lease ──► THINKING ── keep ──► KEPT ── publish ──► PUBLISHED
                            │                   │
                            │ the lease expires └─ reject (the seal does not fit) ──► WAITING
                            ├── lease ──► THINKING, MAX_ATTEMPTS times in all, then EXHAUSTED
                            └── renew after the time limit ──► TIMED_OUT

    SUPERSEDED ── reopen ──► WAITING

TIMED_OUT and EXHAUSTED are leased, kept and published like THINKING, but their move is the safe one. Every open state
can be published (the lock of the match decides which of two workers comes first) and superseded. A superseded decision
is reopened if it is the bot's again: a player took its seat over and gave it up before deciding.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

MAX_ATTEMPTS = 3
"""Times that a bot is asked about one decision if its workers leave no result."""


class TurnState(StrEnum):
    """The state of a decision that a bot owes."""

    WAITING = "waiting"  # no worker has leased it, or the kept move was rejected
    THINKING = "thinking"  # leased: the bot is asked
    TIMED_OUT = "timed_out"  # an attempt continued after its time limit: the bot is not asked again
    EXHAUSTED = "exhausted"  # the lease of every attempt expired: the bot is not asked again
    KEPT = "kept"  # decided; the sealed move waits for its moment
    PUBLISHED = "published"  # the move counts
    SUPERSEDED = "superseded"  # the match ended, or the decision is no longer this bot's


IN_ADVANCE = "standing"
"""Stored in place of a level where a person's answer in advance is given at the moment of a bot's."""

SAFE_MOVE_ONLY = (TurnState.TIMED_OUT, TurnState.EXHAUSTED)
LEASED = (TurnState.THINKING, *SAFE_MOVE_ONLY)
OPEN = (TurnState.WAITING, *LEASED, TurnState.KEPT)
CLOSED = (TurnState.PUBLISHED, TurnState.SUPERSEDED)


class IllegalStep(ValueError):
    """A step that the state of the decision, or another worker's lease, does not allow."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a decision: its state, the attempts begun, and the lease.

    `holder` is the token of the worker that has the lease, `leased_until` when the lease expires; both are empty while
    there is none.
    """

    state: TurnState = TurnState.WAITING
    attempts: int = 0
    holder: str = ""
    leased_until: datetime | None = None

    def leasable(self, now: datetime, length: timedelta) -> bool:
        """Return whether a lease of `length` can begin: no other is in force.

        One that ends later than two lengths from now was given before the clock was set back, and counts as expired.
        """
        if self.state != TurnState.WAITING and self.state not in LEASED:
            return False
        return self.leased_until is None or not now < self.leased_until <= now + 2 * length

    def lease(self, holder: str, now: datetime, length: timedelta) -> "Progress":
        """Return the progress with an attempt begun: its state says whether the bot may be asked, or only the safe move
        is left."""
        if not self.leasable(now, length):
            raise IllegalStep(f"no lease while {self}")
        state, attempts = self.state, self.attempts
        if state not in SAFE_MOVE_ONLY:
            state = TurnState.EXHAUSTED if attempts >= MAX_ATTEMPTS else TurnState.THINKING
            attempts += state == TurnState.THINKING
        return Progress(state, attempts, holder, now + length)

    def renew(self, holder: str, now: datetime, length: timedelta, *, overran: bool = False) -> "Progress":
        """Return the progress with the lease of `holder` extended, also when it has expired and no other worker took
        it. An attempt that `overran` its time limit keeps the lease, but is the last."""
        self._check_holder(holder)
        state = TurnState.TIMED_OUT if overran and self.state == TurnState.THINKING else self.state
        return replace(self, state=state, leased_until=now + length)

    def keep(self, holder: str) -> "Progress":
        """Return the progress once the move that `holder` came to is stored: its lease has ended."""
        self._check_holder(holder)
        return Progress(TurnState.KEPT, self.attempts)

    def reject(self) -> "Progress":
        """Return the progress once a kept move whose seal does not fit is dropped: the bot is asked again."""
        if self.state != TurnState.KEPT:
            raise IllegalStep(f"nothing to reject while {self}")
        return Progress(TurnState.WAITING, self.attempts)

    def publish(self) -> "Progress":
        """Return the progress once the move counts: it is in the log, or is the seat's sealed answer."""
        return self._closed(TurnState.PUBLISHED)

    def supersede(self) -> "Progress":
        """Return the progress of a decision that the bot no longer owes."""
        return self._closed(TurnState.SUPERSEDED)

    def reopen(self) -> "Progress":
        """Return the progress of a superseded decision that the bot owes again."""
        if self.state != TurnState.SUPERSEDED:
            raise IllegalStep(f"nothing to reopen while {self}")
        return Progress()

    def _check_holder(self, holder: str) -> None:
        if self.state not in LEASED or self.holder != holder:
            raise IllegalStep(f"{holder} has no lease while {self}")

    def _closed(self, state: TurnState) -> "Progress":
        if self.state not in OPEN:
            raise IllegalStep(f"closed already: {self}")
        return Progress(state, self.attempts)


# When the move is published. The possible moments of a decision are its opening plus one pause, plus two, and so on.


def first_moment(opened_at: datetime, pause: timedelta) -> datetime:
    """Return when a move is published if a worker comes in time and the bot thinks no longer than `pause`."""
    return opened_at + pause


def reserve(publish_at: datetime, pause: timedelta, now: datetime) -> datetime:
    """Return the moment for a bot that begins to think now: `publish_at`, or the first later one that is at least half
    a pause away. Without a pause the moment stays."""
    return _put_off(publish_at, pause, not_before=now + pause / 2)


def postpone(publish_at: datetime, pause: timedelta, now: datetime) -> datetime:
    """Return the moment for a move that was found only now: `publish_at`, or the first later one that has not
    passed."""
    return _put_off(publish_at, pause, not_before=now)


def clamp(publish_at: datetime, pause: timedelta, now: datetime) -> datetime:
    """Return the moment, corrected in case the clock was set back: if it is more than two pauses away, one pause from
    now."""
    return now + pause if publish_at > now + 2 * pause else publish_at


def _put_off(publish_at: datetime, pause: timedelta, not_before: datetime) -> datetime:
    """Return `publish_at` plus as many whole pauses as put it at or after `not_before`."""
    short = not_before - publish_at
    if not pause or short <= timedelta(0):
        return publish_at
    return publish_at - (-short // pause) * pause
