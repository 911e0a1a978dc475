"""Cards as counts: five numbers of a row, one for each mask."""

from typing import Final

from games.core.engine.rows import Int, Row
from games.titles.maskera.rules.components import MASKS, NONE

PACKING: Final = 64  # more than there are cards


def distinct(row: Row, first: Int) -> Int:
    """Return how many masks have a card in the five counts of `row` from `first`."""
    count: Int = 0
    for place in range(first, first + MASKS):
        if row[place] > 0:
            count += 1
    return count


def total(row: Row, first: Int) -> Int:
    """Return how many cards the five counts of `row` from `first` hold."""
    count: Int = 0
    for place in range(first, first + MASKS):
        count += row[place]
    return count


def masks_in(row: Row, first: Int, code: Int) -> list[Int]:
    """Return `code + mask` for every mask with a card in the five counts of `row` from `first`."""
    found: list[Int] = []
    for mask in range(MASKS):
        if row[first + mask] > 0:
            found.append(code + mask)
    return found


def nth_mask(row: Row, first: Int, n: Int) -> Int:
    """Return the mask that is number `n`, from 0, of those with a card."""
    for place in range(first, first + MASKS):
        if row[place] > 0:
            if n == 0:
                return place - first
            n -= 1
    return NONE


def nth_card(row: Row, first: Int, n: Int) -> Int:
    """Return the mask of card number `n`, from 0, counted through the five counts in order."""
    for place in range(first, first + MASKS):
        n -= row[place]
        if n < 0:
            return place - first
    return NONE


def pack(row: Row, first: Int) -> Int:
    """Return five counts packed into one number, for a recorded effect."""
    packed: Int = 0
    place: Int = first + MASKS
    while place > first:
        place -= 1
        packed = packed * PACKING + row[place]
    return packed


def unpack(packed: Int) -> list[Int]:
    """Return the five counts in a packed number."""
    counts: list[Int] = []
    for _ in range(MASKS):
        counts.append(packed % PACKING)
        packed //= PACKING
    return counts
