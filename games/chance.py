"""The secret key of a match, which no other module reads: draws, salts, seeds and seals are derived from it."""

from collections.abc import Iterable

from games.core.dealer import Dealer
from games.core.sealer import Sealer
from games.models import Match, MatchKey, Seat
from games.prepared import Prepared

_KEY = Prepared(lambda pk: MatchKey.objects.filter(pk=pk).values_list("key"), "a match")


def nonces_of(match: Match, seats: Iterable[Seat]) -> tuple[str, ...]:
    """The nonce that each seat added to the draws, in seat order; "" if none."""
    given = {seat.index: seat.nonce for seat in seats}
    return tuple(given.get(index, "") for index in range(match.seat_count))


def sealer_of(match: Match) -> Sealer:
    """What seals the decisions of a match that are stored before they take effect; one statement."""
    return Sealer(_key_of(match))


def dealer_of(match: Match, seats: Iterable[Seat]) -> Dealer:
    """The source of a match's draws, salts and bot seeds, with the nonces its seats added; one statement."""
    return Dealer(_key_of(match), match.pk, nonces_of(match, seats))


def sealing_keys(match_ids: Iterable[str]) -> dict[str, bytes]:
    """The keys that seal the rows of these matches, for `SealedRow`; one statement."""
    rows = MatchKey.objects.filter(pk__in=match_ids).values_list("pk", "key")
    return {match_id: bytes(key) for match_id, key in rows}


def _key_of(match: Match) -> bytes:
    ((key,),) = _KEY.rows(match.pk)  # every match has one
    return bytes(key)
