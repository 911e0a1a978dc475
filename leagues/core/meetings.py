"""Counts of how often players meet."""

from collections.abc import Iterable, Sequence
from itertools import combinations


def meeting_counts(players: int, groups: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return `counts[a][b]`, symmetric: the number of `groups` that hold both `a` and `b`, players 0..`players`-1."""
    counts = [[0] * players for _player in range(players)]
    for group in groups:
        for a, b in combinations(group, 2):
            counts[a][b] += 1
            counts[b][a] += 1
    return counts


def pair_counts(counts: Sequence[Sequence[int]]) -> list[int]:
    """Return the entries of `meeting_counts` above its diagonal: one number for each pair."""
    return [row[b] for a, row in enumerate(counts) for b in range(a + 1, len(row))]
