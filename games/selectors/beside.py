"""What the page of a match says to somebody with a seat besides the table, read at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.core.errors import BrokenRow
from games.models import EndProposal, MatchNote, Seat, Spectator
from games.prepared import Prepared
from games.selectors.lists import due_seats
from games.strict import UNREADABLE

_PROPOSAL = ("user_id", "seat", "moves", "number", "agreed", "is_declined")


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a match for the holder of a seat: how many matches wait for their decision, whether anybody
    may be watching this one, the own note (`note_version` 0: there is none), and the last proposal to end it."""

    waiting: int
    has_spectators: bool
    note: str
    note_version: int
    proposal: EndProposal | None


def _stored_beside(seat: int) -> QuerySet[Any, Any]:
    own = MatchNote.objects.filter(match=OuterRef("match"), user=OuterRef("user"))
    waiting = due_seats(OuterRef("user")).order_by().values("user").annotate(number=Count("pk"))
    return Seat.objects.filter(pk=seat).values_list(
        Subquery(waiting.values("number")),
        Exists(Spectator.objects.filter(match=OuterRef("match"))),
        Subquery(own.values("text")),
        Subquery(own.values("version")),
        *(f"match__end_proposal__{name}" for name in _PROPOSAL),
    )


_STORED = Prepared(_stored_beside, 1_000_003)


def beside_seat(seat: Seat) -> Beside:
    """What stands beside the match of `seat` for its holder; one statement."""
    try:
        rows = _STORED.rows(seat.pk)
    except UNREADABLE:  # a proposal that is no JSON: the page stands without all this
        rows = []
    row: tuple[Any, ...] = rows[0] if rows else (None,) * (4 + len(_PROPOSAL))
    waiting, has_spectators, note, version, *facts = row
    return Beside(waiting or 0, bool(has_spectators), note or "", version or 0, _proposal(seat.match_id, facts))


def _proposal(match_id: str, facts: Sequence[Any]) -> EndProposal | None:
    """None as well for one that cannot be read."""
    if facts[0] is None:
        return None
    try:
        return EndProposal.from_db(None, ("match_id", *_PROPOSAL), (match_id, *facts))
    except BrokenRow:
        return None
