"""Names of masks and slots."""

from typing import Final

from games.core.text import Param, SeatName, Text, TextList, _, text_of
from games.titles.mascarade.rules.effects import SlotMask, owner_of
from games.titles.mascarade.rules.masks import CODES, MASK_ROWS
from games.titles.mascarade.rules.rows import Aim

NAMES: Final = tuple(text_of(mask.name) for mask in MASK_ROWS)
"""By mask."""

_OWN: Final = {
    "L": _("their left mask"),
    "M": _("their middle mask"),
    "R": _("their right mask"),
    "": _("their own mask"),
}


def name_of(code: str) -> Text:
    """Return the name of the mask with this code."""
    return NAMES[CODES.index(code)]


def aim_of(code: str) -> Aim:
    """Return what a player who uses this mask chooses. Masks without a choice raise AssertionError."""
    aim = MASK_ROWS[CODES.index(code)].aim
    assert aim is not None
    return aim


def mask_name(code: str | None) -> Text:
    """Return the name of a mask; “a hidden mask” for None."""
    return _("a hidden mask") if code is None else name_of(code)


def slot_name(slot: str) -> Text:
    """Return “Ada’s mask”, “Ada’s left mask” or “the left mask in the centre”."""
    owner = owner_of(slot)
    if owner is None:
        return _("the left mask in the centre") if slot == "C1" else _("the right mask in the centre")
    seat = SeatName(owner)
    match slot[-1]:
        case "L":
            return _("%(seat)s’s left mask", seat=seat)
        case "M":
            return _("%(seat)s’s middle mask", seat=seat)
        case "R":
            return _("%(seat)s’s right mask", seat=seat)
    return _("%(seat)s’s mask", seat=seat)


def own_name(letter: str) -> Text:
    """Return “their own mask” or “their left mask”, for a seat that the sentence names."""
    return _OWN[letter]


def holder_name(slot: str) -> Param:
    """Return a slot in short: its player where everybody has one mask, else as `slot_name`."""
    owner = owner_of(slot)
    return slot_name(slot) if owner is None or slot[-1] in "LMR" else SeatName(owner)


def mask_list(masks: tuple[SlotMask, ...]) -> TextList:
    """Return “Ada: Thief, Ben: Judge”."""
    return TextList(
        tuple(_("%(place)s: %(mask)s", place=holder_name(slot), mask=mask_name(mask)) for slot, mask in masks)
    )
