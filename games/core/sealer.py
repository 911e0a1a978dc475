"""Seals of decisions that are stored before they take effect, so that an altered one is found in time."""

import hmac
from dataclasses import dataclass

from games.core.canonical import canonical


@dataclass(frozen=True, slots=True)
class Sealer:
    """Seals with the secret key of one match."""

    key: bytes

    def seal(self, window: int, seat: int, text: str) -> bytes:
        """The HMAC-SHA-256 that the answer `text` of `seat`, in the window opened at ply `window`, is stored with."""
        return hmac.digest(self.key, canonical("answer", window, seat, text), "sha256")

    def check(self, window: int, seat: int, text: str, seal: bytes) -> bool:
        """Whether `seal` is the seal of this very answer."""
        return hmac.compare_digest(self.seal(window, seat, text), seal)
