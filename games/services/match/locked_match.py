"""A locked match inside its transaction: replayed, changed, saved.

Everything that moves a match goes through a `LockedMatch`: a person's move, a bot's, the clock's. It lives as long as
one transaction. Callers change it by its methods and then `save()` it, which writes every new event, the changed
seats and the match's cached columns.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock, live, wake
from games.chance import dealer_of
from games.core.clocks.bot_turn import IN_ADVANCE
from games.core.clocks.pauses import Pauses, PauseSchedule
from games.core.clocks.seat_clock import CLOCK_FIELDS, Expiry, SeatClock
from games.core.engine import ending
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import Position, apply_event, chain_hash
from games.core.engine.sealer import Sealer
from games.core.engine.state import TURN, State
from games.core.errors import BrokenLog
from games.core.text import _
from games.models import Event, FormerHolder, Look, Match, Seat, Status
from games.plumbing import bulk_sql
from games.refusals import Conflict, Missing, SetAside
from games.selectors.matches import log_of, position_after, viewer_id
from games.selectors.stored import check_due, check_match, check_seats, reading_row
from games.services.bot_moves.bot_turns import BotTurns
from games.services.clocks import alarms, heartbeat
from games.services.match import locked_rows
from games.services.match.answers import Answers
from games.services.match.answers_in_advance import AnswersInAdvance
from games.services.match.list_news import ListNews
from games.services.seats import seat_pauses

VACANT_LEVEL = "medium"  # of the bot that plays on for a seat that was given up

MATCH_COLUMNS = (
    "status",
    "expires_at",
    "started_at",
    "finished_at",
    "annulled_at",
    "ply",
    "rev",
    "decision",
    "head",
    "deadline",
    "alarm",
    "stirred_at",
    "outcome",
    "macs",
)
SEAT_COLUMNS = ("bot", "vacated_at", *CLOCK_FIELDS, "pauses", "macs")
# The other columns of a seat that change when another person takes it over.
HOLDER_COLUMNS = ("user_id", "joined_at", "end_seen_at", "muted_at")


def seat_columns(seat: Seat) -> list[Any]:
    """Return the values of SEAT_COLUMNS: what a `LockedMatch` may change of a seat."""
    return [getattr(seat, name) for name in SEAT_COLUMNS]


class LockedMatch:
    """One match under its lock. `moment` is the server's time of receipt, the same for everything that happens.

    `gap` is the time before it in which the site is not known to have run, if the clocks are not moved by it yet, else
    None: it makes nobody late and is charged to no bank.
    """

    def __init__(
        self, match: Match, seats: list[Seat], moment: datetime, gap: Pauses | None = None, was: Status | None = None
    ) -> None:
        """Initialise. Raises `BrokenRow` if what was read of the match is invalid. `was` is the status of one that the
        caller is about to start."""
        check_match(match)
        check_seats(match, seats)
        check_due(match, seats)
        self.match = match
        self.seats = seats
        self.moment = moment
        self.gap = gap
        self.found_ply = match.ply  # before this transaction
        self.receipts: dict[int, int] = {}  # of the move by which it was locked, by seat: keys
        self.game = match.game
        self.time_control = clock.PACES[match.pace].time_control
        self._dealer: Dealer | None = None
        self._log: list[CoreEvent] | None = None
        self._position: Position | None = None
        self._fresh: list[Event] = []
        self._answers = Answers(match)
        self._in_advance = AnswersInAdvance(match)
        self._former_holders: list[FormerHolder] = []
        self._public_change = False
        self._pauses_are_current = False
        self._may_sleep: Collection[int] = ()  # whose vacations may begin by themselves, once the pauses are current
        self._stored = {seat.index: seat_columns(seat) for seat in seats}
        self._news = ListNews(match, seats, was)
        self._bot_turns = BotTurns(match, seats)

    @classmethod
    def lock(cls, match_id: str, actor: Any = None, client_move_id: str = "") -> "LockedMatch":
        """Lock the match, read its seats, and return them; raises `BrokenRow`, and `Missing`, also if there is an
        `actor` who may not know of it. Only inside a transaction."""
        with reading_row(match_id):
            match = locked_rows.lock_match(match_id, None if actor is None else viewer_id(actor))
            if match is None:
                raise Missing
            seats, receipts = locked_rows.seats_of(match, client_move_id)
        for seat in seats:
            seat.match = match
        moment = clock.now()
        gap = heartbeat.gap_before(match.pk, moment, match.last_heartbeat, match.owed_outage)
        locked = cls(match, seats, moment, gap)
        locked.receipts = receipts
        return locked

    # Reading.

    @property
    def log(self) -> list[CoreEvent]:
        """All events so far, those of this transaction included."""
        if self._log is None:
            self._log = log_of(self.match)
        return self._log

    @property
    def state(self) -> State:
        """The position after the log; raises `BrokenLog`."""
        if self._position is None:
            self._position = self._replayed()
        return self._position.state

    @property
    def dealer(self) -> Dealer:
        """The match's source of chance and salts."""
        if self._dealer is None:
            self._dealer = dealer_of(self.match, self.seats)
        return self._dealer

    @property
    def sealer(self) -> Sealer:
        """Return the sealer of the answers of the open window."""
        return Sealer(self.dealer.key)

    def seat(self, index: int) -> Seat:
        """Return the seat with this index; raises `Missing` if it has no holder."""
        for seat in self.seats:
            if seat.index == index:
                return seat
        raise Missing

    def answers(self) -> dict[int, str]:
        """Return the sealed answers of the open window, by seat."""
        given = self._answers.of_window(self.match.decision, self.sealer)
        return {answer.seat: answer.text for answer in given}

    # Changes.

    def write(self, event: CoreEvent, actor: int | None) -> None:
        """Append `event`, which the state has applied already, to the log and chain it to the one before."""
        ply = self.match.ply
        link = chain_hash(bytes(self.match.head), self.dealer.salt(ply), ply, event)
        row = Event(
            match=self.match,
            ply=ply,
            kind=event.kind.value,
            seat=event.seat,
            text=event.text,
            actor=actor,
            at=self.moment,
            hash=link,
        )
        row.seal_fields(self.dealer.key)
        self._fresh.append(row)
        self.log.append(event)
        self.match.head = link
        self.match.ply = ply + 1
        self._public_change = True

    def write_site_event(self, word: str, seat: Seat, actor: int | None = None) -> None:
        """Append a site event about `seat`: one of the words of `core.engine.ending`."""
        self.write(CoreEvent(EventKind.SITE, seat.index, word), actor)

    def begin(self) -> None:
        """Fill the banks, draw the chance that opens the match, and open the first decision."""
        for seat in self.seats:
            seat.clock = SeatClock(bank=self.time_control.bank)
        self.renew_pauses()
        self._open_decision()

    def decide(self, seat: Seat, text: str, actor: int | None) -> None:
        """Take the whole, legal move `text` of `seat`, which owes the open decision.

        A turn is applied now. A sealed answer is stored, or replaces the one given before; when none is missing,
        all of them are applied in seat order. `actor` is None when a bot or the default decided.
        """
        self._bot_turns.decide(seat)
        seat.clock = seat.clock.stop(
            self.moment,
            response=self.state.response(),
            turn=self.state.turns,
            control=self.time_control,
            by_holder=actor is not None,
            pauses=self._pauses_of(seat),
        )
        if not self.state.sealed():
            self._apply(seat.index, text, actor)
            self._open_decision()
            return
        self._answers.give(self.match.decision, seat.index, text, actor, self.moment, self.dealer.key)
        if seat.due_decision is None:
            return  # an answer was replaced: nothing public changed
        seat.clock = seat.clock.idle()
        self._public_change = True
        if not any(other.due_decision is not None for other in self.seats):
            self._apply_answers()

    def give_answers_in_advance(self) -> int:
        """Give the due answers in advance in the open decision as if their holders did it now; return how many."""
        decision, given = self.match.decision, 0
        due = [seat for seat in self.seats if seat.due_decision == decision and seat.level_owing == IN_ADVANCE]
        for seat in due:
            if self.match.decision == decision and self._give_answer_in_advance(seat):
                given += 1
        return given

    def give_up(self, seat: Seat, word: str, actor: int | None = None) -> None:
        """Write that `seat` was given up. With two seats the match is over, else a bot plays on."""
        self.write_site_event(word, seat, actor)
        seat.vacated_at = self.moment
        seat.bot = VACANT_LEVEL
        seat.clock = seat.clock.vacate()
        seat.pauses = None
        self._finish_if_over()

    def take_over(self, seat: Seat, user: Any) -> None:
        """Write that `user` plays on for the vacated `seat`. Only a `FormerHolder` says who left. The nonce of the seat
        stays, as the draws follow from it."""
        assert seat.vacated_at is not None
        former = FormerHolder(
            match=self.match,
            ply=self.match.ply,
            seat=seat.index,
            user_id=seat.user_id,
            left_at=seat.vacated_at,
            taken_over_at=self.moment,
        )
        former.seal_fields(self.dealer.key)
        self._former_holders.append(former)
        self.write_site_event(ending.TAKEN_OVER, seat, user.pk)
        seat.user, seat.joined_at = user, self.moment
        seat.end_seen_at, seat.muted_at = None, None
        seat.bot, seat.vacated_at = "", None
        self.renew_pauses()
        seat.clock = seat.clock.take_over(
            self.moment,
            response=self.state.response(),
            control=self.time_control,
            pauses=seat.pause_schedule,
        )

    def annul(self, word: str = ending.ANNULLED) -> None:
        """End the running match without a result that counts; `word` of `ending.WITHOUT_RESULT` says why."""
        self.write(CoreEvent(EventKind.SITE, None, word), None)
        self.match.annulled_at = self.moment
        self._finish_if_over()

    def tell(self) -> None:
        """Mark that something on open pages has changed outside the log: `save` notifies them."""
        self._public_change = True

    def settle_deadlines(self) -> bool:
        """Apply the law of deadlines (`core.clocks.seat_clock`) to every seat whose time is up; return whether anything
        happened.

        Idempotent: a settled deadline is gone. Nothing is settled in a `gap`: the next sweep moves the clocks.
        """
        if self.gap is not None:
            return False
        happened = False
        while self.match.status == Status.RUNNING:
            running = [seat for seat in self.seats if seat.deadline is not None]
            late = next((seat for seat in running if seat.clock.is_late(self.moment)), None)
            if late is None:
                break
            # No pause delays an answer in advance: its author need not be there to give it.
            is_answered = late.level_owing == IN_ADVANCE and self._give_answer_in_advance(late)
            if not is_answered and not self._may_be_paused(late):
                self._expire(late)
            happened = True
        return happened

    def renew_pauses(self) -> bool:
        """Take over what the site knows now of the seats' pauses, and move the deadlines that follow from them; return
        whether anything changed."""
        self._pauses_are_current = True
        changed = False
        current, self._may_sleep = seat_pauses.current_pauses(self.match, self.seats, self.moment)
        for index, pauses in current.items():
            seat = self.seat(index)
            if pauses == seat.pauses:
                continue
            seat.pauses = pauses
            if seat.deadline is not None:
                seat.clock = seat.clock.reschedule(
                    response=self.state.response(), control=self.time_control, pauses=seat.pause_schedule
                )
            changed = self._public_change = True
        return changed

    def save(self, *, has_receipt: bool = False) -> None:
        """Write everything; hints to open pages and wake-ups for the workers are sent after the commit. With
        `has_receipt` the caller stores a receipt of this moment too."""
        match = self.match
        bulk_sql.insert(self._fresh)
        self._answers.save()
        if self._public_change:
            match.rev += 1
        due = [seat for seat in self.seats if seat.due_decision is not None]
        changed = [seat for seat in self.seats if seat_columns(seat) != self._stored[seat.index]]
        alarms.set_deadline(match, due)
        if match.status != Status.RUNNING or (changed and not has_receipt):
            match.stirred_at = self.moment if match.status == Status.RUNNING else None
        for row in (match, *changed):
            row.renew_seals(self.dealer.key)
        bulk_sql.update([match], MATCH_COLUMNS)
        bulk_sql.update(changed, SEAT_COLUMNS)
        if self._former_holders:
            bulk_sql.insert(self._former_holders)
            new_holders = {former.seat for former in self._former_holders}
            taken = [seat for seat in self.seats if seat.index in new_holders]
            bulk_sql.update(taken, HOLDER_COLUMNS)
            Look.objects.filter(seat__in=taken).delete()
        bots_owe = self._bot_turns.save(
            self.moment, self.dealer.key, log_grew=bool(self._fresh), superseded=self._taken_over()
        )
        rev, ply = match.rev, match.ply
        # Functions: where one fails, Django names it in its log, and stumbles over a `partial`, which has no name.
        if self._public_change:
            transaction.on_commit(lambda: live.announce(match.pk, rev), robust=True)
        if bots_owe or (self._fresh and match.status == Status.FINISHED):
            transaction.on_commit(lambda: wake.advance(match.pk, ply), robust=True)
        elif self._fresh:
            transaction.on_commit(lambda: wake.owed(match.pk), robust=True)
        self._news.announce()
        self._stored.update({seat.index: seat_columns(seat) for seat in changed})
        self._fresh, self._former_holders, self._public_change = [], [], False

    # Internals.

    def _taken_over(self) -> set[int]:
        """Return the seats that were taken over since the open decision was opened: their bots' turns were superseded.
        Empty if no event was written: then nothing becomes a bot's."""
        if not self._fresh:
            return set()
        since = self.log[self.match.decision :]
        return {event.seat for event in since if event.text == ending.TAKEN_OVER and event.seat is not None}

    def _replayed(self) -> Position:
        if len(self.log) != self.match.ply:
            raise BrokenLog(f"{len(self.log)} events are stored, the match counts {self.match.ply}")
        position = position_after(self.match, self.log)
        if position.decision != self.match.decision:
            raise BrokenLog(f"the open decision is {position.decision}, the match says {self.match.decision}")
        return position

    def _apply(self, index: int, text: str, actor: int | None) -> None:
        event = CoreEvent(EventKind.MOVE, index, text)
        apply_event(self.game, self.state, event)
        self.write(event, actor)

    def _apply_answers(self) -> None:
        for answer in self._answers.of_window(self.match.decision, self.sealer, self.state.deciders()):
            self._apply(answer.seat, answer.text, answer.actor)
        self._open_decision()

    def _open_decision(self) -> None:
        """Draw chance until a seat has to decide; then open that decision and start its clocks, or end the match."""
        for event in self.dealer.settle(self.game, self.state):
            self.write(event, None)
        self.match.decision = self.match.ply
        self._answers.open_window()
        self._finish_if_over()
        if self.match.status == Status.RUNNING:
            self._start_clocks()
            self._answer_in_advance()

    def _start_clocks(self) -> None:
        deciders, response = self.state.deciders(), self.state.response()
        for seat in self.seats:
            if seat.index not in deciders:
                seat.clock = seat.clock.idle()
                continue
            seat.clock = seat.clock.start(
                self.match.decision,
                self.moment,
                response=response,
                control=self.time_control,
                is_bot=bool(seat.bot),
                pauses=seat.pause_schedule,
            )

    def _answer_in_advance(self) -> None:
        """Give answers in advance to the open window, due at the moment of a bot's. Where silence is a full answer,
        players who are away answer immediately, silently if they have none."""
        if self.state.response() == TURN:
            return
        decision, at_once = self.match.decision, []
        for seat in self.seats:
            if seat.due_decision != decision or seat.bot:
                continue
            text = self._in_advance.move_of(self.state, seat, self.dealer.key)
            if seat.is_away and not self.state.silence_counts():
                at_once.append((seat, self._default(seat.index) if text is None else text))
            elif text is not None:
                seat.clock = seat.clock.answer_in_advance()
        for seat, answer in at_once:
            if self.match.decision == decision and self.match.status == Status.RUNNING:
                self.decide(seat, answer, None)

    def _give_answer_in_advance(self, seat: Seat) -> bool:
        text = self._in_advance.move_of(self.state, seat, self.dealer.key)
        if text is None:
            seat.standing_for_decision = None  # the title thinks otherwise now: its holder is asked
            return False
        self.decide(seat, text, seat.user_id)
        return True

    def _pauses_of(self, seat: Seat) -> PauseSchedule:
        """Return all that is known of when the time of `seat` has not counted."""
        return seat.pause_schedule if self.gap is None else seat.pause_schedule.plus(self.gap)

    def _may_be_paused(self, late: Seat) -> bool:
        """Return whether a pause that the seat's row did not know of may mean that it is not late: those who sit here
        have changed something, or its holder goes on vacation rather than be late."""
        if not self.match.pause_rules:
            return False
        if not self._pauses_are_current:
            self.renew_pauses()
            return True
        if late.user_id not in self._may_sleep or not seat_pauses.begin_vacation(self.match, late):
            return False
        self.renew_pauses()
        return not late.clock.is_late(self.moment)

    def _expire(self, seat: Seat) -> None:
        seat.clock, expiry = seat.clock.expire(
            self.moment, response=self.state.response(), silence_counts=self.state.silence_counts()
        )
        if expiry == Expiry.BOT_DECIDES:
            self.write_site_event(ending.BOT_DECIDED, seat)
        elif expiry == Expiry.GIVE_UP:
            self.give_up(seat, ending.OUT_OF_TIME)
        else:
            self.write_site_event(ending.DEFAULTED, seat)
            if expiry == Expiry.DEFAULT_AND_GIVE_UP:
                self.give_up(seat, ending.MISSED_RESPONSES)
            if self.match.status == Status.RUNNING:
                self.decide(seat, self._default(seat.index), None)

    def _default(self, index: int) -> str:
        return self.game.format_move(self.state, index, self.state.default_move(index))

    def _finish_if_over(self) -> None:
        site = [event for event in self.log if event.kind == EventKind.SITE]
        outcome = ending.final_outcome(self.state, self.match.seat_count, site)
        if outcome is None:
            return
        self.match.status = Status.FINISHED
        self.match.finished_at = self.moment
        self.match.outcome = {
            "places": list(outcome.places),
            "reason": outcome.reason,
            "scores": None if outcome.scores is None else list(outcome.scores),
        }
        for seat in self.seats:
            seat.clock = seat.clock.idle()
            seat.pauses = None  # nothing of a person's days stays in a match that is over


def require_running(match: Match) -> None:
    """Raise the fitting `Conflict`, such as `SetAside`, unless `match` is running."""
    if match.status == Status.QUARANTINED:
        raise SetAside
    reasons = {
        Status.OPEN: _("This match hasn’t started yet."),
        Status.FINISHED: _("This match is over."),
        Status.EXPIRED: _("This table was closed before the match could start."),
    }
    if match.status != Status.RUNNING:
        raise Conflict(reasons[Status(match.status)])
