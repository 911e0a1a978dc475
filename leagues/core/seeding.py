"""Positions of seeds in a cup, so that the best meet late."""

from collections.abc import Mapping, Sequence

from leagues.core.matching import heaviest_matching

REACH = 6  # how far, in groups, a player may be from their place in the serpentine


def bracket_size(players: int) -> int:
    """Return the smallest power of two that is not below `players`, and at least 2."""
    return max(2, 1 << (players - 1).bit_length())


def standard_seeding(players: int) -> list[int]:
    """Return the ranks, from 0, at the places of the standard bracket from top to bottom; neighbours meet in round one.

    The ranks of two neighbours add up to the same sum in every round that the better seeds win. Ranks from `players` on
    represent empty places.

    >>> [rank + 1 for rank in standard_seeding(8)]
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [0]
    while len(order) < bracket_size(players):
        last = 2 * len(order) - 1
        order = [rank for better in order for rank in (better, last - better)]
    return order


def serpentine(ranking: Sequence[int], groups: int, met: Mapping[frozenset[int], int]) -> list[tuple[int, ...]]:
    """Return the ranking dealt to `groups`, forwards and backwards in turn, so that sizes differ by at most one.

    Within a row, players who would meet a member of their group again change places; `met` counts meetings of pairs.

    >>> serpentine([1, 2, 3, 4, 5, 6, 7, 8], 2, {})
    [(1, 4, 5, 8), (2, 3, 6, 7)]
    """
    dealt: list[list[int]] = [[] for _group in range(groups)]
    for row, start in enumerate(range(0, len(ranking), groups)):
        players = ranking[start : start + groups]
        homes = range(groups) if row % 2 == 0 else range(groups - 1, -1, -1)
        for player, group in apart(players, homes, dealt, met).items():
            dealt[group].append(player)
    return [tuple(group) for group in dealt]


def apart(
    players: Sequence[int], homes: Sequence[int], dealt: Sequence[Sequence[int]], met: Mapping[frozenset[int], int]
) -> dict[int, int]:
    """Return a different group for each player: fewest repeated meetings, then nearest, squared, to `homes`."""

    def repeats(player: int, group: int) -> int:
        return sum(met.get(frozenset((player, other)), 0) for other in dealt[group])

    at_home = dict(zip(players, homes, strict=False))
    if not any(repeats(player, group) for player, group in at_home.items()):
        return at_home
    # Groups are nodes below zero, so that they cannot be taken for players.
    outweighs = len(players) * REACH**2 + 1
    edges = []
    for index, (player, home) in enumerate(at_home.items()):
        for group in range(max(0, home - REACH), min(len(dealt), home + REACH + 1)):
            weight = repeats(player, group) * outweighs + (group - home) ** 2
            edges.append((index, -1 - group, -weight))
    return {players[max(edge)]: -1 - min(edge) for edge in heaviest_matching(edges)}
