"""The likelihood of a hand after what its seat has done with it.

A seat that does not see a hand knows which cards have left it since it was last certain (after a spy's look, or when
the draw pile ran out), and what was public then. A re-dealt hand is taken back through these moves, the latest first:
cards that left come back, cards that were drawn leave again, and each time the model gives the probability that this
hand would have led to that move. Written to be compiled.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.maskera.bots.evaluation import WIN, play_weight, public_area_gain
from games.titles.maskera.rules.components import ANSWER, HAND_CARDS, MASKS, SEATS
from games.titles.maskera.rules.counts import nth_card, pack, unpack
from games.titles.maskera.rules.state import MaskeraState

# An entry of `HandHistory.entries`: what was done, with which mask (or the rejects, packed), the size of the hand
# right after that, and for each mask the weight that it had in the choice.
ENTRY: Final = 3 + MASKS
PLAYED: Final = 0  # chosen among the hand
DISCARDED: Final = 1  # chosen among the hand, as the card that can best be spared
LOST: Final = 2  # by chance, or for its ability: this says nothing about the rest of the hand
KEPT: Final = 3  # chosen among the recruiter's cards, the others rejected

DRAW_WEIGHT: Final = 600  # of drawing, among the cards that may be played
KEEP_WEIGHT: Final = 100  # of a card that adds nothing to the area
HALF_DISCARD_WEIGHT: Final = 200  # a card that would add this much has half the weight of one that would add nothing


class HandHistory:
    """The areas, the sizes of the hands, and for each hand the moves since the other seat was last certain of it.

    All of this is public, so one history serves both seats.
    """

    def __init__(self) -> None:
        self.area: Row = vec[Int]([0] * (SEATS * MASKS))
        self.hand_size: Row = vec[Int]([HAND_CARDS] * SEATS)
        self.entries: list[list[Int]] = [[], []]
        """By the seat whose hand it is; ENTRY numbers each."""

    def change_area(self, seat: Int, mask: Int, cards: Int) -> None:
        """Add this many cards of `mask` to the area of `seat`, or remove them."""
        self.area[seat * MASKS + mask] += cards

    def change_hand(self, seat: Int, cards: Int) -> None:
        """Add this many cards to the hand of `seat`, or remove them."""
        self.hand_size[seat] += cards

    def add_card(self, seat: Int, kind: Int, mask: Int) -> None:
        """Note that a card that left the hand of `seat` is shown; `kind` is PLAYED, DISCARDED or LOST."""
        self._add(seat, kind, mask)
        for one in range(MASKS):
            weight: Int = 0
            if kind == PLAYED:
                weight = play_weight(self.area, seat, one)
            elif kind == DISCARDED:
                weight = discard_weight(self.area, seat, one)
            self.entries[seat].append(weight)

    def add_kept(self, seat: Int) -> None:
        """Note that `seat` has put one of its recruiter's cards into its hand."""
        self._add(seat, KEPT, 0)
        for one in range(MASKS):
            self.entries[seat].append(keep_weight(self.area, seat, one))

    def set_rejects(self, seat: Int, masks: list[Int]) -> None:
        """Set which cards `seat` has not kept."""
        counts: Row = vec[Int]([0] * MASKS)
        for mask in masks:
            counts[mask] += 1
        entries = self.entries[seat]
        entries[len(entries) - ENTRY + 1] = pack(counts, 0)

    def clear(self, seat: Int) -> None:
        """Make the hand of `seat` certain: its earlier actions tell nothing more."""
        self.entries[seat] = []

    def likelihood(self, world: MaskeraState, seat: Int) -> float:
        """Return how likely the other hand, as it is in `world`, would have led to all moves that `seat` has seen.

        The generator of `world` decides which of its cards were drawn when.
        """
        entries = self.entries[1 - seat]
        if not entries:
            return 1.0
        rewind = Rewind(world, seat)
        at = len(entries) - ENTRY
        while at >= 0:
            rewind.take_back(entries, at)
            at -= ENTRY
        return rewind.likelihood

    def _add(self, seat: Int, kind: Int, what: Int) -> None:
        entries = self.entries[seat]
        entries.append(kind)
        entries.append(what)
        entries.append(self.hand_size[seat])


def keep_weight(area: Row, seat: Int, mask: Int) -> Int:
    """Return the weight of `mask` among the cards of which the recruiter of `seat` keeps one."""
    return KEEP_WEIGHT + max(0, min(public_area_gain(area, seat, mask), WIN // 2))


def discard_weight(area: Row, seat: Int, mask: Int) -> Int:
    """Return the weight of `mask` among the cards that `seat` may discard as a penalty."""
    more = public_area_gain(area, seat, mask)
    return WIN * HALF_DISCARD_WEIGHT // (HALF_DISCARD_WEIGHT + max(0, more))


class Rewind:
    """The hand of the other seat on its way back through the moves that `seat` has seen."""

    def __init__(self, world: MaskeraState, seat: Int) -> None:
        other = 1 - seat
        self.world: MaskeraState = world
        self.likelihood: float = 1.0
        self.hand: Row = vec[Int]([0] * MASKS)
        self.uncertain: Row = vec[Int]([0] * MASKS)  # those of the hand that may have been drawn since it was certain
        self.size: Int = world.hand_size[other]
        self.uncertain_size: Int = self.size
        for mask in range(MASKS):
            self.hand[mask] = world.hand[other * MASKS + mask]
            self.uncertain[mask] = self.hand[mask] - world.known[seat * MASKS + mask]
            self.uncertain_size -= world.known[seat * MASKS + mask]
        if world.phase == ANSWER and world.active == other:
            self.put_back(world.trial)

    def put_back(self, mask: Int) -> None:
        """Put a card that left the hand back into it."""
        self.hand[mask] += 1
        self.uncertain[mask] += 1
        self.size += 1
        self.uncertain_size += 1

    def undraw(self) -> Int:
        """Take one of the cards that may have been drawn out of the hand, and return it."""
        mask = nth_card(self.uncertain, 0, self.world.randbelow(self.uncertain_size))
        self.hand[mask] -= 1
        self.uncertain[mask] -= 1
        self.size -= 1
        self.uncertain_size -= 1
        return mask

    def take_back(self, entries: list[Int], at: Int) -> None:
        """Undo everything since the entry that begins at `at`."""
        while self.size > entries[at + 2] and self.uncertain_size > 0:
            self.undraw()
        kind = entries[at]
        if kind == KEPT:
            if self.uncertain_size > 0:
                self.take_back_kept(entries, at)
            return
        mask = entries[at + 1]
        self.put_back(mask)
        if kind != LOST:
            self.multiply(entries, at, mask, DRAW_WEIGHT if kind == PLAYED else 0)

    def multiply(self, entries: list[Int], at: Int, mask: Int, draw_weight: Int) -> None:
        """Multiply the likelihood by the chance that `mask` is chosen among the masks in hand and drawing, if that has
        a weight."""
        whole = draw_weight
        for one in range(MASKS):
            if self.hand[one] > 0:
                whole += entries[at + 3 + one]
        self.likelihood *= float(entries[at + 3 + mask]) / float(whole)

    def take_back_kept(self, entries: list[Int], at: Int) -> None:
        """Take back a card that may have been drawn as the one that was kept; multiply the likelihood by the chance
        that it was preferred to the rejects."""
        rejects = unpack(entries[at + 1])
        mask = self.undraw()
        whole = entries[at + 3 + mask]
        for one in range(MASKS):
            if rejects[one] > 0 and one != mask:
                whole += entries[at + 3 + one]
        self.likelihood *= float(entries[at + 3 + mask]) / float(whole)
