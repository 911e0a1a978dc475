"""What a hand is likely to be, after what its seat has done.

Each seat remembers the moves that took cards from the other hand since it last knew that hand for certain, and how
tempting each mask was then. A hand that is dealt anew is walked back through these moves: cards come back, cards
that were drawn leave again, and each time it is asked how readily that hand would have made that move. All of it
follows from what the seat has seen. Written to be compiled.

An entry is a fixed number of ints: what was done, with which mask (or the rejects, packed), how many cards were in
the hand then, and for each mask how tempting it was.
"""

from typing import TYPE_CHECKING, Final

from games.core.rows import Int, Row, vec
from games.titles.maskera.bots.evaluation import WIN, growth, liking
from games.titles.maskera.rules.components import ANSWER, DISCARD, MASKS
from games.titles.maskera.rules.counts import nth_card, pack, unpack

if TYPE_CHECKING:
    from games.titles.maskera.rules.state import MaskeraState

ENTRY: Final = 3 + MASKS
PLAYED: Final = 0  # chosen among the hand
DISCARDED: Final = 1  # the same, as what is missed least
LOST: Final = 2  # by chance, or for its ability
KEPT: Final = 3  # chosen among the recruiter's cards, the others rejected

DRAWING: Final = 600  # how tempting it is, in the unit of `liking`, to draw instead
KEEPSAKE: Final = 100  # how readily a card is kept that adds nothing
SPARED: Final = 200  # a card that would add so much is discarded half as readily as one that adds nothing


def left_hand(state: "MaskeraState", seat: Int, mask: Int) -> None:
    """A card of `seat`'s hand is revealed or discarded; the other seat remembers it."""
    kind: Int = LOST
    if state.phase == ANSWER:
        kind = PLAYED
    elif state.phase == DISCARD and not state.hit:
        kind = DISCARDED
    past = state.past[1 - seat]
    past.append(kind)
    past.append(mask)
    past.append(state.hand_size[seat])
    for one in range(MASKS):
        tempting: Int = 0
        if kind == PLAYED:
            tempting = liking(state, seat, one)
        elif kind == DISCARDED:
            tempting = sparing(state, seat, one)
        past.append(tempting)


def kept(state: "MaskeraState") -> None:
    """The recruiter's user keeps one card; the rejects, in `aside`, are shown to the other seat."""
    past = state.past[1 - state.user]
    past.append(KEPT)
    past.append(pack(state.aside, 0))
    past.append(state.hand_size[state.user])
    for one in range(MASKS):
        past.append(wanting(state, state.user, one))


def wanting(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """How readily a `mask` is kept, in the eyes of somebody who does not see the hand."""
    return KEEPSAKE + max(0, min(growth(state, seat, mask, True), WIN // 2))


def sparing(state: "MaskeraState", seat: Int, mask: Int) -> Int:
    """How readily a `mask` is discarded, in the eyes of somebody who does not see the hand."""
    more = growth(state, seat, mask, True)
    return WIN * SPARED // (SPARED + max(0, more))


def likelihood(world: "MaskeraState", seat: Int) -> float:
    """How readily the other hand, as it is in `world`, would have done all that `seat` remembers.

    Which cards were drawn when is drawn anew, by the world's generator.
    """
    past = world.past[seat]
    if not past:
        return 1.0
    walk = Walk(world, seat)
    at = len(past) - ENTRY
    while at >= 0:
        walk.back(past, at)
        at -= ENTRY
    return walk.chance


class Walk:
    """A hand on its way back through the match."""

    def __init__(self, world: "MaskeraState", seat: Int) -> None:
        other = 1 - seat
        self.world: MaskeraState = world
        self.chance: float = 1.0
        self.hand: Row = vec[Int]([0] * MASKS)
        self.drawn: Row = vec[Int]([0] * MASKS)  # those of the hand that may have been drawn since the seat knew it
        self.size: Int = world.hand_size[other]
        self.loose: Int = self.size
        for mask in range(MASKS):
            self.hand[mask] = world.hand[other * MASKS + mask]
            self.drawn[mask] = self.hand[mask] - world.known[seat * MASKS + mask]
            self.loose -= world.known[seat * MASKS + mask]
        if world.phase == ANSWER and world.active == other:
            self.put_back(world.trial)

    def put_back(self, mask: Int) -> None:
        """A card that left the hand is in it again."""
        self.hand[mask] += 1
        self.drawn[mask] += 1
        self.size += 1
        self.loose += 1

    def undraw(self) -> Int:
        """One of the cards that may have been drawn leaves the hand."""
        mask = nth_card(self.drawn, 0, self.world.randbelow(self.loose))
        self.hand[mask] -= 1
        self.drawn[mask] -= 1
        self.size -= 1
        self.loose -= 1
        return mask

    def back(self, past: list[Int], at: Int) -> None:
        """Back before the entry that begins at `at`."""
        while self.size > past[at + 2] and self.loose > 0:
            self.undraw()
        kind = past[at]
        if kind == KEPT:
            if self.loose > 0:
                self.keep(past, at)
            return
        mask = past[at + 1]
        self.put_back(mask)
        if kind != LOST:
            self.choose(past, at, mask, DRAWING if kind == PLAYED else 0)

    def choose(self, past: list[Int], at: Int, mask: Int, instead: Int) -> None:
        """How readily `mask` was chosen among the hand, or `instead` of any."""
        whole = instead
        for one in range(MASKS):
            if self.hand[one] > 0:
                whole += past[at + 3 + one]
        self.chance *= float(past[at + 3 + mask]) / float(whole)

    def keep(self, past: list[Int], at: Int) -> None:
        """A card that was drawn is the one that was kept: how readily, rather than one of the rejects."""
        rejects = unpack(past[at + 1])
        mask = self.undraw()
        whole = past[at + 3 + mask]
        for one in range(MASKS):
            if rejects[one] > 0 and one != mask:
                whole += past[at + 3 + one]
        self.chance *= float(past[at + 3 + mask]) / float(whole)
