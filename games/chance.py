"""The secret key of a match, which no other module reads: draws, salts, seeds and seals are derived from it."""

import hashlib
import re
from collections.abc import Iterable

from games.core.engine.dealer import Dealer
from games.core.engine.sealer import Sealer
from games.models import Match, MatchKey, Seat
from games.plumbing.prepared import Prepared

DIGEST = re.compile("[0-9a-f]{64}")
_KEY = Prepared(lambda pk: MatchKey.objects.filter(pk=pk).values_list("key"), "a match")


def nonce_digest(words: str) -> str:
    """Return what is stored and mixed in for a seat's `words`: their SHA-256 as hex; "" for none.

    >>> nonce_digest("") == ""
    True
    """
    return hashlib.sha256(words.encode()).hexdigest() if words else ""


def published_nonces(match: Match, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the nonces that may be shown. Matches from before digests were stored hold the words themselves; those of
    deleted accounts are replaced by their digest."""
    left = {seat.index for seat in seats if seat.user_id is None and not seat.bot}
    return tuple(
        nonce_digest(nonce) if index in left and not DIGEST.fullmatch(nonce) else nonce
        for index, nonce in enumerate(nonces_of(match, seats))
    )


def nonces_of(match: Match, seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the nonce that each seat added to the draws, in seat order; "" if none."""
    given = {seat.index: seat.nonce for seat in seats}
    return tuple(given.get(index, "") for index in range(match.seat_count))


def sealer_of(match: Match) -> Sealer:
    """Return the sealer of those decisions of a match that are stored before they take effect; one statement."""
    return Sealer(_key_of(match))


def dealer_of(match: Match, seats: Iterable[Seat]) -> Dealer:
    """Return the source of a match's draws, salts and bot seeds, with the nonces its seats added; one statement."""
    return Dealer(_key_of(match), match.pk, nonces_of(match, seats))


def sealing_keys(match_ids: Iterable[str]) -> dict[str, bytes]:
    """Return the keys that seal the rows of these matches, for `SealedRow`; one statement."""
    rows = MatchKey.objects.filter(pk__in=match_ids).values_list("pk", "key")
    return {match_id: bytes(key) for match_id, key in rows}


def _key_of(match: Match) -> bytes:
    ((key,),) = _KEY.rows(match.pk)  # every match has one
    return bytes(key)
