"""Replaying logs. The log of a match is the source of truth: everything else is derived from it by the rules."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from games.core.engine.events import Event, EventKind
from games.core.engine.rules import Rules
from games.core.engine.state import CHANCE, State
from games.core.errors import STORED_VALUE_ERRORS, BrokenLog, MoveError


@dataclass(slots=True)
class Position:
    """A state reached by replay. `decision` is the ply at which the open decision was opened: one more than the ply of
    the last event that is not a site event."""

    state: State
    decision: int


def replay(game: Rules, seats: int, settings: Mapping[str, str], events: Iterable[Event]) -> Position:
    """Return the position after `events`; raises `BrokenLog`."""
    with reading_log():
        state = game.initial_state(seats, settings)
        decision = 0
        for ply, event in enumerate(events):
            if event.kind == EventKind.SITE:
                check_site_event(event, seats)
            else:
                apply_event(game, state, event)
                decision = ply + 1
    return Position(state, decision)


@contextmanager
def reading_log() -> Iterator[None]:
    """Raise `BrokenLog` for any error that the block, a function of a stored log alone, raises at nonsense in it."""
    try:
        yield
    except BrokenLog:
        raise
    except STORED_VALUE_ERRORS as error:
        raise BrokenLog(f"{type(error).__name__} while reading the log: {error}") from error


def check_site_event(event: Event, seats: int) -> None:
    """Raise `BrokenLog` if a site event concerns a seat that the match does not have."""
    if event.seat is not None and event.seat not in range(seats):
        raise BrokenLog(f"site event {event.text!r} about seat {event.seat!r}, of {seats}")


def apply_event(game: Rules, state: State, event: Event) -> None:
    """Apply one stored event (not a site event) to `state`.

    Raises `BrokenLog` if the rules do not allow it: the log was altered, or belongs to another rules version.
    """
    if event.kind == EventKind.MOVE:
        _apply_move(game, state, event)
    else:
        _apply_chance(game, state, event)


def _apply_move(game: Rules, state: State, event: Event) -> None:
    if event.seat is None or event.seat not in state.deciders():
        raise BrokenLog(f"move {event.text!r} by seat {event.seat}, which owes no decision")
    try:
        parts = game.parse_move(state, event.seat, event.text)
    except MoveError as error:
        raise BrokenLog(f"move {event.text!r} by seat {event.seat}: {error}") from error
    for part in parts:
        state.choose(event.seat, part)


def _apply_chance(game: Rules, state: State, event: Event) -> None:
    if state.to_move() != CHANCE:
        raise BrokenLog(f"chance {event.text!r}, but chance owes nothing")
    where, _, token = event.text.partition("=")
    step = state.chance_step()
    if where != chance_place(step.purpose, step.index):
        raise BrokenLog(f"chance {event.text!r}, but chance owes {chance_place(step.purpose, step.index)}")
    try:
        outcome = game.parse_chance(state, token)
    except MoveError as error:
        raise BrokenLog(f"chance {event.text!r}: {error}") from error
    if outcome not in step.outcomes:
        raise BrokenLog(f"chance {event.text!r} is not possible here")
    state.choose_chance(outcome)


def chance_place(purpose: str, index: tuple[int, ...]) -> str:
    """Return the identifier of a chance step within a match, for example ``deal/3.0.2``."""
    return f"{purpose}/{'.'.join(map(str, index))}"


def chance_event(game: Rules, state: State, outcome: int) -> Event:
    """Return the event that records `outcome` for the chance step that `state` owes."""
    step = state.chance_step()
    return Event(
        EventKind.CHANCE, None, f"{chance_place(step.purpose, step.index)}={game.format_chance(state, outcome)}"
    )


# The hash chain detects altered events. The salts keep hidden events from being guessed from their hashes.


def chain_hash(previous: bytes, salt: bytes, ply: int, event: Event) -> bytes:
    """Return SHA-256(previous || salt || event), the link of `event` at `ply`; `previous` is b"" for the first.

    The event is hashed as JSON without spaces: its ply, kind, seat and text.

    >>> first = chain_hash(b"", b"salt", 0, Event(EventKind.MOVE, 1, "3b"))
    >>> first == hashlib.sha256(b"salt" + b'[0,"move",1,"3b"]').digest()
    True
    """
    body = json.dumps([ply, event.kind.value, event.seat, event.text], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(previous + salt + body.encode()).digest()
