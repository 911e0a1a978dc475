"""A duel as its network sees it: numbers for the position, and for each move."""

from collections.abc import Sequence
from typing import Final

from games.titles.mascarade.bots.duel_worlds import DuelWorlds, Rows, rows
from games.titles.mascarade.bots.moves import own_slot
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.masks import (
    BEGGAR,
    CHEATER,
    EMPRESS,
    FOOL,
    JUDGE,
    KING,
    PATRON,
    SORCERESS,
    SPY,
    THIEF,
    TRICKSTER,
    WIDOW,
)
from games.titles.mascarade.rules.state import MascaradeState

RANKS: Final = (SORCERESS, CHEATER, WIDOW, TRICKSTER, EMPRESS, PATRON, KING, THIEF, BEGGAR, FOOL, SPY, JUDGE)
"""The masks that two can play with, from the most to the least decisive."""
LIMIT: Final = 120.0
"""The usual most turns of a match of two."""
HAND: Final = 3
SPIES: Final = 1 / 6
"""The gain of the Spy, in the same unit as other gains: that of one coin."""

EXCHANGES: Final = 20
"""The numbers of an exchange; pretended ones come first, then real ones."""
LOOKS: Final = 5
CLAIMS: Final = 23
CHALLENGES: Final = 21
AT_LOOKS: Final = 2 * EXCHANGES
AT_CLAIMS: Final = AT_LOOKS + LOOKS

Numbers = list[float]


def ranked(masks: Sequence[int]) -> list[int]:
    """Return the masks of a match of two by rank."""
    return sorted(masks, key=RANKS.index)


def effect(state: MascaradeState, user: int, mask: int) -> tuple[float, float]:
    """Return what a power of `user` adds to its lead, in sixes of coins and no more than two, and whether it wins."""
    before = [float(each) for each in state.coins]
    if mask == SPY:
        return SPIES, 0.0
    if mask == CHEATER:
        return 0.0, float(before[user] >= box.CHEATER_FORTUNE)
    after = after_power(state, before, user, mask)
    lead = after[user] - after[1 - user]
    over = max(after) >= box.RICH or min(after) <= 0
    return min(12.0, lead - before[user] + before[1 - user]) / 6.0, float(over and lead > 0)


class DuelView:
    """One position of a duel, as `seat` sees it."""

    def __init__(self, state: MascaradeState, seat: int, worlds: DuelWorlds, masks: Sequence[int]) -> None:
        self.state = state
        self.seat = seat
        self.masks = masks
        self.doubts = worlds.doubts
        self.known, self.trusted, self.public = rows(worlds.known), rows(worlds.trusted), rows(worlds.public)
        self.own = range(seat * HAND, (seat + 1) * HAND)
        self.others = range((1 - seat) * HAND, (2 - seat) * HAND)
        self.gains, self.wins = zip(*[effect(state, seat, mask) for mask in masks], strict=True)
        self.losses, self.defeats = zip(*[effect(state, 1 - seat, mask) for mask in masks], strict=True)
        self.unsure = [1.0 - max(row) for row in self.known]
        self.hidden = [1.0 - max(row) for row in self.public]
        gains, losses = [max(0.0, each) for each in self.gains], [max(0.0, each) for each in self.losses]
        self.promises, self.dangers = expected(self.known, gains), expected(self.known, losses)
        self.victories, self.ends = expected(self.known, self.wins), expected(self.known, self.defeats)
        self.hopes, self.fears = expected(self.trusted, gains), expected(self.trusted, self.defeats)
        coins = [int(each) for each in state.coins]
        self.mine, self.theirs = coins[seat], coins[1 - seat]
        self.last = [float(self.mine == 1), float(self.theirs == 1)]
        """For the seat, then for the other one: 1 if it has a single coin, so that a fine would ruin it, else 0."""

    def position(self) -> Numbers:
        """Return the numbers of the position."""
        found: Numbers = []
        for rank in range(len(self.masks)):
            gain, win, loss, defeat = self.gains[rank], self.wins[rank], self.losses[rank], self.defeats[rank]
            mine = [self.known[slot][rank] for slot in self.own]
            held = max(mine)
            theirs = max([self.trusted[slot][rank] for slot in self.others])
            kept = sum([self.trusted[slot][rank] for slot in self.own])
            shown = [self.public[slot][rank] for slot in self.own]
            found += [gain, win, loss, defeat, held, sum(mine), max([self.known[slot][rank] for slot in self.others])]
            found += [kept, theirs, max(shown), sum(shown), max([self.public[slot][rank] for slot in self.others])]
            found += [held * gain, held * win, theirs * loss, theirs * defeat, (1 - kept) * loss, (1 - kept) * defeat]
        return found + self.situation()

    def situation(self) -> Numbers:
        """Return the numbers that no single mask has."""
        state, mine, theirs = self.state, self.mine, self.theirs
        locked = state.phase == box.ACTION and state.locked(self.seat)
        return [
            mine / 13,
            theirs / 13,
            (mine - theirs) / 10,
            int(state.justice) / 4,
            float(state.turns <= box.EXCHANGE_TURNS),
            min(1.0, int(state.turns) / LIMIT),
            float(locked),
            *self.last,
            sum([self.unsure[slot] for slot in self.own]),
            sum([self.unsure[slot] for slot in self.others]),
            sum([self.doubts[slot] for slot in self.own]),
            sum([self.doubts[slot] for slot in self.others]),
            sum([self.hidden[slot] for slot in self.own]),
        ]

    def move(self, move: Sequence[int]) -> list[tuple[int, Numbers]]:
        """Return the numbers of a move, and where they begin among those of all moves. A target of the Spy stands for
        both kinds of exchange with it."""
        first = move[0]
        if self.state.phase in (box.CHOOSE, box.SWAP):
            own = own_slot(self.state)
            if self.state.phase == box.SWAP:
                return [self.bit(own, int(self.state.target), first == box.SWAP_PART)]
            return [self.bit(own, first - box.SLOT, real) for real in (False, True)]
        return [self.usual_move(move)]

    def usual_move(self, move: Sequence[int]) -> tuple[int, Numbers]:
        """Return the same for an action or an answer."""
        first = move[0]
        if self.state.phase == box.ANSWERS:
            return (0, [1.0]) if first == box.NO else (1, self.challenge(self.own[first - box.CHALLENGED]))
        if first == box.ANNOUNCE:
            rank = self.masks.index(move[1] - box.MASK)
            return AT_CLAIMS, self.claim(rank, self.own[move[2] - box.POINT])
        if first >= box.VIEW:
            return AT_LOOKS, self.look(self.own[first - box.VIEW])
        return self.bit(self.own[first - box.EXCHANGE], move[1] - box.SLOT, move[2] == box.SWAP_PART)

    def bit(self, own: int, other: int, real: bool) -> tuple[int, Numbers]:
        """Return the same for an exchange, pretended or `real`."""
        return EXCHANGES if real else 0, self.exchange(own, other)

    def exchange(self, own: int, other: int) -> Numbers:
        """Return the numbers of an exchange."""
        found = [1.0]
        for rows_of in (self.promises, self.victories, self.dangers, self.ends, self.unsure, self.hidden, self.doubts):
            found += [rows_of[own], rows_of[other]]
        found += [self.hopes[own], self.hopes[other], self.fears[own], self.fears[other]]
        return [*found, float(self.state.turns <= box.EXCHANGE_TURNS)]

    def look(self, slot: int) -> Numbers:
        """Return the numbers of a look."""
        return [1.0, self.unsure[slot], self.hidden[slot], self.promises[slot], self.victories[slot]]

    def claim(self, rank: int, slot: int) -> Numbers:
        """Return the numbers of an announcement."""
        gain, win, loss, defeat = self.gains[rank], self.wins[rank], self.losses[rank], self.defeats[rank]
        held, shown = self.known[slot][rank], self.public[slot][rank]
        best = max([self.known[each][rank] for each in self.own])
        rival = max(self.others, key=lambda each: self.trusted[each][rank])
        kept = sum([self.trusted[each][rank] for each in self.own])
        away = sum([self.public[each][rank] for each in self.others])
        return [
            1.0,
            held,
            self.trusted[slot][rank],
            shown,
            best - held,
            max([self.known[each][rank] for each in self.others]),
            self.trusted[rival][rank],
            1 - kept,
            self.doubts[slot],
            self.doubts[rival] if self.trusted[rival][rank] > 0.0 else 0.0,
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
            *self.last,
            self.hidden[slot],
        ]

    def challenge(self, slot: int) -> Numbers:
        """Return the numbers of a challenge that points at an own slot."""
        pointed, rank = int(self.state.pointed), self.masks.index(int(self.state.announced))
        gain, win, loss, defeat = self.gains[rank], self.wins[rank], self.losses[rank], self.defeats[rank]
        true, mine = self.trusted[pointed][rank], self.trusted[slot][rank]
        return [
            1.0,
            self.known[slot][rank],
            self.known[pointed][rank],
            mine,
            true,
            self.public[slot][rank],
            self.public[pointed][rank],
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
            *self.last,
            self.unsure[slot],
            self.hidden[slot],
        ]


def expected(chances: Rows, worths: Sequence[float]) -> list[float]:
    """Return the mean worth of the mask in each slot."""
    return [sum([chance * worth for chance, worth in zip(row, worths, strict=True)]) for row in chances]
