"""Everything besides the table that the page of a match shows a player, read at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.core.errors import BrokenRow
from games.models import EndProposal, MatchNote, Seat, Spectator
from games.plumbing.prepared import Prepared
from games.selectors.lists import due_seats
from games.strict import UNREADABLE

_PROPOSAL = ("user_id", "seat", "moves", "number", "agreed", "is_declined")


@dataclass(frozen=True, slots=True)
class Beside:
    """The surroundings of a match for the holder of a seat: how many matches wait for their decision, whether anyone
    may be watching this one, their note (`note_version` 0: there is none), and the last proposal to end it."""

    waiting: int
    has_spectators: bool
    note: str
    note_version: int
    proposal: EndProposal | None


def _stored_beside(**seats: object) -> QuerySet[Any, Any]:
    own = MatchNote.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    waiting = due_seats(OuterRef("user")).order_by().values("user").annotate(number=Count("pk"))
    return Seat.objects.filter(**seats).values_list(
        Subquery(waiting.values("number")),
        Exists(Spectator.objects.filter(match=OuterRef("match"))),
        Subquery(own.values("text")),
        Subquery(own.values("version")),
        "pk",
        *(f"match__end_proposal__{name}" for name in _PROPOSAL),
    )


_OF_SEAT = Prepared(lambda seat: _stored_beside(pk=seat), 1_000_003)
_OF_MATCH = Prepared(lambda match: _stored_beside(match=match), "a match")


def beside_seat(seat: Seat) -> Beside:
    """Return the surroundings of the match of `seat` for its holder; one statement."""
    return beside_seats([seat])[seat.pk]


def beside_seats(seats: Sequence[Seat]) -> dict[int, Beside]:
    """Return the surroundings of the match of these seats, of one match, for each holder, by key; one statement, none
    for no seat."""
    if not seats:
        return {}
    match_id = seats[0].match_id
    try:
        rows = _OF_SEAT.rows(seats[0].pk) if len(seats) == 1 else _OF_MATCH.rows(match_id)
    except UNREADABLE:  # a proposal with invalid JSON: the page is shown without all this
        rows = []
    stored = {row[4]: row for row in rows}
    nothing = (None,) * (5 + len(_PROPOSAL))
    return {seat.pk: _beside(match_id, stored.get(seat.pk, nothing)) for seat in seats}


def _beside(match_id: str, row: Sequence[Any]) -> Beside:
    waiting, has_spectators, note, version, _seat, *facts = row
    return Beside(waiting or 0, bool(has_spectators), note or "", version or 0, _proposal(match_id, facts))


def _proposal(match_id: str, facts: Sequence[Any]) -> EndProposal | None:
    """Return the proposal, or None if there is none or it cannot be read."""
    if facts[0] is None:
        return None
    try:
        return EndProposal.from_db(None, ("match_id", *_PROPOSAL), (match_id, *facts))
    except BrokenRow:
        return None
