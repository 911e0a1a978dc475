"""The plan of a look at one pair: in which order, with which caches, and with which of many similar requests."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

Item = TypeVar("Item")

FIRST = ("home", "history", "socket", "proof")
"""The first requests, in turn. The first one reads the match without caches that others have warmed."""
IN_TURN = ("screen", "hand")
"""Kinds of which a pair makes one, and the next pair the other."""


class Caches(Enum):
    """The process's memory when a look begins."""

    EMPTY = "empty"  # emptied before every kind of request
    KEPT = "kept"  # as the other twin left them
    SHARED = "shared"  # emptied once; then another seat asks for the same before the viewer does


@dataclass
class Plan:
    """The plan of a pair, the same for both twins. With `thorough`, nothing is left to chance: it makes all requests;
    with `only`, those of these kinds.

    Of many similar requests (plies of a history, refused moves) a pair makes a few, and the next pair others: where a
    thousand pairs are compared, all of them come hundreds of times.
    """

    number: int
    thorough: bool = False
    only: tuple[str, ...] = ()
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.again()

    def again(self) -> None:
        """Start again, for the other twin."""
        self.rng = random.Random(self.number)

    @property
    def caches(self) -> Caches:
        return list(Caches)[self.number % len(Caches)]

    @property
    def looks_between(self) -> bool:
        """Return whether the viewer looks while answers are sealed. Otherwise there is more news at home afterwards."""
        return self.number % len(FIRST) != FIRST.index("home")

    @property
    def gives_up(self) -> bool:
        """Return whether a player gives up a seat before the match goes on, where that does not end it."""
        return self.number % 5 == 3

    @property
    def set_aside(self) -> bool:
        """Return whether the match is set aside at the end."""
        return "set-aside" in self.only if self.only else self.number % 4 == 1

    def order(self, kinds: Sequence[str]) -> list[str]:
        """Return the kinds of requests: one of FIRST, then the others at random."""
        first, turn = FIRST[self.number % len(FIRST)], IN_TURN[self.number % len(IN_TURN)]
        left_out = () if self.thorough or self.only else tuple(kind for kind in IN_TURN if kind != turn)
        rest = sorted(kind for kind in kinds if kind not in (first, *left_out))
        self.rng.shuffle(rest)
        return [kind for kind in (first, *rest) if not self.only or kind in self.only]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return `count` of `items`, in their order; all if the plan is thorough."""
        chosen = sorted(self.rng.sample(range(len(items)), min(count, len(items))))
        return list(items) if self.thorough else [items[at] for at in chosen]
