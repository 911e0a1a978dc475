"""Yardsticks for the levels: players of common sense who look one move ahead and forget nothing.

They know what their seat can know, count coins, and draw no conclusions from behaviour. Nothing in them was fitted.
"""

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Final, cast

from games.bots.bot import world_seeds
from games.core.title.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.moves import own_slot, whole_moves
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.masks import SORCERESS, SPY
from games.titles.mascarade.rules.state import MascaradeState

SURE: Final = 0.999
"""A chance that counts as certain; sums of fractions may miss 1 by a little."""
WINNING: Final = 100.0
"""The value of a victory, in coins."""
FINE: Final = 1.0
"""The cost of a false claim, in coins."""
KNOWS: Final = 0.5
"""How often the student expects the owner of a mask to know it, and to challenge."""


@dataclass(frozen=True, slots=True)
class Newcomer(Thinker):
    """Announces and challenges what it surely holds. A student (`bluffs`) claims more, if the odds are good."""

    bluffs: bool

    def times(self, factor: float) -> "Newcomer":
        """Return itself: there is nothing more to try."""
        return self

    def effort(self) -> str:
        return "one move ahead by plain chances" if self.bluffs else "one move ahead, claims what it surely holds"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = cast(MascaradeState, known.deal(world_seeds(seed, 1)[0]))
        view = CommonSense(world, known.seat, self.bluffs)
        values = {tuple(parts): view.value(parts) for parts in whole_moves(world, known.seat, [])}
        best = max(values.values())
        return list(random.Random(seed).choice([parts for parts, value in values.items() if value == best]))


class CommonSense:
    """The values of the moves of `seat` in one position, in coins."""

    def __init__(self, state: MascaradeState, seat: int, bluffs: bool) -> None:
        self.state = state
        self.seat = seat
        self.bluffs = bluffs
        self.belief = Belief.after(list(state.dealt), state.history, seat)
        self.coins = [float(each) for each in state.coins]

    def value(self, parts: list[int]) -> float:
        """Return the value of a whole move; doing nothing is worth 0."""
        phase = self.state.phase
        if phase == box.ACTION:
            return self.action(parts)
        if phase == box.ANSWERS:
            return 0.0 if parts[0] == box.NO else self.challenge(self.own(parts[0] - box.CHALLENGED))
        if phase == box.GUESS:
            return self.belief.chance(int(self.state.target), parts[0] - box.MASK)
        if phase == box.SWAP:
            own = own_slot(self.state)
            return self.exchange(own, int(self.state.target)) if parts[0] == box.SWAP_PART else 0.0
        return self.target(parts) if phase == box.CHOOSE else 0.0

    def own(self, number: int) -> int:
        """Return the slot with this number among the seat's own."""
        return self.seat * int(self.state.hand) + number

    # The value of masks.

    def lead(self, coins: list[float], seat: int) -> float:
        """Return how many more coins `seat` has than the others on average; `WINNING` if it has won."""
        others = [held for other, held in enumerate(coins) if other != seat]
        if coins[seat] > max(others) and (coins[seat] >= box.RICH or min(others) <= 0):
            return WINNING
        return coins[seat] - sum(others) / len(others)

    @cached_property
    def gains(self) -> dict[int, float]:
        """By mask in play: what its power brings the seat now, in coins of its lead."""
        before = self.lead(self.coins, self.seat)
        found = {}
        for mask in map(int, self.state.kinds):
            after = after_power(self.state, self.coins, self.seat, mask)
            found[mask] = self.lead(after, self.seat) - before
        return found

    def promise(self, slot: int) -> float:
        """Return the expected gain by the mask in `slot`."""
        return sum(self.belief.chance(slot, mask) * max(0.0, gain) for mask, gain in self.gains.items())

    def doubt(self, slot: int) -> float:
        """Return how unsure the seat is of the mask in `slot`; 0 if it knows it."""
        doubt = 1.0 - max(self.belief.chance(slot, mask) for mask in self.gains)
        return doubt if doubt > 1 - SURE else 0.0

    # Moves.

    def action(self, parts: list[int]) -> float:
        """Return the value of an action: announcements rank first, then looks, then exchanges."""
        if parts[0] >= box.ANNOUNCE:
            slot = self.own(parts[2] - box.POINT if len(parts) == 3 else 0)
            return self.announcement(slot, parts[1] - box.MASK)
        if parts[0] >= box.VIEW:
            return self.doubt(self.own(parts[0] - box.VIEW)) / 2
        gain = self.exchange(self.own(parts[0] - box.EXCHANGE), parts[1] - box.SLOT)
        return gain / WINNING if parts[2] != box.PRETEND else 0.0

    def announcement(self, slot: int, mask: int) -> float:
        """Return the gain if it surely holds the mask; for a student the expected gain. A poor announcement is worse
        than anything else."""
        mine, gain = self.belief.chance(slot, mask), self.gains[mask]
        if mine >= SURE:
            return gain if gain > 0 else -FINE
        if not self.bluffs:
            return -FINE
        caught = KNOWS * (1 - mine - self.free(mask))
        value = (1 - caught) * gain - caught * (FINE + max(0.0, gain))
        return value if value > FINE else -FINE

    def free(self, mask: int) -> float:
        """Return the chance that a mask lies in the centre, where it cannot be claimed."""
        owner = self.state.owner
        return sum(self.belief.chance(slot, mask) for slot in range(self.state.places) if owner[slot] == box.NONE)

    def exchange(self, own: int, other: int) -> float:
        """Return the gain of really swapping two masks."""
        return self.promise(other) - self.promise(own)

    def challenge(self, slot: int) -> float:
        """Return the value of a challenge: high for a mask that the seat surely holds, negative for another; for a
        student by the odds, as another player may hold it."""
        mask = int(self.state.announced)
        mine = self.belief.chance(slot, mask)
        if mine >= SURE:
            return WINNING
        if not self.bluffs:
            return -FINE
        announcer = int(self.state.active)
        after = after_power(self.state, self.coins, announcer, mask)
        denied = self.lead(self.coins, self.seat) - self.lead(after, self.seat)
        return mine * (denied + max(0.0, self.gains[mask])) - (1 - mine) * FINE

    def target(self, parts: list[int]) -> float:
        """Return the value of the targets of a power: the richest are best; declining beats a worse fortune for the
        Sorceress."""
        if parts[0] == box.DECLINE:
            return 0.0
        mask = int(self.state.announced)
        if mask == SORCERESS:
            after = list(self.coins)
            other = parts[0] - box.PLAYER
            after[self.seat], after[other] = after[other], after[self.seat]
            return self.lead(after, self.seat) - self.lead(self.coins, self.seat)
        total = 0.0
        for part in parts:
            if part >= box.PLAYER:
                total += self.coins[part - box.PLAYER]
            elif part >= box.SLOT:
                total += self.struck(part - box.SLOT)
        return total

    def struck(self, slot: int) -> float:
        """Return how good a slot is as a target: the coins of its owner, or for the Spy the promise of its mask."""
        if self.state.announced == SPY:
            return self.promise(slot)
        return self.coins[int(self.state.owner[slot])]
