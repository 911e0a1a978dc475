"""Changes that turn an older text of a page, which its reader has, into a newer one.

Both are cut into pieces (`jinja_templates.PIECE`). A change is a list: a piece that is new, or the numbers
`[first, end]` of pieces that are taken from the older text, `end` excluded. The page's script puts them together
(static/games/js/match.js).
"""

from collections.abc import Sequence
from typing import TypeAlias

Change: TypeAlias = list[str | list[int]]

WORTH = 24  # characters: shorter pieces cost less as they are than the numbers that would name them


def change_between(olds: Sequence[str], news: Sequence[str]) -> Change:
    """Return the change that turns the pieces `olds` into the pieces `news`, in time proportional to their number.

    >>> change_between(["The same paragraph as before.", "9", "the end"], ["The same paragraph as before.", "10"])
    [[0, 1], '10']
    """
    change: Change = []
    numbers: dict[str, int] = {}  # of the older pieces, the first of those that are alike; made once something differs
    old_or_end = [*olds, None]
    first = number = 0  # the run of older pieces that goes on, and the one that comes next if nothing has moved
    for piece in news:
        if old_or_end[number] == piece:
            number += 1
            continue
        _take(change, olds, first, number)
        numbers = numbers or dict(zip(reversed(olds), range(len(olds) - 1, -1, -1), strict=True))
        found = numbers.get(piece)
        if found is None:
            change.append(piece)
            first = number = min(number + 1, len(olds))
        else:
            first, number = found, found + 1
    _take(change, olds, first, number)
    return change


def _take(change: Change, olds: Sequence[str], first: int, end: int) -> None:
    """Add the older pieces from `first` up to `end`, excluded: by their numbers, or as they are if that is shorter."""
    taken = olds[first:end] if end - first < WORTH else ()
    if taken and sum(map(len, taken)) < WORTH:
        change += taken
    elif first < end:
        change.append([first, end])
