"""How a newer text of a page is made of an older one that its reader has.

Both are cut where they are marked (`jinja_templates.PIECE`). A change is a list: a piece that is new, or the numbers
`[first, end]` of pieces that are taken from the older text, up to and without `end`. The page's script puts them
together (static/js/match.js).
"""

from collections.abc import Sequence
from typing import TypeAlias

from games.jinja_templates import PIECE

Change: TypeAlias = list[str | list[int]]

WORTH = 24  # characters: what is shorter costs less as it stands than the numbers that would name it


def change_between(old: str, new: str, cut: str = PIECE) -> Change:
    """What makes `new` of `old`. The time that it takes grows with their length.

    >>> change_between("The same paragraph as before.|9|the end", "The same paragraph as before.|10|the end", cut="|")
    [[0, 1], '10', 'the end']
    """
    olds, news = old.split(cut), new.split(cut)
    numbers: dict[str, int] = {}  # of the pieces of `old`; the first of those that are alike
    change: Change = []
    at = taken = 0  # pieces of `news` that are in the change; where they would go on in `olds` if nothing had moved
    begin = 0  # of the pieces that are put in as they stand
    while at < len(news):
        start = taken + at - begin
        length = _run(olds, start, news, at)
        if length == 0:
            numbers = numbers or dict(zip(reversed(olds), range(len(olds) - 1, -1, -1), strict=True))
            start = numbers.get(news[at], len(olds))
            length = _run(olds, start, news, at)
        if length < WORTH and sum(map(len, news[at : at + length])) < WORTH:
            at += 1
            continue
        change += news[begin:at]
        change.append([start, start + length])
        at += length
        begin, taken = at, start + length
    return change + news[begin:]


def _run(olds: Sequence[str], start: int, news: Sequence[str], at: int) -> int:
    """How many pieces are alike from there on."""
    most = min(len(olds) - start, len(news) - at)
    length = 0
    while length < most and olds[start + length] == news[at + length]:
        length += 1
    return length
