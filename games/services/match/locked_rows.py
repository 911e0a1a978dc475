"""The rows that a locked match begins with: its own, then those of its seats, which are read under its lock."""

from typing import Any

from django.db.models import OuterRef, Subquery

from games.models import Match, Receipt, Seat
from games.plumbing.prepared import Prepared
from games.selectors.matches import visible_to
from games.services.clocks import heartbeat

# The rows of matches to lock, each with the last heartbeat and an outage that it owes
# (`heartbeat.gap_before`).
_LOCKED = Match.objects.select_for_update().annotate(last_heartbeat=heartbeat.LAST, owed_outage=heartbeat.OWED)
_MATCH = Prepared(lambda pk: _LOCKED.filter(pk=pk), "a match")
_VISIBLE_MATCH = Prepared(lambda pk, user_id: _LOCKED.filter(visible_to(user_id), pk=pk), "a match", 1_000_003)
_SEATS = Prepared(lambda match: Seat.objects.filter(match=match), "a match")
# Fetch the receipt id with the seats to save a query. It must not come with the match's row: after waiting for that
# lock, a statement still reads other tables as they were before.
_RECEIPT = Receipt.objects.filter(match=OuterRef("match"), seat=OuterRef("index"))
_SEATS_WITH_RECEIPTS = Prepared(
    lambda match, name: (
        Seat.objects.filter(match=match)
        .select_related("user", "look")
        .annotate(receipt=Subquery(_RECEIPT.filter(client_move_id=name).values("pk")))
    ),
    "a match",
    "a name",
)


def lock_match(match_id: str, viewer: int | None) -> Any:
    """Lock the match and return it with `last_heartbeat` and `owed_outage`; None if there is none that `viewer` (None:
    anybody) may know of."""
    return _MATCH.first(match_id) if viewer is None else _VISIBLE_MATCH.first(match_id, viewer)


def seats_of(match: Match, client_move_id: str = "") -> tuple[list[Seat], dict[int, int]]:
    """Return the seats of a locked match, and the keys of the receipts that they have for `client_move_id`, by seat.
    With `client_move_id` the seats come with their users and looks, which pages show after the move."""
    if not client_move_id:
        return _SEATS.all(match.pk), {}
    seats: list[Any] = _SEATS_WITH_RECEIPTS.all(match.pk, client_move_id)
    return seats, {seat.index: seat.receipt for seat in seats if seat.receipt is not None}
