"""The effect of one more wall: the lines that would close a town, and its size. Made from a view alone."""

from collections.abc import Collection
from functools import lru_cache

from games.titles.masons.rules.names import BOARD_FILE


def enclosed(walls: Collection[str], line: str) -> tuple[str, ...]:
    """Return the spaces of the town that a wall on `line` would complete with `walls`; empty if it would complete
    none."""
    if not ends_of(tuple(walls)).issuperset(BOARD_FILE.lines[line]):
        return ()  # it would end in the open
    together = {*walls, line}
    return next((found for space in BOARD_FILE.beside[line] if (found := _within(together, space))), ())


@lru_cache(maxsize=64)
def ends_of(walls: tuple[str, ...]) -> frozenset[str]:
    """Return the points at which these walls end or meet. Cached: some ninety lines ask for the same walls."""
    return frozenset(end for wall in walls for end in BOARD_FILE.lines[wall])


def _within(walls: Collection[str], start: str) -> tuple[str, ...]:
    """Return all spaces that can be reached from `start` without crossing a wall; empty if the edge of the board can
    be."""
    reached = {start: True}
    todo = [start]
    while todo:
        space = todo.pop()
        for side in BOARD_FILE.sides[space]:
            if side in walls:
                continue
            beyond = [other for other in BOARD_FILE.beside[side] if other != space]
            if not beyond:
                return ()
            if beyond[0] not in reached:
                reached[beyond[0]] = True
                todo.append(beyond[0])
    return tuple(sorted(reached))
