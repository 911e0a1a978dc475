"""Reads stored rows strictly. An invalid value raises `BrokenRow`, which names it, before it is used; code that acts on
the match then sets it aside (`services.keeping.quarantine`).

A database can hold more than the site writes: an unknown word, a seat that the table does not have, a moment in the
year 9999. The checks cost microseconds and read no further rows.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

import structlog
from django.db.models import QuerySet

from games import clock
from games.bots.levels import LEVELS
from games.core.clocks.bot_turn import IN_ADVANCE, TurnState
from games.core.clocks.personal_pauses import PersonalPauses
from games.core.engine.outcome import Outcome, places_by_key
from games.core.errors import BrokenLog, BrokenRow, MoveError
from games.models import MOST_RATING, Access, BotTurn, Match, Seat, Status
from games.strict import FIRST_MOMENT, LAST_MOMENT, UNREADABLE

logger = structlog.get_logger(__name__)

LONGEST_BANK = timedelta(days=3650)
BYTES = (bytes, memoryview)  # as SQLite and PostgreSQL give them
HASH_BYTES = 32
MOST_EVENTS = 1_000_000
LAST_NUMBER = 2**31 - 2  # can still be raised by one


def check_match(match: Match) -> None:
    """Raise `BrokenRow` if a column of `match` holds what no service writes."""
    match.game  # noqa: B018 - raises for an unknown title
    for field, is_right in _MATCH_CHECKS:
        if not is_right(match):
            raise BrokenRow.at(f"{field} of a match", getattr(match, field))


def match_outcome(match: Match) -> Outcome | None:
    """Return how `match` ended, None if it is not finished; raises `BrokenRow` if no rules could have
    led to that."""
    if not _is_outcome(match):
        raise BrokenRow.at("outcome of a match", match.outcome)
    stored = match.outcome
    if stored is None or match.status != Status.FINISHED:
        return None
    scores = stored.get("scores")
    return Outcome(tuple(stored["places"]), stored["reason"], None if scores is None else tuple(scores))


def stored_places(outcome: Any, seat_count: object) -> tuple[int, ...]:
    """Return the places of a finished match, from these two columns of it; raises `BrokenRow`."""
    places: Any = outcome.get("places") if isinstance(outcome, dict) else None
    if type(seat_count) is not int or not _are_numbers(places, seat_count) or not _is_placing(tuple(places)):
        raise BrokenRow.at("outcome of a match", outcome)
    return tuple(places)


def check_seats(match: Match, seats: Sequence[Seat]) -> None:
    """Raise `BrokenRow` if a column of one of the taken `seats` of a checked match holds what no service writes."""
    indices = [seat.index for seat in seats]
    started = match.status in (Status.RUNNING, Status.FINISHED)
    if len(set(indices)) != len(indices) or (started and len(indices) != match.seat_count):
        raise BrokenRow.at("index of the seats", indices)
    for seat in seats:
        if seat.index not in range(match.seat_count):
            raise BrokenRow.at("index of a seat", seat.index)
        for field, is_right in _SEAT_CHECKS:
            if not is_right(seat):
                raise BrokenRow.at(f"{field} of seat {seat.index}", getattr(seat, field))


def check_due(match: Match, seats: Sequence[Seat]) -> None:
    """Raise `BrokenRow` if a seat owes another decision than the open one. Only for rows that were read under the
    match's lock."""
    for seat in seats:
        if seat.due_decision is not None and seat.due_decision != match.decision:
            raise BrokenRow.at(f"due_decision of seat {seat.index}", seat.due_decision)


def check_turns(match: Match, turns: Sequence[BotTurn]) -> None:
    """Raise `BrokenRow` if a column of one of the `turns` of bots in a checked match holds what no service writes."""
    for turn in turns:
        if turn.seat not in range(match.seat_count):
            raise BrokenRow.at("seat of a bot's turn", turn.seat)
        for field, is_right in _TURN_CHECKS:
            if not is_right(turn):
                raise BrokenRow.at(f"{field} of the bot's turn on seat {turn.seat}", getattr(turn, field))


def stored_bytes(field: str, value: object) -> bytes:
    """Return the bytes that a column holds; raises `BrokenRow` if it holds something else."""
    if not isinstance(value, BYTES):
        raise BrokenRow.at(field, value)
    return bytes(value)


@contextmanager
def reading_row(match_id: str) -> Iterator[None]:
    """Raise `BrokenRow` in place of what the ORM raises at a stored value of a match that it cannot convert."""
    try:
        yield
    except BrokenLog:
        raise
    except UNREADABLE as error:
        raise BrokenRow(f"a row of match {match_id} cannot be read: {type(error).__name__}: {error}") from error


def each_readable(rows: QuerySet[Any, Any]) -> list[Any]:
    """Return `rows` without those that cannot be read. One of these makes the whole read fail, so all are then read one
    by one; normally this is `list(rows)`."""
    try:
        return list(rows)
    except UNREADABLE:
        keys = list(rows.prefetch_related(None).values_list("pk", flat=True))
    one_by_one = rows.all()
    one_by_one.query.clear_limits()
    found = []
    for key in keys:
        try:
            found += list(one_by_one.filter(pk=key))
        except UNREADABLE as error:
            logger.error("unreadable row skipped", table=rows.model._meta.db_table, key=key, error=type(error).__name__)
    return found


def stream_readable(rows: QuerySet[Any, Any], chunk: int) -> Iterator[Any]:
    """Yield as `each_readable` for more rows than memory should hold, reading `chunk` of them at a time, in order."""
    keys = rows.values_list("pk", flat=True).iterator(chunk)
    while some := list(islice(keys, chunk)):
        yield from each_readable(rows.filter(pk__in=some))


def unreadable(rows: QuerySet[Any, Any], chunk: int) -> set[Any]:
    """Return the keys of those of `rows` that cannot be read; `chunk` of them are read at a time."""
    keys, found = rows.values_list("pk", flat=True).iterator(chunk), set()
    while some := list(islice(keys, chunk)):
        found |= set(some) - {row.pk for row in each_readable(rows.filter(pk__in=some))}
    return found


def first_readable(rows: QuerySet[Any, Any], most: int) -> list[Any]:
    """Return the first `most` of `rows` that can be read; as long as all can, this is `list(rows[:most])`."""
    try:
        return list(rows[:most])
    except UNREADABLE:
        keys = rows.values_list("pk", flat=True)
    found: list[Any] = []
    for key in keys.iterator():
        if len(found) == most:
            break
        found += each_readable(rows.filter(pk=key))
    return found


def _is_number(value: object, most: int = LAST_NUMBER, least: int = 0) -> bool:
    return isinstance(value, int) and least <= value <= most


def _is_number_or_none(value: object, most: int = LAST_NUMBER) -> bool:
    return value is None or _is_number(value, most)


def _is_highest_rating(match: Match) -> bool:
    return match.rating_high is None or _is_number(match.rating_high, MOST_RATING, match.rating_low or 0)


def _is_moment(value: object, *, needed: bool = False) -> bool:
    if value is None:
        return not needed
    return isinstance(value, datetime) and FIRST_MOMENT < value < LAST_MOMENT


def _are_settings(match: Match) -> bool:
    given = match.settings
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        return False
    try:
        match.game.complete_settings(given, match.seat_count)
    except MoveError:
        return False
    return True


def _is_outcome(match: Match) -> bool:
    outcome = match.outcome
    if outcome is None:
        return match.status != Status.FINISHED
    if not isinstance(outcome, dict) or not isinstance(outcome.get("reason"), str):
        return False
    places, scores = outcome.get("places"), outcome.get("scores")
    return _are_places(places, match.seat_count) and (scores is None or _are_numbers(scores, match.seat_count))


def _are_places(values: Any, count: int) -> bool:
    """Return whether tied seats share the better place, and the next place is skipped."""
    return _are_numbers(values, count) and _is_placing(tuple(values))


@lru_cache(maxsize=1024)
def _is_placing(values: tuple[int, ...]) -> bool:
    return values == places_by_key([(place,) for place in values])


def _are_numbers(values: object, count: int) -> bool:
    return isinstance(values, list) and len(values) == count and all(type(value) is int for value in values)


def _are_pauses(seat: Seat) -> bool:
    if seat.pauses is None:
        return True
    try:
        PersonalPauses.from_json(seat.pauses)
    except ValueError:
        return False
    return True


_STATUSES = frozenset(Status.values)
_ACCESSES = frozenset(Access.values)
_STATES = frozenset(state.value for state in TurnState)

# In this order: a later check may rely on the earlier ones.
_MATCH_CHECKS: tuple[tuple[str, Callable[[Match], bool]], ...] = (
    ("status", lambda match: match.status in _STATUSES),
    ("access", lambda match: match.access in _ACCESSES),
    ("pace", lambda match: match.pace in clock.PACES),
    ("seat_count", lambda match: match.seat_count in match.game.seats),
    ("rules_version", lambda match: _is_number(match.rules_version, match.game.rules_version, 1)),
    ("settings", _are_settings),
    ("ply", lambda match: _is_number(match.ply, MOST_EVENTS)),
    ("decision", lambda match: _is_number(match.decision, match.ply)),
    ("rev", lambda match: _is_number(match.rev)),
    ("head", lambda match: isinstance(match.head, BYTES) and len(match.head) in (0, HASH_BYTES)),
    ("deadline", lambda match: _is_moment(match.deadline)),
    ("alarm", lambda match: _is_moment(match.alarm)),
    ("stirred_at", lambda match: _is_moment(match.stirred_at)),
    ("created_at", lambda match: _is_moment(match.created_at, needed=True)),
    ("expires_at", lambda match: _is_moment(match.expires_at)),
    ("started_at", lambda match: _is_moment(match.started_at)),
    ("finished_at", lambda match: _is_moment(match.finished_at, needed=match.status == Status.FINISHED)),
    ("annulled_at", lambda match: _is_moment(match.annulled_at)),
    ("outcome", _is_outcome),
    ("rating_low", lambda match: _is_number_or_none(match.rating_low, MOST_RATING)),
    ("rating_high", _is_highest_rating),
)
_SEAT_CHECKS: tuple[tuple[str, Callable[[Seat], bool]], ...] = (
    ("bot", lambda seat: not seat.bot or seat.bot in LEVELS),
    ("bank", lambda seat: seat.bank is None or timedelta(0) <= seat.bank <= LONGEST_BANK),
    ("charging_since", lambda seat: _is_moment(seat.charging_since)),
    ("credited_turn", lambda seat: _is_number(seat.credited_turn, least=-1)),
    ("timeouts", lambda seat: _is_number(seat.timeouts)),
    ("missed_responses", lambda seat: _is_number(seat.missed_responses)),
    ("bot_for_decision", lambda seat: _is_number_or_none(seat.bot_for_decision)),
    ("due_decision", lambda seat: _is_number_or_none(seat.due_decision)),
    ("due_since", lambda seat: _is_moment(seat.due_since, needed=seat.due_decision is not None)),
    ("deadline", lambda seat: _is_moment(seat.deadline)),
    ("pauses", _are_pauses),
    ("silences", lambda seat: _is_number(seat.silences)),
    ("standing_for_decision", lambda seat: _is_number_or_none(seat.standing_for_decision)),
    ("vacated_at", lambda seat: _is_moment(seat.vacated_at)),
)
_TURN_CHECKS: tuple[tuple[str, Callable[[BotTurn], bool]], ...] = (
    ("level", lambda turn: turn.level == IN_ADVANCE or turn.level in LEVELS),
    ("state", lambda turn: turn.state in _STATES),
    ("attempts", lambda turn: _is_number(turn.attempts)),
    ("publish_at", lambda turn: _is_moment(turn.publish_at, needed=True)),
    ("leased_until", lambda turn: _is_moment(turn.leased_until)),
)
