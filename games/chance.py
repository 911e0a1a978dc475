"""The one place that reads a match's secret key."""

from collections.abc import Iterable

from games.core.dealer import Dealer
from games.models import Match, MatchKey, Seat


def dealer_of(match: Match, seats: Iterable[Seat]) -> Dealer:
    """The source of a match's draws, salts and bot seeds, with the nonces its seats added; one statement."""
    key = bytes(MatchKey.objects.values_list("key", flat=True).get(match=match))
    given = {seat.index: seat.nonce for seat in seats}
    return Dealer(key, match.pk, tuple(given.get(index, "") for index in range(match.seat_count)))
