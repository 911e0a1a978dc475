"""Finds the best whole moves part by part."""

from heapq import heappop, heappush

from games.bots.search.guide import Guide
from games.core.state import State


def best_moves(guide: Guide, world: State, seat: int, count: int) -> list[list[int]]:
    """At most `count` whole moves of `seat`, the best first, by the guide's weights.

    Best-first search: a part has the weight of the best move that begins with it, so the part on top of the heap is
    expanded next.
    """
    moves: list[list[int]] = []
    entries = 0
    heap: list[tuple[float, int, list[int], State]] = []
    position, parts = world, list[int]()
    while len(moves) < count:
        if parts and not position.composing(seat):
            moves.append(parts)
        else:
            for part, weight in zip(position.options(seat), guide.weigh(position, seat), strict=True):
                entries += 1
                heappush(heap, (-weight, entries, [*parts, part], position))
        if not heap:
            break
        _weight, _entry, parts, before = heappop(heap)
        position = before.copy()
        position.choose(seat, parts[-1])
    return moves
