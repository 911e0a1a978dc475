"""The masks that may be in play together (rules page, #setup), and why others may not."""

from collections.abc import Sequence

from games.core.text import Text, TextList, _, ngettext, text_of
from games.titles.mascarade.rules.components import FEWEST_SEATS, LETTERS, MASKS_OF_FEW, MOST_CENTRE
from games.titles.mascarade.rules.masks import BRINGS_MONEY, CODES, COPIES, JUDGE, MASK_ROWS, MIN_SEATS, PEASANT
from games.titles.mascarade.text.names import NAMES


def script_refusal(seats: int, masks: Sequence[str]) -> Text | None:
    """Return why `masks`, codes in any order and as often as they are to be in play, are no script for this many seats;
    None if they are one."""
    numbers = [CODES.index(code) for code in masks]
    return _refuse_copies(numbers) or _refuse_masks(seats, numbers) or _refuse_number(seats, len(numbers))


def needing_more() -> TextList:
    """Return the masks that need more players than there are at the smallest table, each with how many."""
    rows = [mask for mask in MASK_ROWS if mask.least_seats > FEWEST_SEATS]
    return TextList(tuple(_("%(mask)s (%(count)s)", count=row.least_seats, mask=text_of(row.name)) for row in rows))


def _refuse_copies(masks: Sequence[int]) -> Text | None:
    for mask in sorted(set(masks)):
        if masks.count(mask) > COPIES[mask]:
            return ngettext(
                "There’s only %(n)s copy of this mask: %(mask)s.",
                "There are only %(n)s copies of this mask: %(mask)s.",
                COPIES[mask],
                mask=NAMES[mask],
            )
    if masks.count(PEASANT) == 1:
        return _("Choose both Peasants, or neither.")
    if JUDGE not in masks:
        return _("The Judge is always in play.")
    return None


def _refuse_masks(seats: int, masks: Sequence[int]) -> Text | None:
    for mask in sorted(set(masks)):
        if MIN_SEATS[mask] > seats:
            return _("This mask needs at least %(least)s players: %(mask)s.", least=MIN_SEATS[mask], mask=NAMES[mask])
    money = sum(int(BRINGS_MONEY[mask]) for mask in masks)
    if 3 * money < len(masks):
        return _(
            "At least a third of the masks must bring money from the bank: %(money)s of %(masks)s do.",
            money=money,
            masks=len(masks),
        )
    return None


def _refuse_number(seats: int, masks: int) -> Text | None:
    if seats in LETTERS:
        if masks != MASKS_OF_FEW:
            return _("With two or three players, choose exactly six masks; you have %(masks)s.", masks=masks)
        return None
    if seats <= masks <= seats + MOST_CENTRE:
        return None
    return _(
        "With %(seats)s players, choose %(least)s to %(most)s masks; you have %(masks)s.",
        seats=seats,
        least=seats,
        most=seats + MOST_CENTRE,
        masks=masks,
    )
