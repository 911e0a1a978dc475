"""A locked match inside its transaction: replayed, changed, saved.

Everything that moves a match goes through a `LockedMatch`: a person's move, a bot's, the clock's. It lives as long as
one transaction. Callers change it by its methods and then `save()` it, which writes every new event, the changed
seats and the match's cached columns.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.db import transaction

from games import clock, live, wake
from games.chance import dealer_of
from games.core import ending
from games.core.dealer import Dealer
from games.core.errors import BrokenLog
from games.core.events import Event as CoreEvent
from games.core.events import EventKind
from games.core.log import Position, apply_event, chain_hash
from games.core.state import TURN, State
from games.core.text import _
from games.models import Answer, Event, Match, Seat, Status
from games.prepared import Prepared
from games.refusals import Conflict, Missing
from games.selectors.matches import log_of, position_after
from games.services import bulk_sql
from games.services.bot_turns import BotTurns

logger = structlog.get_logger(__name__)

VACANT_LEVEL = "medium"  # who plays on for a seat that was given up
SILENCES = 3  # response windows in a row without an answer until a seat is given up


MATCH_COLUMNS = (
    "status",
    "expires_at",
    "started_at",
    "finished_at",
    "ply",
    "rev",
    "decision",
    "head",
    "deadline",
    "outcome",
)
SEAT_COLUMNS = (
    "bot",
    "vacated_at",
    "bank",
    "charging_since",
    "credited_turn",
    "zeros",
    "silent",
    "stand_in",
    "due_decision",
    "due_since",
    "deadline",
)


def seat_columns(seat: Seat) -> list[Any]:
    """What of a seat a sitting may change."""
    return [getattr(seat, name) for name in SEAT_COLUMNS]


MATCH_TO_CHANGE = Prepared(lambda pk: Match.objects.select_for_update().filter(pk=pk), "a match")
SEATS = Prepared(lambda match: Seat.objects.filter(match=match), "a match")


class LockedMatch:
    """One match under its lock. `moment` is the server's time of receipt, the same for everything that happens."""

    def __init__(self, match: Match, seats: list[Seat], moment: datetime) -> None:
        self.match = match
        self.seats = seats
        self.moment = moment
        self.game = match.game
        self.pace = clock.PACES[match.pace]
        self._dealer: Dealer | None = None
        self._log: list[CoreEvent] | None = None
        self._position: Position | None = None
        self._fresh: list[Event] = []
        self._public_change = False
        self._stored = {seat.index: seat_columns(seat) for seat in seats}
        self._bot_turns = BotTurns(match, seats)

    @classmethod
    def lock(cls, match_id: str) -> "LockedMatch":
        """Lock the match and read its seats; raises `Missing`. Only inside a transaction."""
        match = MATCH_TO_CHANGE.first(match_id)
        if match is None:
            raise Missing
        seats = SEATS.all(match.pk)
        for seat in seats:
            seat.match = match
        return cls(match, seats, clock.now())

    # What stands in the log.

    @property
    def log(self) -> list[CoreEvent]:
        """All events so far, those of this transaction included."""
        if self._log is None:
            self._log = log_of(self.match)
        return self._log

    @property
    def state(self) -> State:
        """The position now; raises `BrokenLog`."""
        if self._position is None:
            self._position = position_after(self.match, self.log)
        return self._position.state

    @property
    def dealer(self) -> Dealer:
        """The match's source of chance and salts."""
        if self._dealer is None:
            self._dealer = dealer_of(self.match, self.seats)
        return self._dealer

    def seat(self, index: int) -> Seat:
        """The seat with this index; raises `Missing` if nobody sits there."""
        for seat in self.seats:
            if seat.index == index:
                return seat
        raise Missing

    def answers(self) -> dict[int, str]:
        """Sealed answers of the open window, by seat."""
        found = Answer.objects.filter(match=self.match, window=self.match.decision)
        return dict(found.values_list("seat", "text"))

    # Changes.

    def write(self, event: CoreEvent, actor: int | None) -> None:
        """Append `event` to the log, chained to the one before; it has been applied already."""
        ply = self.match.ply
        link = chain_hash(bytes(self.match.head), self.dealer.salt(ply), ply, event)
        self._fresh.append(
            Event(
                match=self.match,
                ply=ply,
                kind=event.kind.value,
                seat=event.seat,
                text=event.text,
                actor=actor,
                at=self.moment,
                hash=link,
            )
        )
        self.log.append(event)
        self.match.head = link
        self.match.ply = ply + 1
        self._public_change = True

    def note(self, word: str, seat: Seat, actor: int | None = None) -> None:
        """Write a site event about `seat`."""
        self.write(CoreEvent(EventKind.SITE, seat.index, word), actor)

    def begin(self) -> None:
        """Let chance open the match and give every seat its time."""
        for seat in self.seats:
            seat.bank = self.pace.bank
        self._settle()

    def decide(self, seat: Seat, text: str, actor: int | None) -> None:
        """Take the whole, legal move `text` of `seat`, which owes the open decision.

        A turn takes effect now. A sealed answer is kept, or replaces the one given before; the last one that was
        missing lets all of them take effect in seat order.
        """
        self._bot_turns.decide(seat)
        self._stop_clock(seat)
        if not self.state.sealed():
            self._take(seat.index, text, actor)
            self._settle()
            return
        Answer.objects.bulk_create(
            [
                Answer(
                    match=self.match,
                    window=self.match.decision,
                    seat=seat.index,
                    text=text,
                    actor=actor,
                    at=self.moment,
                    seal=self.dealer.seal(self.match.decision, seat.index, text),
                )
            ],
            update_conflicts=True,
            unique_fields=["match", "window", "seat"],
            update_fields=["text", "actor", "at", "seal"],
        )
        if seat.due_decision is None:
            return  # an answer was replaced: nothing public changed
        self._owes_nothing(seat)
        self._public_change = True
        if not any(other.due_decision is not None for other in self.seats):
            self._open_answers()

    def give_up(self, seat: Seat, word: str, actor: int | None = None) -> None:
        """Write that `seat` was given up. With two seats the match is over, else a bot plays on."""
        self.note(word, seat, actor)
        seat.vacated_at = self.moment
        seat.bot = VACANT_LEVEL
        seat.deadline = seat.charging_since = seat.stand_in = None
        self._look_for_the_end()

    def settle_deadlines(self) -> bool:
        """The one law of deadlines, applied to every seat whose time is up; whether anything happened.

        Idempotent: what it settles is no longer due. A turn decision: at its first zero a bot decides once, at
        the second the seat is given up. An answer to another seat's move: the title's default, and the seat is
        given up after three silences in a row.
        """
        happened = False
        while self.match.status == Status.RUNNING:
            late = [seat for seat in self.seats if seat.deadline is not None and seat.deadline <= self.moment]
            if not late:
                break
            self._time_is_up(late[0])
            happened = True
        return happened

    def save(self) -> None:
        """Write everything, and tell the world after the commit."""
        match = self.match
        bulk_sql.insert(self._fresh)
        if self._public_change:
            match.rev += 1
        due = [seat for seat in self.seats if seat.due_decision is not None]
        match.deadline = min((seat.deadline for seat in due if seat.deadline is not None), default=None)
        bulk_sql.update([match], MATCH_COLUMNS)
        changed = [seat for seat in self.seats if seat_columns(seat) != self._stored[seat.index]]
        bulk_sql.update(changed, SEAT_COLUMNS)
        bots_owe = self._bot_turns.save(self.moment, log_grew=bool(self._fresh))
        if self._public_change:
            transaction.on_commit(partial(live.announce, match.pk, match.rev), robust=True)
        if bots_owe or self._fresh:
            transaction.on_commit(partial(wake.advance, match.pk, match.ply), robust=True)
        self._stored.update({seat.index: seat_columns(seat) for seat in changed})
        self._fresh, self._public_change = [], False

    # The inside.

    def _take(self, index: int, text: str, actor: int | None) -> None:
        event = CoreEvent(EventKind.MOVE, index, text)
        apply_event(self.game, self.state, event)
        self.write(event, actor)

    def _open_answers(self) -> None:
        window = Answer.objects.filter(match=self.match, window=self.match.decision)
        for answer in window.order_by("seat"):
            if bytes(answer.seal) != self.dealer.seal(answer.window, answer.seat, answer.text):
                raise BrokenLog(f"the answer of seat {answer.seat} in window {answer.window} was altered")
            self._take(answer.seat, answer.text, answer.actor)
        self._settle()

    def _settle(self) -> None:
        """After the rules moved: draw chance, open the next decision, start its clocks, or end the match."""
        for event in self.dealer.settle(self.game, self.state):
            self.write(event, None)
        self.match.decision = self.match.ply
        self._look_for_the_end()
        if self.match.status == Status.RUNNING:
            self._start_clocks()

    def _start_clocks(self) -> None:
        deciders = self.state.deciders()
        limit = self.pace.limit(self.state.response())
        for seat in self.seats:
            if seat.index not in deciders:
                self._owes_nothing(seat)
                continue
            seat.due_decision, seat.due_since = self.match.decision, self.moment
            seat.deadline = seat.charging_since = None
            if seat.bot or self.pace.bank is None:
                continue
            if self.state.response() == TURN:
                seat.charging_since = self.moment
            seat.deadline = self.moment + (limit if limit is not None else seat.bank or timedelta(0))

    def _stop_clock(self, seat: Seat) -> None:
        """Charge `seat` for the decision it has just made and credit it for the turn."""
        self._credit(seat)
        seat.charging_since = seat.deadline = None

    def _credit(self, seat: Seat) -> None:
        if seat.bank is None or seat.due_decision is None or self.state.response() != TURN:
            return
        used = self.moment - seat.charging_since if seat.charging_since is not None else timedelta(0)
        turn = self.state.turn()
        seat.bank = self.pace.after_turn(seat.bank, used=used, credit=turn != seat.credited_turn)
        seat.credited_turn = turn

    def _owes_nothing(self, seat: Seat) -> None:
        seat.due_decision = seat.due_since = seat.deadline = seat.charging_since = seat.stand_in = None

    def _time_is_up(self, seat: Seat) -> None:
        if self.state.response() != TURN:
            seat.silent += 1
            self.note(ending.DEFAULTED, seat)
            if seat.silent >= SILENCES:
                self.give_up(seat, ending.SILENT)
            if self.match.status == Status.RUNNING:
                self.decide(seat, self._default(seat.index), None)
            return
        seat.zeros += 1
        seat.bank = timedelta(0)
        if seat.zeros > 1:
            self.give_up(seat, ending.OUT_OF_TIME)
            return
        self.note(ending.BOT_DECIDED, seat)
        seat.stand_in = seat.due_decision
        seat.deadline = seat.charging_since = None

    def _default(self, index: int) -> str:
        return self.game.format_move(self.state, index, self.state.default_move(index))

    def _look_for_the_end(self) -> None:
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
            self._owes_nothing(seat)


def set_aside(match_id: str, error: BrokenLog) -> None:
    """Quarantine a match whose log does not replay, so that nobody builds on it."""
    logger.error("match set aside: its log does not replay", match=match_id, error=str(error))
    with transaction.atomic(durable=True):
        Match.objects.filter(pk=match_id).update(status=Status.QUARANTINED, deadline=None)


def running(match: Match) -> None:
    """Raise the fitting `Conflict` unless `match` is running."""
    reasons = {
        Status.OPEN: _("This match has not started yet."),
        Status.FINISHED: _("This match is over."),
        Status.EXPIRED: _("This table was closed before the match could start."),
        Status.QUARANTINED: _("This match is set aside until its log has been examined."),
    }
    if match.status != Status.RUNNING:
        raise Conflict(reasons[Status(match.status)])


def seats_with(seats: Iterable[Seat], user_id: int | None) -> list[Seat]:
    """The seats that `user_id` holds and plays."""
    return [seat for seat in seats if user_id is not None and seat.user_id == user_id and not seat.bot]
