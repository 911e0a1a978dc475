"""Faults of the cached columns: the rows, compared with what the log says."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from games import clock
from games.audit.rows import MatchRows, label
from games.core.clocks.bot_turn import LEASED, TurnState
from games.core.engine.ending import GIVEN_UP, TAKEN_OVER, final_outcome
from games.core.engine.events import EventKind
from games.core.engine.log import Position, replay
from games.core.engine.sealer import Sealer
from games.core.errors import BrokenLog, MoveError
from games.models import Event, FormerHolder, Match, Seat, Status

PLAYED = (Status.RUNNING, Status.FINISHED, Status.QUARANTINED)


def settings_faults(match: Match) -> list[str]:
    """Return the faults of the status, pace, seats and settings of a match: values that no host can have chosen."""
    faults = []
    if match.status not in Status.values:
        faults.append(f"match: status {match.status!r} is unknown")
    if match.pace not in clock.PACES:
        faults.append(f"match: pace {match.pace!r} is unknown")
    if match.seat_count not in match.game.seats:
        faults.append(f"match: seat_count {match.seat_count!r} is not one of the title's")
    try:
        if match.game.complete_settings(match.settings, match.seat_count) != match.settings:
            faults.append(f"match: settings {match.settings!r} are not complete")
    except (MoveError, TypeError, AttributeError):
        faults.append(f"match: settings {match.settings!r} are not the title's")
    return faults


def seat_faults(match: Match, seats: Sequence[Seat]) -> list[str]:
    """Return the contradictions of the rows of the seats to each other and to the match."""
    faults = []
    taken = [seat.index for seat in seats]
    if match.status in PLAYED and (len(taken) != match.seat_count or taken != list(range(len(taken)))):
        faults.append(f"match: seat_count is {match.seat_count}, the seats are {taken}")
    earliest = _earliest(seats) if match.status == Status.RUNNING else None
    if match.deadline != earliest and match.status != Status.QUARANTINED:
        faults.append(f"match: deadline is {match.deadline}, the seats' earliest is {earliest}")
    if match.status == Status.RUNNING and not _rings_in_time(match):
        faults.append(f"match: alarm is {match.alarm}, deadline is {match.deadline}")
    if (match.stirred_at is None) != (match.status != Status.RUNNING) and match.status != Status.QUARANTINED:
        faults.append(f"match: stirred_at is {match.stirred_at}, status is {match.status}")
    return faults + [
        f"seat {seat.index}: ended_at is {seat.ended_at}, finished_at of the match is {match.finished_at}"
        for seat in seats
        if seat.ended_at != match.finished_at
    ]


def _earliest(seats: Iterable[Seat]) -> datetime | None:
    return min((seat.deadline for seat in seats if seat.due_decision is not None and seat.deadline), default=None)


def _rings_in_time(match: Match) -> bool:
    if match.alarm is None or match.deadline is None:
        return match.alarm is match.deadline
    return match.alarm <= match.deadline


def replay_faults(match: Match, rows: MatchRows) -> list[str]:
    """Return the contradictions between the replayed log and the match; the events are those that the hash chain
    confirms."""
    if match.status not in PLAYED and rows.events:
        return [f"match: status is {match.status}, but events are stored"]
    try:
        position = replay(match.game, match.seat_count, match.settings, [event.core() for event in rows.events])
    except BrokenLog as error:
        return [f"the log does not replay: {error}"]
    faults = []
    if match.decision != position.decision:
        faults.append(f"match: decision is {match.decision}, the log says {position.decision}")
    faults += _end_faults(match, position, rows.events) + _vacated_faults(rows)
    if match.status == Status.RUNNING:
        faults += _due_faults(match, position, rows)
    return faults


def _end_faults(match: Match, position: Position, events: Sequence[Event]) -> list[str]:
    site = [event.core() for event in events if event.kind == EventKind.SITE]
    outcome = final_outcome(position.state, match.seat_count, site)
    over = match.status == Status.FINISHED
    faults = []
    if (outcome is not None) != over and match.status != Status.QUARANTINED:
        faults.append(f"match: status is {match.status}, the log says {outcome or 'that it goes on'}")
    if (match.finished_at is not None) != (outcome is not None):
        faults.append(f"match: finished_at is {match.finished_at}, the log says {outcome or 'that it goes on'}")
    scores = None if outcome is None or outcome.scores is None else list(outcome.scores)
    expected = outcome and {"places": list(outcome.places), "reason": outcome.reason, "scores": scores}
    if match.outcome != expected:
        faults.append(f"match: outcome is {match.outcome}, the log says {expected}")
    return faults


def _vacated_faults(rows: MatchRows) -> list[str]:
    """Return the contradictions to the log in who gave up a seat, and whose seat was taken over."""
    given_up: dict[int | None, datetime] = {}
    taken_over: dict[int, tuple[int | None, datetime | None, datetime]] = {}
    for event in rows.events:
        if event.kind == EventKind.SITE and event.text in GIVEN_UP:
            given_up[event.seat] = event.at
        elif event.kind == EventKind.SITE and event.text == TAKEN_OVER:
            taken_over[event.ply] = event.seat, given_up.pop(event.seat, None), event.at
    faults = [
        f"seat {seat.index}: vacated_at is {seat.vacated_at}, the log says {given_up.get(seat.index)}"
        for seat in rows.seats
        if seat.vacated_at != given_up.get(seat.index)
    ]
    return faults + _former_holder_faults(rows.former_holders, taken_over)


def _former_holder_faults(
    rows: Sequence[FormerHolder], taken_over: Mapping[int, tuple[int | None, datetime | None, datetime]]
) -> list[str]:
    faults = [
        f"{label(row)}: seat, left_at and taken_over_at are not what the log says"
        for row in rows
        if taken_over.get(row.ply) != (row.seat, row.left_at, row.taken_over_at)
    ]
    missing = sorted(set(taken_over) - {row.ply for row in rows})
    return faults + [f"former holder at ply {ply}: there is no row" for ply in missing]


def _due_faults(match: Match, position: Position, rows: MatchRows) -> list[str]:
    answered = {answer.seat for answer in rows.answers if answer.window == position.decision}
    if not position.state.sealed():
        answered = set()
    owing = set(position.state.deciders()) - answered
    faults = []
    for seat in rows.seats:
        expected = position.decision if seat.index in owing else None
        if seat.due_decision != expected:
            faults.append(f"seat {seat.index}: due_decision is {seat.due_decision}, the log says {expected}")
    return faults


def answer_faults(rows: MatchRows, sealer: Sealer) -> list[str]:
    """Return the faults of answers and kept moves of bots: an altered text or seal, a text that should not be
    stored."""
    faults = [
        f"{label(answer)}: text or seal was altered"
        for answer in rows.answers
        if not sealer.check(answer.window, answer.seat, answer.text, bytes(answer.seal))
    ]
    for turn in rows.bot_turns:
        kept = turn.state == TurnState.KEPT
        if kept and not sealer.check(turn.decision, turn.seat, turn.text, bytes(turn.seal)):
            faults.append(f"{label(turn)}: text or seal was altered")
        if not kept and (turn.text or bytes(turn.seal)):
            faults.append(f"{label(turn)}: text is stored, state is {turn.state}")
    return faults


def bot_turn_faults(rows: MatchRows) -> list[str]:
    """Return the contradictions between the open turns of bots, the decisions that bots or answers in advance owe, and
    the leases."""
    owed = {
        (seat.index, seat.due_decision) for seat in rows.seats if seat.due_decision is not None and seat.level_owing
    }
    stored = {(turn.seat, turn.decision) for turn in rows.bot_turns if turn.closed_at is None}
    faults = [
        f"the bot on seat {seat} owes decision {ply}, without an open turn" for seat, ply in sorted(owed - stored)
    ]
    faults += [
        f"seat {seat} has an open turn of a bot at {ply}, but does not owe it" for seat, ply in sorted(stored - owed)
    ]
    return faults + [
        f"{label(turn)}: state is {turn.state}, holder is {turn.holder!r} until {turn.leased_until}"
        for turn in rows.bot_turns
        if (turn.state in LEASED, turn.state in LEASED) != (bool(turn.holder), turn.leased_until is not None)
    ]
