"""How often players meet."""

from collections.abc import Iterable, Sequence
from itertools import combinations


def meeting_table(players: int, groups: Iterable[Sequence[int]]) -> list[list[int]]:
    """`table[a][b]`, symmetric: the number of `groups` that hold both `a` and `b`, players 0..`players`-1."""
    table = [[0] * players for _player in range(players)]
    for group in groups:
        for a, b in combinations(group, 2):
            table[a][b] += 1
            table[b][a] += 1
    return table


def pair_counts(table: Sequence[Sequence[int]]) -> list[int]:
    """The entries of a `meeting_table` above its diagonal: one number for each pair."""
    return [row[b] for a, row in enumerate(table) for b in range(a + 1, len(row))]
