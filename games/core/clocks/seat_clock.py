"""The law of deadlines, as values: the clock of one seat and what each transition makes of it.

A decision of a turn runs on the seat's bank. At its first timeout in the match a bot makes this one decision, at the
second the seat is given up. An answer to another player's move has its own limit, which takes nothing from the bank;
when it passes, the title's default is the answer, and three missed in a row give the seat up. Where silence is a full
answer it costs no seat: a player silent twice in a row is away until they act again. Pauses suspend a clock and never
add time.

Nothing here knows a database or the time of day: callers pass the moment in.
"""

from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from enum import Enum

from games.core.clocks.pauses import NO_PAUSES, Interval, Pauses, PauseSchedule
from games.core.clocks.time_control import TimeControl
from games.core.engine.state import TURN

TIMEOUTS_ALLOWED = 1  # decisions of turns that a bot makes in place of the seat; one more and it is given up
MISSED_RESPONSES_LIMIT = 3  # answers missed in a row at which the seat is given up
SILENCES_UNTIL_AWAY = 2  # in a row, where silence is a full answer, after which the seat's answer is no longer awaited

_ZERO = timedelta(0)


class Expiry(Enum):
    """The consequence of running out of time."""

    BOT_DECIDES = "a bot makes this one decision"
    GIVE_UP = "the seat is given up"
    DEFAULT = "the title's default is the answer"
    DEFAULT_AND_GIVE_UP = "the title's default is the answer, and the seat is given up"


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time of one seat, and the decision that it owes.

    `bank` is the time left for turns, None if the match has no limits; it runs since `charging_since`.
    `credited_turn` is the turn (`State.turns`) that gave the last increment. `due_decision` is None when the seat
    owes nothing or has answered; it is owed since `due_since`. `deadline` is None when no clock runs.
    `bot_for_decision` is the decision that a bot makes because of the seat's first timeout. `silences` counts silent
    answers in a row where silence is a full answer. `standing_for_decision` is the decision that the holder has
    answered in advance.
    """

    bank: timedelta | None = None
    charging_since: datetime | None = None
    credited_turn: int = -1
    timeouts: int = 0
    missed_responses: int = 0
    bot_for_decision: int | None = None
    due_decision: int | None = None
    due_since: datetime | None = None
    deadline: datetime | None = None
    silences: int = 0
    standing_for_decision: int | None = None

    @property
    def is_away(self) -> bool:
        """Return whether the seat counts as silent, so that no answer of it is awaited where silence is a full
        answer."""
        return self.silences >= SILENCES_UNTIL_AWAY

    def back(self) -> "SeatClock":
        """Return the clock after its holder has shown that they are here."""
        return replace(self, silences=0)

    def answer_in_advance(self) -> "SeatClock":
        """Return the clock after its holder has answered in advance what the seat owes."""
        return replace(self, standing_for_decision=self.due_decision)

    def start(
        self,
        decision: int,
        moment: datetime,
        *,
        response: int,
        control: TimeControl,
        is_bot: bool = False,
        pauses: PauseSchedule = NO_PAUSES,
    ) -> "SeatClock":
        """Return the clock of a seat that owes `decision` from `moment` on; `response` is what `State.response()` says.

        A bot's seat has no deadline. `pauses` are those known now; `stop` must get them too.
        """
        charging_since = deadline = None
        if not is_bot and control.bank is not None:
            charging_since = moment if response == TURN else None
            deadline = pauses.after(moment, self._allowance(response, control))
        return replace(
            self,
            due_decision=decision,
            due_since=moment,
            charging_since=charging_since,
            deadline=deadline,
            bot_for_decision=None,
            standing_for_decision=None,
        )

    def reschedule(self, *, response: int, control: TimeControl, pauses: PauseSchedule) -> "SeatClock":
        """Return the running clock with the deadline that follows from `pauses`, after these have changed."""
        if self.deadline is None or self.due_since is None:
            return self
        return replace(self, deadline=pauses.after(self.due_since, self._allowance(response, control)))

    def _allowance(self, response: int, control: TimeControl) -> timedelta:
        limit = control.limit(response)
        return (self.bank or _ZERO) if limit is None else limit

    def stop(
        self,
        moment: datetime,
        *,
        response: int,
        turn: int,
        control: TimeControl,
        by_holder: bool,
        pauses: PauseSchedule = NO_PAUSES,
    ) -> "SeatClock":
        """Return the clock after the seat has decided. A turn is charged, and credited if it is the seat's first
        decision in `turn`.

        `by_holder` if the seat's own holder decided, which ends a row of missed responses. The decision stays
        owed until `start` or `idle`. An answer that is given again costs and earns nothing.
        """
        bank, credited_turn = self.bank, self.credited_turn
        if bank is not None and self.due_decision is not None and response == TURN:
            used = _ZERO if self.charging_since is None else pauses.running_time(self.charging_since, moment)
            bank = control.after_turn(bank, used=used, credit=turn != credited_turn)
            credited_turn = turn
        return replace(
            self,
            bank=bank,
            credited_turn=credited_turn,
            missed_responses=0 if by_holder else self.missed_responses,
            silences=0 if by_holder else self.silences,
            charging_since=None,
            deadline=None,
        )

    def idle(self) -> "SeatClock":
        """Return the clock of a seat that owes nothing."""
        if self.due_decision is None:
            return self
        return replace(
            self,
            due_decision=None,
            due_since=None,
            charging_since=None,
            deadline=None,
            bot_for_decision=None,
            standing_for_decision=None,
        )

    def vacate(self) -> "SeatClock":
        """Return the clock after the seat was given up: its bot decides what it owes, without a deadline."""
        return replace(
            self, charging_since=None, deadline=None, bot_for_decision=None, silences=0, standing_for_decision=None
        )

    def take_over(
        self, moment: datetime, *, response: int, control: TimeControl, pauses: PauseSchedule = NO_PAUSES
    ) -> "SeatClock":
        """Return the clock of a person who plays on from `moment` for the vacated seat: as at the start of the match.
        The time for a decision that the seat owes runs from now, except during the person's own `pauses`."""
        fresh = SeatClock(bank=control.bank)
        if self.due_decision is None:
            return fresh
        return fresh.start(self.due_decision, moment, response=response, control=control, pauses=pauses)

    def is_late(self, moment: datetime) -> bool:
        """Return whether the time is up: a decision exactly at the deadline comes too late."""
        return self.deadline is not None and self.deadline <= moment

    def expire(
        self, moment: datetime, *, response: int, silence_counts: bool = True
    ) -> tuple["SeatClock", Expiry | None]:
        """Return the clock once a passed deadline is settled, and what follows; unchanged and None if none has passed.
        `silence_counts` is what `State.silence_counts()` says.

        A settled clock has no deadline any more, so that settling it again does nothing.
        """
        if not self.is_late(moment):
            return self, None
        expired = replace(self, charging_since=None, deadline=None)
        if response != TURN and not silence_counts:
            return replace(expired, silences=self.silences + 1), Expiry.DEFAULT
        if response != TURN:
            missed = self.missed_responses + 1
            verdict = Expiry.DEFAULT_AND_GIVE_UP if missed >= MISSED_RESPONSES_LIMIT else Expiry.DEFAULT
            return replace(expired, missed_responses=missed), verdict
        expired = replace(expired, bank=_ZERO, timeouts=self.timeouts + 1)
        if expired.timeouts > TIMEOUTS_ALLOWED:
            return expired, Expiry.GIVE_UP
        return replace(expired, bot_for_decision=self.due_decision), Expiry.BOT_DECIDES

    def suspend(self, pauses: Pauses, known: PauseSchedule = NO_PAUSES) -> "SeatClock":
        """Return the clock after past `pauses` that were unknown before, such as an outage of the site.

        A clock that ran then, or was started then, has stood still: it is moved on by as much as it lost. One whose
        deadline had passed before stays late. Time that `known` pauses cover already is not given twice.
        """
        if not pauses.intervals:
            return self
        clock = self
        covered = known.between(pauses.intervals[0][0], pauses.intervals[-1][1])
        for interval in pauses.minus(covered).intervals:
            clock = clock._moved_past(interval, known)
        return clock

    def _moved_past(self, interval: Interval, known: PauseSchedule) -> "SeatClock":
        if self.deadline is None or self.due_since is None:
            return self
        begin, end = max(interval[0], self.due_since), interval[1]
        if begin >= end or self.deadline <= begin:
            return self
        lost = end - begin
        return replace(
            self,
            due_since=known.after(self.due_since, lost),
            charging_since=None if self.charging_since is None else known.after(self.charging_since, lost),
            deadline=known.after(self.deadline, lost),
        )

    def set_back(self, moment: datetime, distance: timedelta, known: PauseSchedule = NO_PAUSES) -> "SeatClock":
        """Return the clock after the time of day was set back by `distance`, to `moment`.

        A clock whose start is now in the future is moved back as well, and keeps its remaining time apart from `known`
        pauses. For an earlier start it is unknown which time of day it used: it is left as it is, so that nobody loses
        time.
        """
        if self.deadline is None or self.due_since is None or self.due_since <= moment:
            return self
        since = self.due_since - distance
        return replace(
            self,
            due_since=since,
            charging_since=None if self.charging_since is None else self.charging_since - distance,
            deadline=known.after(since, known.running_time(self.due_since, self.deadline)),
        )


CLOCK_FIELDS = tuple(field.name for field in fields(SeatClock))
