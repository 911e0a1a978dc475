"""A superset of what is possible: for each slot, independently, the masks that may lie in it.

It never excludes the truth. It is what a seat can still tell where its exact belief has grown too large, or where it
may no longer read most of what it saw.
"""

from collections.abc import Sequence
from itertools import chain

Masks = frozenset[int]


class Bounds:
    """The masks that may lie in each slot. Operations return new bounds."""

    __slots__ = ("copies", "slots")

    def __init__(self, slots: Sequence[Masks], copies: Sequence[int]) -> None:
        """Initialise; `copies` is how often each mask is in play."""
        self.slots = tuple(slots)
        self.copies = copies

    @classmethod
    def anything(cls, slots: int, copies: Sequence[int]) -> "Bounds":
        """Return bounds that allow any mask of the script in any slot."""
        every = frozenset(mask for mask, number in enumerate(copies) if number)
        return cls([every] * slots, copies)

    def swapped(self, first: int, second: int) -> "Bounds":
        """Return the bounds after two slots have exchanged their masks."""
        slots = list(self.slots)
        slots[first], slots[second] = slots[second], slots[first]
        return Bounds(slots, self.copies)

    def maybe_swapped(self, first: int, second: int) -> "Bounds":
        """Return the bounds after two slots may have exchanged their masks."""
        slots = list(self.slots)
        slots[first] = slots[second] = slots[first] | slots[second]
        return Bounds(slots, self.copies)

    def seen(self, slot: int, mask: int) -> "Bounds":
        """Return bounds with `mask` in `slot`. A mask whose copies are all placed lies nowhere else."""
        slots = list(self.slots)
        slots[slot] = frozenset((mask,))
        placed: set[int] = set()
        while True:
            certain = [next(iter(masks)) for masks in slots if len(masks) == 1]
            full = {each for each in certain if certain.count(each) >= self.copies[each]} - placed
            if not full:
                return Bounds(slots, self.copies)
            placed |= full
            slots = [masks if len(masks) == 1 else masks - full or masks for masks in slots]

    @property
    def masks(self) -> Masks:
        """All masks that may lie anywhere."""
        return frozenset(chain.from_iterable(self.slots))
