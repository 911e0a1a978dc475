"""The inputs of a match's draws: its nonces and its secret key, which no other module reads."""

from collections.abc import Iterable

from games.core.dealer import Dealer
from games.models import Match, MatchKey, Seat
from games.prepared import Prepared

_KEY = Prepared(lambda pk: MatchKey.objects.filter(pk=pk).values_list("key"), "a match")


def nonces_of(match: Match, seats: Iterable[Seat]) -> tuple[str, ...]:
    """The nonce that each seat added to the draws, in seat order; "" if none."""
    given = {seat.index: seat.nonce for seat in seats}
    return tuple(given.get(index, "") for index in range(match.seat_count))


def dealer_of(match: Match, seats: Iterable[Seat]) -> Dealer:
    """The source of a match's draws, salts and bot seeds, with the nonces its seats added; one statement."""
    ((key,),) = _KEY.rows(match.pk)  # every match has one
    return Dealer(bytes(key), match.pk, nonces_of(match, seats))
