"""Matches as real play leaves them, written as rows: their logs are played by the rules and drawn from their own keys,
so that every page opens and the audit finds nothing wrong."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model

from bench.growth.store import new_row
from games import clock
from games.core.clocks.bot_turn import TurnState
from games.core.clocks.seat_clock import SeatClock
from games.core.engine import ending
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import chain_hash
from games.core.engine.sealer import Sealer
from games.core.engine.state import CHANCE, OVER, State
from games.core.kit.simulation import Simulation
from games.models import Access, Answer, BotTurn, Event, Match, MatchKey, MatchNote, Receipt, Seat, Status
from games.registry import TITLES
from games.sealed_row import SealedRow
from games.services.clocks import alarms
from games.services.match.locked_match import VACANT_LEVEL
from games.services.match.match_setup import new_match
from leagues.core.pools import Pool
from leagues.core.rating import Leaving, RatedMatch, RatedSeat
from leagues.core.reply_times import histogram
from leagues.models import ReplyTimes
from leagues.services.ratings.rated_results import row_of
from masques_site.notices import models as notices
from masques_site.notices.kinds.base import Kind
from masques_site.notices.kinds.matches import MatchFinished, YourTurn

PACE = "standard"
BETWEEN = timedelta(minutes=30)  # between two moves
BOT_LEVEL = "easy"
ANSWERED_AFTER = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to be written: `title` with `people` on its first seats and bots on the others, until it has `plies`
    events or is over. If it `ends`, its last event is at `until`; else it has been waiting since then. `unseen` are the
    people who have not looked at its end."""

    title: str
    people: Sequence[int]
    bots: int
    plies: int
    ends: bool
    until: datetime
    is_rated: bool = False
    is_public: bool = True
    unseen: Sequence[int] = ()

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return len(self.people) + self.bots


@dataclass(slots=True)
class Log:
    """The moves played: the events, the decision that each of them closed (None: chance or the site), the sealed
    windows among the decisions, and the position."""

    state: State
    events: list[CoreEvent] = field(default_factory=list)
    closed: list[int | None] = field(default_factory=list)
    windows: set[int] = field(default_factory=set)
    is_over: bool = False


SeatLook = tuple[str, int, dict[str, int]]
"""A match, the index of a seat, and the columns of its look: the key of the seat is not known yet."""


@dataclass(slots=True)
class Rows:
    """The rows of one match or of several, by model, in an order in which they can be stored."""

    by_model: dict[type[Model], list[Any]] = field(default_factory=dict)
    looks: list[SeatLook] = field(default_factory=list)
    status: str = ""  # of the one match

    def take(self, other: "Rows") -> None:
        """Add the rows of another match."""
        for model, rows in other.by_model.items():
            self.by_model.setdefault(model, []).extend(rows)
        self.looks += other.looks

    def add(self, *rows: Model) -> None:
        """Add rows of any models."""
        for row in rows:
            self.by_model.setdefault(type(row), []).append(row)


def rows_of(plan: Plan, *, receipts_since: datetime, notices_since: datetime, chance: random.Random) -> Rows:
    """Play the match of `plan`; return all its rows, with the receipts and notices since these moments."""
    game = TITLES[plan.title]
    match, key = new_match(title=plan.title, seats=plan.seats, settings=game.complete_settings({}, plan.seats))
    log = _played(match, key, plan, chance)
    at = _moments(log, plan.until)
    _fill_match(match, plan, log, at)
    seats = _seats(match, plan, log)
    alarms.set_deadline(match, seats)
    match.stirred_at = None if log.is_over else plan.until
    sealed: list[SealedRow] = [match, *seats, *_events(match, key, log, at, seats)]
    sealed += _answers(match, key, log, at, seats) + _bot_turns(match, log, at, seats)
    for row in sealed:
        row.seal_fields(key)
    into = Rows(status=match.status)
    into.looks += _looks(match, plan, seats)
    into.add(match, MatchKey(match=match, key=key), *sealed[1:])
    # No row of a match is younger than its last event: most matches are older than all that is kept.
    if plan.until >= receipts_since:
        into.add(*(row for row in _receipts(match, log, at, seats) if row.at >= receipts_since))
    if plan.until >= notices_since:
        into.add(*(row for row in _notices(match, log, at, seats) if row.created_at >= notices_since))
    if chance.random() < 0.05:
        into.add(MatchNote(match=match, user_id=plan.people[0], text="Remember how this began.", version=1))
    if log.is_over:
        _add_results(match, plan, log, at, into)
    return into


def _played(match: Match, key: bytes, plan: Plan, chance: random.Random) -> Log:
    """Play legal moves without any strategy; a seat that reaches its limit of moves resigns."""
    simulation = Simulation(match.game, plan.seats, match.settings, chance.randrange(1 << 30), "uniform")
    simulation.dealer = Dealer(key, match.pk, ("",) * plan.seats)
    log = Log(simulation.state, simulation.events)
    while (mover := log.state.to_move()) != OVER:
        if mover == CHANCE:
            simulation.step()
            log.closed.append(None)
            continue
        decision, deciders = len(log.events), list(log.state.deciders())
        # A bot that owes something would wake the workers: a match waits for people alone.
        if decision >= plan.plies and all(seat < len(plan.people) for seat in deciders):
            if not plan.ends:
                return log
            if plan.seats == 2:
                break
        if log.state.sealed():
            log.windows.add(decision)
        for _answer in deciders if log.state.sealed() else deciders[:1]:
            simulation.step()
            log.closed.append(decision)
    log.is_over = True
    if log.state.to_move() != OVER:
        log.events.append(CoreEvent(EventKind.SITE, 0, ending.RESIGNED))
        log.closed.append(None)
    return log


def _moments(log: Log, until: datetime) -> list[datetime]:
    """Return when each event was written; the last one is at `until`."""
    turns, numbers = 0, []
    for place, decision in enumerate(log.closed):
        # The answers of a window are written at once, and chance with its consequences.
        new = decision is not None and (place == 0 or log.closed[place - 1] != decision)
        turns += new or log.events[place].kind == EventKind.SITE
        numbers.append(turns)
    return [until - (turns - number) * BETWEEN for number in numbers]


def _fill_match(match: Match, plan: Plan, log: Log, at: Sequence[datetime]) -> None:
    match.pace, match.access = PACE, Access.OPEN if plan.is_public else Access.LINK
    match.is_rated, match.host_id = plan.is_rated, plan.people[0]
    match.started_at = at[0] - BETWEEN
    match.created_at = match.started_at - BETWEEN
    match.ply = match.rev = len(log.events)
    played = [ply for ply, event in enumerate(log.events) if event.kind != EventKind.SITE]
    match.decision = played[-1] + 1
    match.status = Status.RUNNING
    if not log.is_over:
        return
    match.status, match.finished_at = Status.FINISHED, plan.until
    match.end_announced_at = plan.until + timedelta(seconds=1)
    site = [event for event in log.events if event.kind == EventKind.SITE]
    outcome = ending.final_outcome(log.state, plan.seats, site)
    assert outcome is not None, "the log is over"
    scores = None if outcome.scores is None else list(outcome.scores)
    match.outcome = {"places": list(outcome.places), "reason": outcome.reason, "scores": scores}


def _seats(match: Match, plan: Plan, log: Log) -> list[Seat]:
    control = clock.PACES[PACE].time_control
    assert match.started_at is not None, "it has begun"
    owing = [] if log.is_over else log.state.deciders()
    found = []
    for index in range(plan.seats):
        user = plan.people[index] if index < len(plan.people) else None
        seat = Seat(match=match, index=index, user_id=user, joined_at=match.created_at)
        seat.bot = "" if user is not None else BOT_LEVEL
        seat.clock = SeatClock(bank=control.bank)
        if index in owing:
            response = log.state.response()
            seat.clock = seat.clock.start(match.decision, plan.until, response=response, control=control)
        if user is not None and log.is_over and user not in plan.unseen:
            seat.end_seen_at = plan.until + timedelta(minutes=1)
        found.append(seat)
    if log.events[-1].kind == EventKind.SITE:
        found[0].vacated_at, found[0].bot = plan.until, VACANT_LEVEL
    return found


def _looks(match: Match, plan: Plan, seats: Sequence[Seat]) -> Iterator[SeatLook]:
    for seat in seats:
        if seat.user_id is not None:
            at = seat.end_seen_at or plan.until - BETWEEN
            ply = max(0, match.ply - 3) if seat.user_id in plan.unseen else match.ply
            yield match.pk, seat.index, {"holder": seat.user_id, "at": int(at.timestamp()), "ply": ply}


def _events(match: Match, key: bytes, log: Log, at: Sequence[datetime], seats: Sequence[Seat]) -> list[SealedRow]:
    dealer, link = Dealer(key, match.pk, ("",) * len(seats)), b""
    found: list[SealedRow] = []
    for ply, (event, moment) in enumerate(zip(log.events, at, strict=True)):
        link = chain_hash(link, dealer.salt(ply), ply, event)
        actor = None if event.seat is None else seats[event.seat].user_id
        columns = {"seat": event.seat, "text": event.text, "actor": actor, "at": moment, "hash": link}
        found.append(new_row(Event, match_id=match.pk, ply=ply, kind=event.kind.value, **columns))
    match.head = link
    return found


def _moves(log: Log) -> list[tuple[int, int, int, str]]:
    """Return the ply, the decision, the seat and the text of each move."""
    return [
        (ply, decision, event.seat, event.text)
        for ply, (event, decision) in enumerate(zip(log.events, log.closed, strict=True))
        if decision is not None and event.seat is not None
    ]


def _answers(match: Match, key: bytes, log: Log, at: Sequence[datetime], seats: Sequence[Seat]) -> list[SealedRow]:
    sealer = Sealer(key)
    return [
        new_row(
            Answer,
            match_id=match.pk,
            window=decision,
            seat=seat,
            text=text,
            actor=seats[seat].user_id,
            at=at[ply],
            seal=sealer.seal(decision, seat, text),
        )
        for ply, decision, seat, text in _moves(log)
        if decision in log.windows
    ]


def _bot_turns(match: Match, log: Log, at: Sequence[datetime], seats: Sequence[Seat]) -> list[SealedRow]:
    return [
        new_row(
            BotTurn,
            match_id=match.pk,
            decision=decision,
            seat=seat,
            level=BOT_LEVEL,
            publish_at=at[ply],
            state=TurnState.PUBLISHED.value,
            attempts=1,
            closed_at=at[ply],
        )
        for ply, decision, seat, _text in _moves(log)
        if seats[seat].user_id is None
    ]


def _receipts(match: Match, log: Log, at: Sequence[datetime], seats: Sequence[Seat]) -> list[Receipt]:
    return [
        new_row(
            Receipt,
            match_id=match.pk,
            seat=seat,
            client_move_id=f"{match.pk}-{ply}",
            text=text,
            rev=ply + 1,
            at=at[ply],
        )
        for ply, _decision, seat, text in _moves(log)
        if seats[seat].user_id is not None
    ]


def _notices(match: Match, log: Log, at: Sequence[datetime], seats: Sequence[Seat]) -> list[notices.Notice]:
    owed = {(decision, seat) for _ply, decision, seat, _text in _moves(log)}
    owed |= {(match.decision, seat.index) for seat in seats if seat.due_decision is not None}
    found = []
    for decision, seat in sorted(owed):
        if seats[seat].user_id is not None:
            opened = at[decision - 1] if decision else at[0]
            state = notices.State.PASSED if decision == match.decision else notices.State.MOOT
            found.append(_notice(match, seats[seat], YourTurn, opened, state, decision))
    if match.finished_at is not None:
        people = [seat for seat in seats if seat.user_id is not None and seat.vacated_at is None]
        found += [_notice(match, seat, MatchFinished, match.finished_at, notices.State.PASSED) for seat in people]
    return found


def _notice(
    match: Match, seat: Seat, kind: type[Kind], moment: datetime, state: notices.State, decision: int = 0
) -> notices.Notice:
    assert seat.user_id is not None, "bots get no notices"
    passed_at = moment if state == notices.State.PASSED else None
    return new_row(
        notices.Notice, user_id=seat.user_id, match_id=match.pk, seat=seat.index, decision=decision, kind=kind.code,
        topic=kind.topic, created_at=moment, state=state, due_at=moment, passed_at=passed_at,
    )  # fmt: skip


def _add_results(match: Match, plan: Plan, log: Log, at: Sequence[datetime], into: Rows) -> None:
    """Add what leagues store for a finished match."""
    assert match.finished_at is not None, "it is over"
    assert match.outcome is not None, "it is over"
    if plan.is_public:
        for player in plan.people:
            counts = list(histogram([ANSWERED_AFTER] * 8))
            row = ReplyTimes(match=match.pk, player=player, title=match.title, pace=PACE, counts=counts)
            row.finished_at = match.finished_at
            into.add(row)
    if not plan.is_rated:
        return
    left = log.events[-1].kind == EventKind.SITE
    seats = [RatedSeat(player, match.outcome["places"][index]) for index, player in enumerate(plan.people)]
    if left:
        seats[0] = RatedSeat(plan.people[0], match.outcome["places"][0], Leaving.RESIGNED, at[-1])
    game = match.game
    usual = [count for number, count in sorted(game.usual_moves.items()) if number <= match.seat_count]
    length = sum(event.kind == EventKind.MOVE for event in log.events)
    pool = Pool.of_match(False, game.rated_apart, match.settings).slug
    rated = RatedMatch(
        match.pk, match.title, pool, match.finished_at, tuple(seats), length, usual[-1] if usual else 0, True
    )
    into.add(row_of(rated))
