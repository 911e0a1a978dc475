"""Many duels of Mascarade at once: the rules for two seats, in arrays.

A mask is its rank in its match, from 0 to 5; `powers` says what it does. A slot is a number from 0 to 5; the first
three are those of seat 0.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.titles.mascarade.bots.duel_view import RANKS
from games.titles.mascarade.bots.duel_worlds import LIES, OVERSEES
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules import masks as known_masks
from games.titles.mascarade.rules.masks import MASK_ROWS

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

HAND: Final = 3
SLOTS: Final = 6
WAYS: Final = np.array(list(permutations(range(SLOTS))), dtype=np.int64)
HOLDS: Final = (WAYS.T[:, None, :] == np.arange(SLOTS)[None, :, None]).astype(np.float32)
"""By slot and rank: 1 for the ways in which the mask lies there."""
TABLE_OF_ROWS: Final = np.ascontiguousarray(HOLDS.reshape(SLOTS * SLOTS, -1).T)
LONGEST: Final = box.TURNS_PER_SEAT * 2

KNOWN: Final = 0  # + seat: the weights by the rules
TRUSTED: Final = 2  # + seat: those with trust in what the other says
PUBLIC: Final = 4

ACTING: Final = 0
ANSWERING: Final = 1
AIMING: Final = 2  # the Spy's user chooses a slot
SWAPPING: Final = 3  # and swaps, or not, after the look

GAINS: Final = np.array([MASK_ROWS[mask].gain for mask in RANKS])
STANDARD: Final = sorted(box.script_masks(box.STANDARD, 2), key=RANKS.index)
ADVANCED: Final = sorted(box.script_masks(box.ADVANCED, 2), key=RANKS.index)
STANDARD_SHARE: Final = 0.5
"""The share of matches with the standard script."""
ADVANCED_SHARE: Final = 0.2
"""The share of those with the advanced one; the others draw their masks."""
LEAST_MONEY: Final = 2


def rank_of(mask: int) -> int:
    """Return the number of a power."""
    return RANKS.index(mask)


SORCERESS, CHEATER, WIDOW, TRICKSTER, PATRON, THIEF, BEGGAR, FOOL, SPY, JUDGE = (
    rank_of(mask)
    for mask in (
        known_masks.SORCERESS,
        known_masks.CHEATER,
        known_masks.WIDOW,
        known_masks.TRICKSTER,
        known_masks.PATRON,
        known_masks.THIEF,
        known_masks.BEGGAR,
        known_masks.FOOL,
        known_masks.SPY,
        known_masks.JUDGE,
    )
)


def swaps() -> Ints:
    """Return, by two slots and way, the way with their masks swapped."""
    numbers = {tuple(way): number for number, way in enumerate(WAYS.tolist())}
    found = np.zeros((SLOTS, SLOTS, len(WAYS)), dtype=np.int64)
    for first in range(SLOTS):
        for second in range(SLOTS):
            order = list(range(SLOTS))
            order[first], order[second] = second, first
            found[first, second] = [numbers[tuple(way)] for way in WAYS[:, order].tolist()]
    return found


SWAPS: Final = swaps()


def outcome(power: Ints, mine: Ints, theirs: Ints, justice: Ints) -> tuple[Ints, Ints, Flags]:
    """Return the coins of both after the first has used a power, and whether that makes it win as a Cheater."""
    after = mine + GAINS[power] + np.where(power == JUDGE, justice, 0)
    after = np.where(power == WIDOW, np.maximum(mine, box.WIDOW_FORTUNE), after)
    due = 2 * (power == TRICKSTER) + (power == THIEF) + ((power == BEGGAR) & (theirs > mine))
    paid = np.minimum(due, theirs)
    gift = (power == PATRON) & (after < box.RICH)
    exchanged = (power == SORCERESS) & (theirs > mine)
    return (
        np.where(exchanged, theirs, after + paid),
        np.where(exchanged, mine, theirs - paid + gift),
        (power == CHEATER) & (mine >= box.CHEATER_FORTUNE),
    )


def normalised(weights: Floats) -> Floats:
    """Return weights that add up to one."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total > 0, weights / np.maximum(total, 1e-30), 1 / len(WAYS)).astype(np.float32)


class Matches:
    """The matches, each with what both seats and a spectator know."""

    def __init__(self, count: int, generator: np.random.Generator) -> None:
        self.generator = generator
        self.powers = np.array([drawn_powers(generator) for _match in range(count)])
        ways = generator.integers(len(WAYS), size=count)
        self.masks = WAYS[ways].copy()
        self.coins = np.full((count, 2), box.START_COINS)
        self.justice = np.zeros(count, dtype=np.int64)
        self.turn = np.ones(count, dtype=np.int64)
        self.active = generator.integers(2, size=count)
        self.phase = np.full(count, ACTING)
        self.locked = np.zeros(count, dtype=np.bool_)
        self.over = np.zeros(count, dtype=np.bool_)
        self.result = np.zeros(count, dtype=np.float32)
        """For seat 0: 1 for a victory, -1 for a defeat."""
        self.announced = np.zeros(count, dtype=np.int64)
        self.pointed = np.zeros(count, dtype=np.int64)
        self.challenged = np.zeros(count, dtype=np.bool_)
        self.owed = np.zeros((count, 2), dtype=np.bool_)
        """By seat: whether it pays a fine when the power has been used."""
        self.spy = np.zeros((count, 3), dtype=np.int64)
        """The seat that uses the Spy, its own slot, and the other slot."""
        self.worlds = np.zeros((count, PUBLIC + 1, len(WAYS)), dtype=np.float32)
        self.worlds[np.arange(count), :, ways] = 1
        self.doubts = np.zeros((count, 2, SLOTS), dtype=np.float32)

    def deciders(self, at: Ints) -> Ints:
        """Return who decides."""
        phase = self.phase[at]
        deciding = np.where(phase == ACTING, self.active[at], 1 - self.active[at])
        return np.where(phase >= AIMING, self.spy[at, 0], deciding)

    # Actions.

    def exchange(self, at: Ints, own: Ints, other: Ints, real: Flags) -> None:
        """Exchange two masks, or pretend to; ends the turn."""
        self.swap(at, self.active[at], own, other, real)
        self.finish(at)

    def swap(self, at: Ints, seats: Ints, own: Ints, other: Ints, real: Flags) -> None:
        """Swap two masks where it is `real`; only these seats know whether it was."""
        swapped = SWAPS[own, other]
        done, first, second = at[real], own[real], other[real]
        self.masks[done, first], self.masks[done, second] = self.masks[done, second], self.masks[done, first]
        for rows in (KNOWN + seats, TRUSTED + seats):
            before = self.worlds[done, rows[real]]
            self.worlds[done, rows[real]] = np.take_along_axis(before, swapped[real], axis=1)
        for rows in (KNOWN + 1 - seats, TRUSTED + 1 - seats, np.full_like(seats, PUBLIC)):
            before = self.worlds[at, rows]
            self.worlds[at, rows] = (before + np.take_along_axis(before, swapped, axis=1)) / 2
        for seat, blurs in ((seats, False), (1 - seats, True)):
            between = (self.doubts[at, seat, own] + self.doubts[at, seat, other]) / 2
            self.doubts[at, seat, own] = self.doubts[at, seat, other] = (1 + between) / 2 if blurs else between

    def look(self, at: Ints, slot: Ints) -> None:
        """Let the active seat look at its own mask; ends the turn."""
        self.peek(at, self.active[at], slot)
        self.finish(at)

    def peek(self, at: Ints, seats: Ints, slot: Ints) -> None:
        """Let seats look at a mask."""
        self.see(at, slot, (KNOWN + seats, TRUSTED + seats))
        self.doubts[at, seats, slot] = 0

    def announce(self, at: Ints, rank: Ints, slot: Ints) -> None:
        """Announce a mask; the other seat answers."""
        self.announced[at], self.pointed[at], self.phase[at] = rank, slot, ANSWERING
        rows = TRUSTED + 1 - self.active[at]
        belief = np.where(HOLDS[slot, rank] > 0, 1, LIES).astype(np.float32)
        self.worlds[at, rows] = normalised(self.worlds[at, rows] * belief)

    # Answers.

    def let_pass(self, at: Ints) -> None:
        """Let the announcer use the power unchallenged."""
        seats, rank = self.active[at], self.announced[at]
        slots = (1 - seats)[:, None] * HAND + np.arange(HAND)
        holds = HOLDS[slots, rank[:, None]].sum(axis=1)
        rows = TRUSTED + seats
        self.worlds[at, rows] = normalised(self.worlds[at, rows] * np.where(holds > 0, OVERSEES, 1).astype(np.float32))
        self.use(at, seats, self.pointed[at])
        self.settle(at)

    def challenge(self, at: Ints, slot: Ints) -> None:
        """Show the masks of both; the owner, if any, uses the power, and others pay."""
        seats, rank = self.active[at], self.announced[at]
        everyone = [np.full_like(seats, row) for row in range(PUBLIC + 1)]
        for shown in (self.pointed[at], slot):
            self.see(at, shown, everyone)
            self.doubts[at, :, shown] = 0
        true = self.masks[at, self.pointed[at]] == rank
        caught = ~true & (self.masks[at, slot] == rank)
        self.challenged[at], self.owed[at, seats], self.owed[at, 1 - seats] = True, ~true, ~caught
        self.use(at[true], seats[true], self.pointed[at[true]])
        self.use(at[caught], 1 - seats[caught], slot[caught])
        self.settle(at)

    def see(self, at: Ints, slot: Ints, rows: Sequence[Ints]) -> None:
        """Keep the ways that agree with the mask in a slot, in these rows of weights."""
        holds = HOLDS[slot, self.masks[at, slot]]
        for row in rows:
            self.worlds[at, row] = normalised(self.worlds[at, row] * holds)

    def use(self, at: Ints, users: Ints, slots: Ints) -> None:
        """Apply the announced power for these users, who claim to have the mask in these slots. The Spy's users look
        and swap later."""
        if not len(at):
            return
        power = self.powers[at, self.announced[at]]
        mine, theirs, cheated = outcome(power, self.coins[at, users], self.coins[at, 1 - users], self.justice[at])
        self.coins[at, users], self.coins[at, 1 - users] = mine, theirs
        self.justice[at] = np.where(power == JUDGE, 0, self.justice[at])
        self.end(at[cheated], 1 - 2 * users[cheated])
        self.end_by_coins(at)
        fools, spies = (power == FOOL) & ~self.over[at], (power == SPY) & ~self.over[at]
        if fools.any():
            self.fool(at[fools], users[fools])
        self.phase[at[spies]] = AIMING
        self.spy[at[spies], 0], self.spy[at[spies], 1] = users[spies], slots[spies]

    def fool(self, at: Ints, users: Ints) -> None:
        """Swap two masks of the other seat, or not; all drawn by lot, as the duellist does it."""
        first = self.generator.integers(HAND, size=len(at))
        second = (first + self.generator.integers(1, HAND, size=len(at))) % HAND
        base = (1 - users) * HAND
        self.swap(at, users, base + first, base + second, self.generator.integers(2, size=len(at)) == 1)

    def aim(self, at: Ints, slot: Ints) -> None:
        """Let the Spy's users look at their own mask and at another."""
        self.spy[at, 2], self.phase[at] = slot, SWAPPING
        for seen in (self.spy[at, 1], slot):
            self.peek(at, self.spy[at, 0], seen)

    def spy_swap(self, at: Ints, real: Flags) -> None:
        """Let the Spy's users swap the two masks, or pretend to."""
        self.swap(at, self.spy[at, 0], self.spy[at, 1], self.spy[at, 2], real)
        self.phase[at] = ACTING
        self.settle(at)

    def settle(self, at: Ints) -> None:
        """End the turns in which the power has been used: fines are paid to the justice board, unless the match is
        over."""
        at = at[self.phase[at] < AIMING]
        for seat in range(2):
            payers = at[self.owed[at, seat] & ~self.over[at]]
            self.coins[payers, seat] -= 1
            self.justice[payers] += 1
        self.end_by_coins(at)
        self.finish(at)

    # Endings.

    def end_by_coins(self, at: Ints) -> None:
        """End the matches in which a fortune is large enough, or gone."""
        coins = self.coins[at]
        done = at[((coins >= box.RICH) | (coins <= 0)).any(axis=1) & ~self.over[at]]
        self.end(done, np.sign(self.coins[done, 0] - self.coins[done, 1]))

    def end(self, at: Ints, result: Ints) -> None:
        """End matches with this result for seat 0."""
        self.over[at] = True
        self.result[at] = result

    def finish(self, at: Ints) -> None:
        """Begin the next turn, in which the seat is locked after a challenge."""
        late = at[(self.turn[at] >= LONGEST) & ~self.over[at]]
        self.end(late, np.sign(self.coins[late, 0] - self.coins[late, 1]))
        self.turn[at] += 1
        self.active[at] = 1 - self.active[at]
        self.locked[at] = self.challenged[at]
        self.challenged[at] = self.owed[at] = False
        self.phase[at] = ACTING


def drawn_powers(generator: np.random.Generator) -> list[int]:
    """Return the powers of the six masks of a match: those of a script, or a valid set."""
    point = generator.random()
    if point < STANDARD_SHARE + ADVANCED_SHARE:
        return [rank_of(int(mask)) for mask in (STANDARD if point < STANDARD_SHARE else ADVANCED)]
    others = [power for power in range(len(RANKS)) if power != JUDGE]
    while True:
        chosen = sorted([JUDGE, *generator.choice(others, SLOTS - 1, replace=False).tolist()])
        if sum(MASK_ROWS[RANKS[power]].brings_money for power in chosen) >= LEAST_MONEY:
            return chosen
