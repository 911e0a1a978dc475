"""Sets of the numbers 0 to 15, each as one `Int`: nothing is allocated, and a copy of a set is a number.

Bit i of that number says whether i is a member; nothing outside of this module needs to know. `ONLY[i]` is the set of
i alone, `OTHERS[i]` that of all other numbers. Sets are joined with `|`, what they have in common is `&`, as with
Python's own sets; a set is true unless it is empty. Written to be compiled.

Sizes are in a table for every set, a byte each: interpreted, computing one costs more than the call would save.

>>> vacant = ONLY[2] | ONLY[5] | ONLY[9]
>>> members(vacant & OTHERS[5]), members(vacant | ONLY[3])
([2, 9], [2, 3, 5, 9])
>>> SIZE[vacant], nth(vacant, 1), bool(vacant & ONLY[3])
(3, 5, False)
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec

EMPTY: Final = 0
MOST: Final = 16  # members
ALL: Final = 65535


def sizes() -> bytes:
    """Return the sizes of all sets, a byte each: every further number doubles the table by sets with one member
    more."""
    one_more = bytes([*range(1, MOST + 1), *range(MOST, 256)])
    table = bytes([0])
    for _number in range(MOST):
        table += table.translate(one_more)
    return table


ONLY: Final[Row] = vec[Int]([2**number for number in range(MOST)])
OTHERS: Final[Row] = vec[Int]([ALL - 2**number for number in range(MOST)])
FIRST: Final[Row] = vec[Int]([2**size - 1 for size in range(MOST + 1)])  # by size: the set of the first numbers

SIZE: Final = sizes()  # by set: how many members it has

# A set is looked up in halves: `numbers & LOWER`, and what is above.
HALF: Final = 8
LOWER: Final = 255
# By half, for either of them: its members; and the n-th of the lower half h at h * HALF + n.
LOWER_MEMBERS: Final[list[list[Int]]] = [
    [number for number in range(HALF) if half >> number & 1 == 1] for half in range(LOWER + 1)
]
UPPER_MEMBERS: Final[list[list[Int]]] = [[HALF + number for number in lower] for lower in LOWER_MEMBERS]
NTH: Final[Row] = vec[Int]([number for lower in LOWER_MEMBERS for number in lower + [0] * (HALF - len(lower))])


def nth(numbers: Int, n: Int) -> Int:
    """Return member number `n` in ascending order, from 0; the set must have more than `n`."""
    half = numbers & LOWER
    few = SIZE[half]
    if n < few:
        return NTH[half * HALF + n]
    return HALF + NTH[(numbers >> HALF) * HALF + n - few]


def members(numbers: Int) -> list[Int]:
    """Return all members, ascending."""
    return LOWER_MEMBERS[numbers & LOWER] + UPPER_MEMBERS[numbers >> HALF]
