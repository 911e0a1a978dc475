"""Guests in a hand, as a set (`games.core.engine.sets`) of copies: Foscari 3, the twins, comes twice, all others once.

Copies ascend as guests do. A hand with one of the twins holds the first: equal hands are equal sets.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import EMPTY, ONLY, OTHERS, members
from games.titles.masques.rules.components import GUESTS, TWINS

SECOND_TWIN: Final = 14
# By copy: the guest. By guest: its first copy.
GUEST_OF: Final[Row] = vec[Int]([copy if copy < SECOND_TWIN else copy - 1 for copy in range(GUESTS + 1)])
COPY_OF: Final[Row] = vec[Int]([guest if guest <= TWINS else guest + 1 for guest in range(GUESTS)])

ONE_OF_EACH: Final[Int] = OTHERS[SECOND_TWIN]  # what a hand has in common with it: its distinct guests


def holds(hand: Int, guest: Int) -> bool:
    """Return whether a copy of `guest` is in a hand."""
    return hand & ONLY[COPY_OF[guest]] != EMPTY


def with_guest(hand: Int, guest: Int) -> Int:
    """Return the hand with one more copy of `guest`."""
    copy = ONLY[COPY_OF[guest]]
    return hand | (copy if hand & copy == EMPTY else ONLY[SECOND_TWIN])


def without_guest(hand: Int, guest: Int) -> Int:
    """Return the hand without one copy of `guest`, which it holds."""
    if guest == TWINS and hand & ONLY[SECOND_TWIN] != EMPTY:
        return hand & OTHERS[SECOND_TWIN]
    return hand & OTHERS[COPY_OF[guest]]


def guests(hand: Int) -> list[Int]:
    """Return all guests, ascending, the twins twice."""
    return [GUEST_OF[copy] for copy in members(hand)]


def hand_of(cards: list[Int]) -> Int:
    """Return the hand of these guests."""
    hand: Int = EMPTY
    for guest in cards:
        hand = with_guest(hand, guest)
    return hand
