"""Setup: the script, if chance chooses it, the masks, and the first seat (rules page, #setup)."""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import ChanceStep
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.fields import MascaradeFields
from games.titles.mascarade.rules.masks import BRINGS_MONEY, COPIES, JUDGE, MASKS

OUT: Final = 0
IN: Final = 1


def chance_step(state: MascaradeFields) -> ChanceStep:
    """Return the chance step that is owed."""
    if state.phase == box.DRAWING_SCRIPT:
        return ChanceStep("script", (0,), (box.STANDARD, box.ADVANCED, box.CUSTOM), (1, 1, 1))
    if state.phase == box.DRAWING_MASKS:
        out, within = ways_without(state), ways_with(state)
        return ChanceStep("mask", (int(state.drawing),), (OUT, IN), (int(out), int(within)))
    if state.phase == box.FIRST_SEAT:
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
    """Take the script that chance has chosen, or start making one up."""
    if script == box.CUSTOM:
        state.phase = box.DRAWING_MASKS
        _take_what_is_certain(state)
        return
    state.set_script(script, box.script_masks(script, state.seats))
    state.phase = box.DEALING


# A script that chance makes up: all that fit, with as many masks as the standard one, are equally likely.


def take_mask(state: MascaradeFields, choice: Int) -> None:
    """Take the next mask into the script with all its copies, or leave it out, as chance decided."""
    _settle(state, choice)
    _take_what_is_certain(state)


def random_choice(state: MascaradeFields) -> Int:
    """Return IN or OUT for the next mask, so that all scripts are equally likely."""
    out = ways_without(state)
    return OUT if state.randbelow(out + ways_with(state)) < out else IN


def _take_what_is_certain(state: MascaradeFields) -> None:
    """Settle all masks up to the next one of which chance has a choice; after the last one the script is made."""
    while state.drawing < MASKS:
        out, within = ways_without(state), ways_with(state)
        if out > 0 and within > 0:
            return
        _settle(state, IN if within > 0 else OUT)
    state.set_script(box.CUSTOM, state.picked)
    state.phase = box.DEALING


def _settle(state: MascaradeFields, choice: Int) -> None:
    if choice == IN:
        state.picked += [state.drawing] * COPIES[state.drawing]
    state.drawing += 1


def ways_without(state: MascaradeFields) -> Int:
    """Return how many scripts that fit have the masks taken so far, and not the next one."""
    if state.drawing == JUDGE:
        return 0
    return _ways(state, state.drawing + 1, state.places - len(state.picked), _money_due(state))


def ways_with(state: MascaradeFields) -> Int:
    """Return how many scripts that fit have the masks taken so far, and the next one too."""
    mask = state.drawing
    copies = COPIES[mask]
    left = state.places - len(state.picked) - copies
    if box.DRAWN_FROM[mask] > state.seats or left < 0:
        return 0
    return _ways(state, mask + 1, left, _money_due(state) - (copies * BRINGS_MONEY[mask]))


def _money_due(state: MascaradeFields) -> Int:
    """Return how many masks that bring money are still to be taken: a third of all do."""
    due = (state.places + 2) // 3
    for mask in state.picked:
        due -= BRINGS_MONEY[mask]
    return due


def _ways(state: MascaradeFields, first: Int, places: Int, money: Int) -> Int:
    """Return in how many ways masks from `first` on fill this many places, if at least `money` of them earn money."""
    due: Int = max(money, 0)
    width: Int = due + 1
    ways: Row = vec[Int]([0] * ((places + 1) * width))  # by places to fill and money due
    ways[0] = 1
    for mask in range(MASKS - 1, first - 1, -1):
        if box.DRAWN_FROM[mask] > state.seats:
            continue
        copies = COPIES[mask]
        brings = BRINGS_MONEY[mask]
        for place in range(places, -1, -1):
            for owed in range(due, -1, -1):
                fewer = max(owed - copies, 0) if brings == 1 else owed
                with_it = ways[(place - copies) * width + fewer] if place >= copies else 0
                without = 0 if mask == JUDGE else ways[place * width + owed]
                ways[place * width + owed] = with_it + without
    return ways[places * width + due]


def deal(state: MascaradeFields, mask: Int) -> None:
    """Deal `mask` to the next slot."""
    state.mask[state.dealt_slots] = mask
    state.dealt[state.dealt_slots] = mask
    state.dealt_slots += 1
    if state.dealt_slots == state.places:
        state.phase = box.FIRST_SEAT


def undealt(state: MascaradeFields) -> list[Int]:
    """Return the masks that no slot has got yet, ascending, with their copies."""
    left: list[Int] = []
    for mask in state.kinds:
        for _copy in range(state.script_counts[mask]):
            left.append(mask)
    for slot in range(state.dealt_slots):
        left.remove(state.mask[slot])
    return left


def random_mask(state: MascaradeFields) -> Int:
    """Return one of the masks that no slot has got yet, all copies equally likely."""
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
    state.phase = box.FIRST_SEAT
