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
    for part in _parts(olds, news):
        if type(part) is list and part[1] - part[0] < WORTH:
            taken = olds[part[0] : part[1]]
            if sum(map(len, taken)) < WORTH:
                change += taken
                continue
        change.append(part)
    return change


def _parts(olds: Sequence[str], news: Sequence[str]) -> Change:
    """Return a change that names every old piece by its number, however short it is."""
    numbers = dict(zip(reversed(olds), range(len(olds) - 1, -1, -1), strict=True))  # the first of those that are alike
    old_or_end = [*olds, None]
    parts: Change = []
    run = [0, 0]
    number = 0  # of the old piece that comes next if nothing has moved
    for piece in news:
        if old_or_end[number] != piece:
            found = numbers.get(piece)
            if found is None:
                parts.append(piece)
                number = min(number + 1, len(olds))
                continue
            number = found
        if run[1] != number or not parts or parts[-1] is not run:
            run = [number, number]
            parts.append(run)
        number += 1
        run[1] = number
    return parts
