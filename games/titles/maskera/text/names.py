"""Names of masks and cards."""

from collections.abc import Sequence

from games.core.text import Param, Text, TextList, _, text_of
from games.titles.maskera.rules.components import LETTERS, MASK_ROWS

NAMES = tuple(text_of(mask.name) for mask in MASK_ROWS)
"""By mask."""


def name_of(letter: str) -> Text:
    """Return the name of the mask with this letter."""
    return NAMES[LETTERS.index(letter)]


def card_list(counts: Sequence[int]) -> TextList:
    """Return five counts of masks by name: “2 × Politician, Spy”."""
    items: list[Param] = []
    for name, count in zip(NAMES, counts, strict=True):
        if count:
            items.append(name if count == 1 else _("%(count)s × %(mask)s", count=count, mask=name))
    return TextList(tuple(items))
