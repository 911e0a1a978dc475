"""The numbers by which the duellist's network sees many duels at once: those of `duel_view.py`, in arrays.

A test holds both against each other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.school.match import (
    ANSWERING,
    HAND,
    KNOWN,
    LONGEST,
    PUBLIC,
    SLOTS,
    SPY,
    TABLE_OF_ROWS,
    TRUSTED,
    Flags,
    Floats,
    Ints,
    Matches,
    outcome,
)
from games.titles.mascarade.bots.duel_view import SPIES
from games.titles.mascarade.rules import components as box

OWN = slice(0, HAND)
OTHERS = slice(HAND, SLOTS)


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of all powers for one seat, by match and rank: on its lead, and whether it wins."""

    gains: Floats
    wins: Floats


def effects(matches: Matches, at: Ints, seats: Ints) -> Effects:
    """Return the effects of all powers in the hands of these seats."""
    powers = matches.powers[at]
    mine = np.broadcast_to(matches.coins[at, seats][:, None], powers.shape)
    theirs = np.broadcast_to(matches.coins[at, 1 - seats][:, None], powers.shape)
    after, rest, cheated = outcome(powers, mine, theirs, matches.justice[at][:, None])
    over = (np.maximum(after, rest) >= box.RICH) | (np.minimum(after, rest) <= 0)
    gains = np.where(powers == SPY, SPIES, np.minimum(12, after - rest - mine + theirs) / 6)
    return Effects(gains.astype(np.float32), (cheated | (over & (after > rest))).astype(np.float32))


def joined(*columns: NDArray[Any] | float) -> Floats:
    """Return columns side by side as the last axis, broadcast to one shape."""
    return np.stack(np.broadcast_arrays(*[np.asarray(each, dtype=np.float32) for each in columns]), axis=-1)


class Sight:
    """The view of deciders. Slots are in their order: the own ones first."""

    def __init__(self, matches: Matches, at: Ints, seats: Ints) -> None:
        self.matches, self.at, self.seats = matches, at, seats
        count = len(at)
        order = (seats[:, None] * HAND + np.arange(SLOTS)) % SLOTS
        self.order = order
        each = np.arange(count)[:, None]

        def rows(row: Ints) -> Floats:
            found: Floats = (matches.worlds[at, row] @ TABLE_OF_ROWS).reshape(count, SLOTS, SLOTS)[each, order]
            return found

        self.known = rows(KNOWN + seats)
        self.trusted = rows(TRUSTED + seats)
        self.public = rows(np.full_like(seats, PUBLIC))
        self.doubts = matches.doubts[at, 1 - seats][each, order]
        self.mine, self.theirs = effects(matches, at, seats), effects(matches, at, 1 - seats)
        self.unsure, self.hidden = 1 - self.known.max(axis=2), 1 - self.public.max(axis=2)
        gains, losses = np.maximum(self.mine.gains, 0), np.maximum(self.theirs.gains, 0)
        self.promises, self.dangers = expected(self.known, gains), expected(self.known, losses)
        self.victories, self.ends = expected(self.known, self.mine.wins), expected(self.known, self.theirs.wins)
        self.hopes, self.fears = expected(self.trusted, gains), expected(self.trusted, self.theirs.wins)
        self.coins, self.rival = matches.coins[at, seats], matches.coins[at, 1 - seats]
        self.last = (self.coins == 1, self.rival == 1)
        self.early = (matches.turn[at] <= box.EXCHANGE_TURNS).astype(np.float32)

    def position(self) -> Floats:
        """Return the numbers of each position."""
        gains, wins, losses, defeats = self.mine.gains, self.mine.wins, self.theirs.gains, self.theirs.wins
        held, theirs = self.known[:, OWN].max(axis=1), self.trusted[:, OTHERS].max(axis=1)
        kept = self.trusted[:, OWN].sum(axis=1)
        shown = self.public[:, OWN]
        masks = joined(
            gains,
            wins,
            losses,
            defeats,
            held,
            self.known[:, OWN].sum(axis=1),
            self.known[:, OTHERS].max(axis=1),
            kept,
            theirs,
            shown.max(axis=1),
            shown.sum(axis=1),
            self.public[:, OTHERS].max(axis=1),
            held * gains,
            held * wins,
            theirs * losses,
            theirs * defeats,
            (1 - kept) * losses,
            (1 - kept) * defeats,
        )
        return np.concatenate([masks.reshape(len(self.at), -1), self.situation()], axis=1)

    def situation(self) -> Floats:
        """Return the numbers that no single mask has."""
        matches, at = self.matches, self.at
        return joined(
            self.coins / 13,
            self.rival / 13,
            (self.coins - self.rival) / 10,
            matches.justice[at] / 4,
            self.early,
            np.minimum(1, matches.turn[at] / LONGEST),
            self.locked().astype(np.float32),
            *self.last,
            self.unsure[:, OWN].sum(axis=1),
            self.unsure[:, OTHERS].sum(axis=1),
            self.doubts[:, OWN].sum(axis=1),
            self.doubts[:, OTHERS].sum(axis=1),
            self.hidden[:, OWN].sum(axis=1),
        )

    def locked(self) -> Flags:
        """Return which of the deciders must not announce after a challenge."""
        found: Flags = self.matches.locked[self.at] & (self.seats == self.matches.active[self.at])
        return found

    def exchanges(self) -> Floats:
        """Return the numbers of each exchange, by own and other slot."""
        pairs = []
        for each in (
            self.promises,
            self.victories,
            self.dangers,
            self.ends,
            self.unsure,
            self.hidden,
            self.doubts,
            self.hopes,
            self.fears,
        ):
            pairs += [each[:, OWN, None], each[:, None, OTHERS]]
        return joined(1, *pairs, self.early[:, None, None])

    def looks(self) -> Floats:
        """Return the numbers of each look, by own slot."""
        return joined(1, *[each[:, OWN] for each in (self.unsure, self.hidden, self.promises, self.victories)])

    def claims(self) -> Floats:
        """Return the numbers of each announcement, by rank and own slot."""
        gain, win, loss, defeat = (
            each[:, :, None] for each in (self.mine.gains, self.mine.wins, self.theirs.gains, self.theirs.wins)
        )
        held, trusted, shown = (each[:, OWN].transpose(0, 2, 1) for each in (self.known, self.trusted, self.public))
        rival = self.trusted[:, OTHERS].argmax(axis=1)
        rival_trust = self.trusted[:, OTHERS].max(axis=1)
        doubt = np.take_along_axis(self.doubts[:, OTHERS], rival, axis=1) * (rival_trust > 0)
        away = self.public[:, OTHERS].sum(axis=1)[:, :, None]
        last = [each[:, None, None] for each in self.last]
        return joined(
            1,
            held,
            trusted,
            shown,
            held.max(axis=2, keepdims=True) - held,
            self.known[:, OTHERS].max(axis=1)[:, :, None],
            rival_trust[:, :, None],
            1 - trusted.sum(axis=2, keepdims=True),
            self.doubts[:, None, OWN],
            doubt[:, :, None],
            gain,
            win,
            loss,
            defeat,
            held * gain,
            held * win,
            (1 - held) * loss,
            (1 - held) * defeat,
            shown * gain,
            away * gain,
            *last,
            self.hidden[:, None, OWN],
        )

    def challenges(self) -> Floats:
        """Return the numbers of each challenge, by own slot."""
        matches, each = self.matches, np.arange(len(self.at))
        rank = matches.announced[self.at]
        pointed = (matches.pointed[self.at] - self.seats * HAND) % SLOTS
        gain, win, loss, defeat = (
            effect[each, rank][:, None]
            for effect in (self.mine.gains, self.mine.wins, self.theirs.gains, self.theirs.wins)
        )
        held, mine, shown = (rows[each, OWN, rank] for rows in (self.known, self.trusted, self.public))
        surely, true, openly = (rows[each, pointed, rank][:, None] for rows in (self.known, self.trusted, self.public))
        return joined(
            1,
            held,
            surely,
            mine,
            true,
            shown,
            openly,
            loss,
            defeat,
            gain,
            win,
            true * loss,
            mine * gain,
            (1 - true) * loss,
            true * defeat,
            (1 - true) * defeat,
            mine * win,
            *[last[:, None] for last in self.last],
            self.unsure[:, OWN],
            self.hidden[:, OWN],
        )

    def truth(self) -> Floats:
        """Return what only the judge of a position sees: the own masks, and whether an announcement is true."""
        matches, each = self.matches, np.arange(len(self.at))
        own = np.take_along_axis(matches.masks[self.at], self.order, axis=1)[:, OWN]
        holds = (own[:, :, None] == np.arange(SLOTS)).any(axis=1)
        answers = matches.phase[self.at] == ANSWERING
        rank = matches.announced[self.at]
        true = matches.masks[self.at, matches.pointed[self.at]] == rank
        loss, defeat = self.theirs.gains[each, rank], self.theirs.wins[each, rank]
        announced = joined(1, true, loss, defeat, true * defeat, true * loss) * answers[:, None]
        return np.concatenate([holds, announced], axis=1).astype(np.float32)


def expected(chances: Floats, worths: Floats) -> Floats:
    """Return the mean worth of the mask in each slot."""
    found: Floats = np.einsum("nsk,nk->ns", chances, worths)
    return found
