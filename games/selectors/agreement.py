"""Reads a proposal to end a match without a result: whether it is open, and who has not agreed to it."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.core.engine.events import Event, EventKind
from games.models import EndProposal, Match, Seat, Status
from games.selectors.matches import is_bot, log_of, seats_of
from games.selectors.stored import each_readable


def moves_of(log: Iterable[Event], seat: int) -> int:
    """Return how many moves of `seat` are in the log."""
    return sum(event.kind == EventKind.MOVE and event.seat == seat for event in log)


def may_agree(match: Match, seats: Sequence[Seat]) -> bool:
    """Return whether `match` may end by agreement. A rated one may not if one person is left with bots: bots agree to
    everything, so the person could avoid every defeat."""
    people = [seat for seat in seats if seat.user_id is not None and not seat.bot]
    return not match.is_rated or len(people) > 1 or not any(map(is_bot, seats))


def stands(proposal: EndProposal, seats: Sequence[Seat], log: Iterable[Event]) -> bool:
    """Return whether `proposal` may still be answered: nobody has declined, and its proposer plays on and has not
    decided since."""
    own = next((seat for seat in seats if seat.index == proposal.seat), None)
    if proposal.is_declined or own is None or own.bot or own.user_id != proposal.user_id:
        return False
    return moves_of(log, proposal.seat) <= proposal.moves


def still_to_agree(proposal: EndProposal, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose holders have not agreed. A seat that a bot holds, or plays for, needs no answer."""
    return [seat for seat in seats if seat.user_id is not None and not seat.bot and seat.user_id not in proposal.agreed]


def proposal_of(match: Match) -> EndProposal | None:
    """Return the last proposal to end `match`; None if there is none that can be read."""
    return next(iter(each_readable(EndProposal.objects.filter(match=match))), None)


def is_asked(match: Match, user: Any) -> bool:
    """Return whether there is an open proposal to end `match` that `user` has neither made nor answered; two
    statements, and one for the log."""
    proposal = proposal_of(match)
    if proposal is None or match.status != Status.RUNNING:
        return False
    seats = seats_of(match)
    asked = any(seat.user_id == user.pk for seat in still_to_agree(proposal, seats))
    return asked and stands(proposal, seats, log_of(match))
