"""A match that has begun, with everything the pages of one visitor read of it."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from games.core.engine.events import Event, EventKind
from games.core.engine.log import Position
from games.core.engine.state import State
from games.models import Match, Seat, Status
from games.policy import Label
from games.selectors import matches as selectors
from games.selectors.beside import Beside, beside_seat
from games.selectors.former_names import NOBODY, FormerNames, former_names_of
from games.selectors.lists import label_of
from games.selectors.reading import Reader
from games.views import log_text
from games.views.seat_cards import seat_of


@dataclass
class MatchContext:
    """A match that has begun, for one visitor. `seat` is None for a spectator. `moments` says when events were written,
    as far as that is known; it never changes."""

    match: Match
    seats: list[Seat]
    seat: Seat | None
    moments: dict[int, datetime] = field(default_factory=dict)

    @classmethod
    def for_user(cls, user: Any, match: Match) -> "MatchContext":
        """Return the context of `match` for `user`, who may be anonymous; one statement."""
        seats = selectors.seats_of(match)
        return cls(match, seats, seat_of(user, seats))

    def for_seat(self, seat: Seat | None) -> "MatchContext":
        """Return the same moment of the match for another visitor: the log and the position are not read again."""
        other = MatchContext(self.match, self.seats, seat, self.moments)
        other.events, other.position, other.former = self.events, self.position, self.former
        return other

    def times(self, first: int, end: int) -> dict[int, datetime]:
        """Return when the events from ply `first` up to but without `end` were written, as far as that can be read; a
        statement for those that are not known yet."""
        if unknown := [ply for ply in range(first, end) if ply not in self.moments]:
            self.moments.update(selectors.times_of(self.match, unknown[0], unknown[-1] + 1))
        return self.moments

    @cached_property
    def names(self) -> log_text.Names:
        """Names by seat index."""
        return selectors.names_of(self.seats)

    @cached_property
    def former(self) -> FormerNames:
        """Return former holders of seats that were taken over; a statement only if there was one."""
        return former_names_of({self.match.pk: self.events}).get(self.match.pk, NOBODY)

    @cached_property
    def label(self) -> Label | None:
        """Return what the match counts for; a statement only if it was arranged, in a league."""
        return label_of(self.match)

    @cached_property
    def events(self) -> list[Event]:
        """The log up to the ply of the match's row, so that row and log describe the same moment."""
        return selectors.log_of(self.match, self.match.ply)

    @cached_property
    def position(self) -> Position:
        """The position after `events`; raises `BrokenLog`."""
        return selectors.position_after(self.match, self.events)

    @cached_property
    def reader(self) -> Reader:
        """Return what the visitor may read of the log and of earlier positions."""
        return Reader(self.match, self.events, self.viewer)

    @cached_property
    def beside(self) -> Beside | None:
        """Return the visitor's surroundings of the match; one statement, and None without one for a spectator."""
        return None if self.seat is None else beside_seat(self.seat)

    @property
    def first_decision(self) -> int:
        """The ply at which the first move was made; the last one, if none was."""
        moves = (ply for ply, event in enumerate(self.events) if event.kind == EventKind.MOVE)
        return next(moves, self.match.ply)

    @property
    def viewer(self) -> int | None:
        """The index of the visitor's seat, or None."""
        return None if self.seat is None else self.seat.index

    @property
    def due(self) -> list[int]:
        """Seats that still owe a decision."""
        running = self.match.status == Status.RUNNING
        return [seat.index for seat in self.seats if running and seat.due_decision is not None]

    @property
    def state(self) -> State:
        """The state of `position`; raises `BrokenLog`."""
        return self.position.state

    def may_decide(self) -> bool:
        """Return whether the visitor may give, or change, a decision now; raises `BrokenLog`."""
        return (
            self.seat is not None
            and self.match.status == Status.RUNNING
            and not self.seat.bot_level
            and self.seat.index in self.state.deciders()
        )

    def may_resign(self) -> bool:
        """Return whether the visitor may give up their seat now."""
        return self.seat is not None and self.match.status == Status.RUNNING and not self.seat.bot
