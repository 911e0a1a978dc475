"""Another player's knowledge of the masks: a row of probabilities for each slot, by kind of mask.

Rows are an approximation of a belief: they forget which masks go together, and cost little. A mind is never changed.
"""

from collections.abc import Sequence

Row = tuple[float, ...]
Mind = tuple[Row, ...]
"""By slot, the chance of each kind of mask, as one player sees it."""


def informed(dealt: Sequence[int], kinds: int) -> Mind:
    """Return the mind of a player who has seen the deal; `dealt` holds the kind in each slot."""
    return tuple(certain(kind, kinds) for kind in dealt)


def certain(kind: int, kinds: int) -> Row:
    """Return the row of a slot whose mask is known."""
    return tuple(1.0 if each == kind else 0.0 for each in range(kinds))


def swapped(mind: Mind, first: int, second: int) -> Mind:
    """Return the mind after an exchange that its owner knows of."""
    rows = list(mind)
    rows[first], rows[second] = rows[second], rows[first]
    return tuple(rows)


def confused(mind: Mind, first: int, second: int) -> Mind:
    """Return the mind after an exchange that may have been pretended."""
    one, other = mind[first], mind[second]
    if one is other:
        return mind
    rows = list(mind)
    rows[first] = rows[second] = tuple([(a + b) / 2 for a, b in zip(one, other, strict=True)])
    return tuple(rows)


def shown(mind: Mind, slot: int, kind: int, copies: int) -> Mind:
    """Return the mind after a look at a slot. If there is only one such mask, it lies nowhere else."""
    if mind[slot][kind] == 1.0:
        return mind
    rows = list(mind)
    if copies == 1:
        rows = [_without(row, kind) for row in rows]
    rows[slot] = certain(kind, len(mind[slot]))
    return tuple(rows)


def _without(row: Row, kind: int) -> Row:
    rest = 1.0 - row[kind]
    if row[kind] == 0.0 or rest <= 0.0:
        return row
    return tuple([0.0 if each == kind else chance / rest for each, chance in enumerate(row)])
