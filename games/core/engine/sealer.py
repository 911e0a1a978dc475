"""Seals of what is stored, made with the secret key of one match, so that an altered row is found.

A `Sealer` seals a decision that is stored before it takes effect. A `RowSealer` seals the fields of a row one by one,
so that the one that was altered can be named. The formulas are part of the stored data: they never change.
"""

import hmac
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from games.core.engine.canonical import canonical, canonical_value

MAC_BYTES = 8
BROKEN = bytes(MAC_BYTES)
"""Replaces the MAC of a field that did not hold when its row was written again. It fits no value."""


@dataclass(frozen=True, slots=True)
class Sealer:
    """Seals with the secret key of one match."""

    key: bytes

    def seal(self, window: int, seat: int, text: str) -> bytes:
        """Return the seal, an HMAC-SHA-256, of the answer `text` of `seat` in the window opened at ply `window`."""
        return hmac.digest(self.key, canonical("answer", window, seat, text), "sha256")

    def check(self, window: int, seat: int, text: str, seal: bytes) -> bool:
        """Return whether `seal` is the seal of exactly this answer."""
        return hmac.compare_digest(self.seal(window, seat, text), seal)


class RowSealer:
    """Seals the fields of one row: `table` and `identity` say which row of the match `match_id` it is.

    Each field of `names` has a MAC of `MAC_BYTES` bytes: BLAKE2b, keyed, over the table, the match, the identity, the
    field's name and its value. A row's MACs follow each other in the order of `names`. The first `loose` of them do not
    cover the identity: it is made of these fields, and if a row claims to be another one, they alone are named.
    """

    __slots__ = ("_loose", "_names", "_own", "_row")

    def __init__(
        self,
        key: bytes,
        match_id: str,
        table: bytes,
        identity: Sequence[object],
        names: Sequence[bytes],
        loose: int = 0,
    ) -> None:
        self._names = names
        self._loose = loose
        self._own = blake2b(b"%s %s " % (table, match_id.encode()), key=key, digest_size=MAC_BYTES)
        self._row = self._own.copy()
        self._row.update(b"".join([canonical_value(value) + b" " for value in identity]))

    def mac(self, place: int, value: object) -> bytes:
        """Return the MAC of the field at `place` in the order of the names, with this value."""
        hasher = (self._own if place < self._loose else self._row).copy()
        hasher.update(self._names[place] + canonical_value(value))
        return hasher.digest()

    def put(self, macs: bytes, place: int, value: object) -> bytes:
        """Return the MACs of a new row, of which the field at `place` now has another value."""
        at = place * MAC_BYTES
        return macs[:at] + self.mac(place, value) + macs[at + MAC_BYTES :]

    def replace(self, macs: bytes, place: int, old: object, new: object) -> bytes:
        """Return the MACs of a stored row of which one field changes; a MAC that did not hold stays wrong, as in
        `renew`."""
        at = place * MAC_BYTES
        held = macs[at : at + MAC_BYTES] == self.mac(place, old)
        return macs[:at] + (self.mac(place, new) if held else BROKEN) + macs[at + MAC_BYTES :]

    def seal(self, values: Sequence[object], wrong: Collection[int] = ()) -> bytes:
        """Return the MACs of a new row with these values of its fields; those of the places `wrong` fit nothing."""
        return b"".join([BROKEN if place in wrong else self.mac(place, value) for place, value in enumerate(values)])

    def altered(self, values: Sequence[object], stored: bytes) -> list[int]:
        """Return the places, in the order of the names, of the values that the `stored` MACs do not fit."""
        fit = self.seal(values)
        at = range(0, len(fit), MAC_BYTES)
        wrong = [i // MAC_BYTES for i in at if stored[i : i + MAC_BYTES] != fit[i : i + MAC_BYTES]]
        return [place for place in wrong if place < self._loose] or wrong

    def renew(self, before: Sequence[object], after: Sequence[object], stored: bytes) -> bytes:
        """Return the MACs of a row that was read with the values `before` and the MACs `stored`, and is written with
        `after`.

        Only fields that change are sealed again, and only if their seals held. One that did not stays wrong for good,
        so that writing a row does not hide what was done to it.
        """
        macs = bytearray(stored)
        size = len(self._names) * MAC_BYTES
        if len(macs) != size:
            macs = macs[:size].ljust(size, b"\0")
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not new and (old != new or type(old) is not type(new)):
                base, name = (self._own if place < self._loose else self._row), self._names[place]
                of_old, of_new = base.copy(), base.copy()  # as in mac, without a call: this is on the way of a move
                of_old.update(name + canonical_value(old))
                of_new.update(name + canonical_value(new))
                own = slice(place * MAC_BYTES, (place + 1) * MAC_BYTES)
                macs[own] = of_new.digest() if macs[own] == of_old.digest() else BROKEN
        return bytes(macs)
