"""Finds the best whole moves part by part."""

from collections.abc import Sequence
from heapq import heappop, heappush

from games.bots.search.guide import Guide
from games.core.engine.state import State


def best_moves(guide: Guide, worlds: Sequence[State], seat: int, count: int) -> list[list[int]]:
    """Return at most `count` whole moves of `seat`, best first, by the guide's weights summed over `worlds`.

    Best-first search: a part has the weight of the best move that begins with it, so the part on top of the heap is
    expanded next.
    """
    moves: list[list[int]] = []
    entries = 0
    heap: list[tuple[float, int, list[int], Sequence[State]]] = []
    positions, parts = worlds, list[int]()
    while len(moves) < count:
        if parts and not positions[0].composing(seat):
            moves.append(parts)
        else:
            weights = [guide.weigh(position, seat) for position in positions]
            for part, *each in zip(positions[0].options(seat), *weights, strict=True):
                entries += 1
                heappush(heap, (-sum(each), entries, [*parts, part], positions))
        if not heap:
            break
        _weight, _entry, parts, before = heappop(heap)
        positions = [world.copy() for world in before]
        for position in positions:
            position.choose(seat, parts[-1])
    return moves
