"""Names in scripts that are written from right to left, within text that is written from left to right.

Without a mark such a name takes the digits and signs behind it along: “דנה 7: 0 points” is shown as “0 :7 דנה points”.
The two marks around it (Unicode's FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE) are invisible, and hold in pages,
titles and mails alike. Text for programs (files, addresses, fields of forms) has the name without them.
"""

import unicodedata

BEGIN, END = "\u2068", "\u2069"
_FROM_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})  # of Unicode's classes of direction
_MARKS = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u200e\u200f"))


def isolated(name: str) -> str:
    r"""Return `name` isolated for use in a sentence; names without right-to-left letters stay as they are.

    >>> isolated("Dana"), ascii(isolated("דנה"))
    ('Dana', "'\\u2068\\u05d3\\u05e0\\u05d4\\u2069'")
    """
    if name.isascii() or name.startswith(BEGIN):
        return name
    turns = any(unicodedata.bidirectional(letter) in _FROM_RIGHT_TO_LEFT for letter in name)
    return f"{BEGIN}{name}{END}" if turns else name


def bare(text: str) -> str:
    """Return `text` without directional marks, for programs.

    >>> bare(isolated("דנה")) == "דנה"
    True
    """
    return text if text.isascii() else text.translate(_MARKS)
