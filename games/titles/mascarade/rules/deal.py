"""Setup: the script, if chance chooses it, the masks, and the first seat (rules page, section 2)."""

from games.core.rows import Int
from games.core.state import ChanceStep
from games.titles.mascarade.rules.components import (
    ADVANCED,
    DEALING,
    DRAWING_SCRIPT,
    FIRST_SEAT,
    STANDARD,
    script_masks,
)
from games.titles.mascarade.rules.fields import MascaradeFields


def chance_step(state: MascaradeFields) -> ChanceStep:
    """The step that is owed."""
    if state.phase == DRAWING_SCRIPT:
        return ChanceStep("script", (0,), (STANDARD, ADVANCED), (1, 1))
    if state.phase == FIRST_SEAT:
        seats = int(state.seats)
        return ChanceStep("first", (0,), tuple(range(seats)), (1,) * seats)
    left = undealt(state)
    masks = sorted(set(left))
    return ChanceStep(
        "deal",
        (int(state.dealt_slots),),
        tuple([int(mask) for mask in masks]),
        tuple([left.count(mask) for mask in masks]),
    )


def take_script(state: MascaradeFields, script: Int) -> None:
    """Chance has chosen the script."""
    state.set_script(script, script_masks(script, state.seats))
    state.phase = DEALING


def deal(state: MascaradeFields, mask: Int) -> None:
    """The next slot gets `mask`."""
    state.mask[state.dealt_slots] = mask
    state.dealt[state.dealt_slots] = mask
    state.dealt_slots += 1
    if state.dealt_slots == state.places:
        state.phase = FIRST_SEAT


def undealt(state: MascaradeFields) -> list[Int]:
    """The masks that no slot has got yet, ascending, with their copies."""
    left: list[Int] = []
    for mask in state.kinds:
        for _copy in range(state.script_counts[mask]):
            left.append(mask)
    for slot in range(state.dealt_slots):
        left.remove(state.mask[slot])
    return left


def random_mask(state: MascaradeFields) -> Int:
    """One of the masks that no slot has got yet, each copy as likely."""
    left = undealt(state)
    return left[state.randbelow(len(left))]


def shuffle(state: MascaradeFields) -> None:
    """Deal all that is left, at once."""
    left = undealt(state)
    more: Int = len(left)
    for slot in range(state.dealt_slots, state.places):
        at = state.randbelow(more)
        more -= 1
        mask = left[at]
        left[at] = left[more]
        state.mask[slot] = mask
        state.dealt[slot] = mask
    state.dealt_slots = state.places
    state.phase = FIRST_SEAT
