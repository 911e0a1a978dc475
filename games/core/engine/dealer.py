"""Verifiable chance: every draw of a match is derived from one secret key, committed to before the first draw.

A draw is HMAC-SHA-256(key, purpose and index of the chance step) with rejection sampling. It depends on nothing else,
so a move cannot influence a later draw, and a hidden draw cannot shift a visible one. When the match is over the key
is revealed, and anybody can recompute every draw.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from games.core.engine.canonical import canonical
from games.core.engine.events import Event, EventKind
from games.core.engine.log import apply_event, chain_hash, chance_event
from games.core.engine.rules import Rules
from games.core.engine.state import CHANCE, ChanceStep, State
from games.core.errors import BrokenLog

KEY_BYTES = 32
SPACE = 1 << 256


def new_key() -> bytes:
    """Return a fresh 256-bit key from the system's secure source."""
    return secrets.token_bytes(KEY_BYTES)


def commitment(match_id: str, key: bytes) -> str:
    """Return SHA-256(match id || key) as hex: published when the match is created, checked when the key is revealed.

    >>> commitment("m1", b"key") == hashlib.sha256(b"m1key").hexdigest()
    True
    """
    return hashlib.sha256(match_id.encode() + key).hexdigest()


@dataclass(frozen=True, slots=True)
class Dealer:
    """Draws for one match. `nonces[seat]` is what the seat added before the first draw ("" if nothing)."""

    key: bytes
    match_id: str
    nonces: tuple[str, ...]

    def draw(self, step: ChanceStep) -> int:
        """Return the outcome of `step` that is drawn; the same each time."""
        total = sum(step.weights)
        limit = SPACE - SPACE % total
        attempt = 0
        while True:
            message = canonical(self.match_id, self.nonces, step.purpose, step.index, attempt)
            number = int.from_bytes(hmac.digest(self.key, message, "sha256"))
            if number < limit:
                break
            attempt += 1
        number %= total
        for outcome, weight in zip(step.outcomes, step.weights, strict=True):
            if number < weight:
                return outcome
            number -= weight
        raise AssertionError("weights sum to their total")

    def salt(self, ply: int) -> bytes:
        """Return the salt of the chain's link at `ply`."""
        return hmac.digest(self.key, canonical("salt", ply), "sha256")

    def bot_seed(self, ply: int, seat: int, level: str, version: int) -> int:
        """Return a 64-bit seed for the bot that decides at `ply`. Its decision cannot be recomputed while the key is
        secret, and can be afterwards."""
        return int.from_bytes(hmac.digest(self.key, canonical("bot", ply, seat, level, version), "sha256")[:8])

    def next_event(self, game: Rules, state: State) -> Event:
        """Return the draw for the chance step that `state` owes. `state` is not changed."""
        return chance_event(game, state, self.draw(state.chance_step()))

    def settle(self, game: Rules, state: State) -> list[Event]:
        """Apply draws to `state` until a seat must decide or the match is over. Returns their events, in order."""
        events = []
        while state.to_move() == CHANCE:
            outcome = self.draw(state.chance_step())
            events.append(chance_event(game, state, outcome))
            state.choose_chance(outcome)
        return events


def verify_match(
    game: Rules,
    dealer: Dealer,
    committed: str,
    seats: int,
    settings: dict[str, str],
    log: Sequence[tuple[Event, bytes]],
) -> list[str]:
    """Check a finished match: the key against the commitment, every draw, and every link of the hash chain.

    Returns the faults, one sentence each; an empty list if there are none.
    """
    faults = []
    if commitment(dealer.match_id, dealer.key) != committed:
        faults.append("the key does not match the commitment")
    state = game.initial_state(seats, settings)
    previous = b""
    for ply, (event, link) in enumerate(log):
        previous = chain_hash(previous, dealer.salt(ply), ply, event)
        if previous != link:
            return [*faults, f"ply {ply}: the chain is broken"]
        if event.kind == EventKind.CHANCE and state.to_move() == CHANCE:
            drawn = chance_event(game, state, dealer.draw(state.chance_step()))
            if drawn != event:
                faults.append(f"ply {ply}: the log says {event.text}, the key draws {drawn.text}")
        if event.kind != EventKind.SITE:
            try:
                apply_event(game, state, event)
            except BrokenLog as error:
                return [*faults, f"ply {ply}: {error}"]
    return faults
