"""A seat's readings of each slot, compared with trying everything; faded facts are not shown."""

import random

import pytest

from games.titles.mascarade.rules.components import MAYBE_SWAPPED, RECORD, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.knowing import (
    BY_LOOK,
    BY_SHOW,
    DEALT,
    FADED,
    FOLLOWS,
    MAYBE,
    MOVED,
    Known,
    first_possible,
    known_slots,
)
from games.titles.mascarade.rules.state import MascaradeState
from tests.titles.mascarade.table import position
from tests.titles.mascarade.worlds import Told, by_slot, records, tell, truth, worlds, worlds_without_the_deal

SIX = "JU TR EM KI SO CH"
TABLES = ((SIX, 2), (SIX, 3), (SIX, 4), (SIX, 5), (SIX, 6))


def case(seed: int, *, log_masks: bool, events: int = 11) -> MascaradeState:
    """A table after a random history."""
    masks, seats = TABLES[seed % len(TABLES)]
    state = position(masks, seats=seats, log_masks=log_masks)
    tell(state, random.Random(seed), events)
    return state


# Masks kept.


@pytest.mark.parametrize("seed", range(50))
def test_masks_that_are_known_are_those_that_are_possible(seed: int) -> None:
    state = case(seed, log_masks=True)
    for seat in range(state.seats):
        possible = by_slot(worlds(state, seat))
        assert [list(known.masks) for known in known_slots(state, seat)] == [sorted(masks) for masks in possible]
        for slot in range(state.places):
            assert first_possible(state, seat, slot) == min(possible[slot])


def told_of(state: MascaradeState, seat: int, slot: int, readable: int = 0) -> Told | None:
    """The last thing that bears on what `seat` knows of `slot`."""
    for number, each in reversed(list(enumerate(records(state)))):
        if each.kind in (SEEN, SHOWN):
            if each.first == slot and each.seen_by(seat) and number * RECORD >= readable:
                return each
        elif slot in (each.first, each.second):
            if each.kind == MAYBE_SWAPPED and each.seat == seat and each.value == 0:
                continue
            return each
    return None


def check_reason(known: Known, last: Told | None, seat: int, slot: int, at_first: str) -> None:
    """The reason tells of the last thing that bears on the slot."""
    reason = known.reason
    if last is None:
        assert reason.kind == (FOLLOWS if at_first == FADED and len(known.masks) == 1 else at_first)
        return
    assert reason.turn == last.turn
    if last.kind in (SEEN, SHOWN):
        assert reason.kind == (BY_LOOK if last.kind == SEEN else BY_SHOW)
        assert known.masks == (last.value,)
        return
    other = last.first if slot == last.second else last.second
    if last.kind == SWAPPED or last.seat == seat:
        assert (reason.kind, reason.slot) == (MOVED, other)
        assert reason.seat == (None if last.kind == SWAPPED else seat)
    elif len(known.masks) == 1:
        assert reason.kind == FOLLOWS
    else:
        assert (reason.kind, reason.seat, reason.slot) == (MAYBE, last.seat, other)


@pytest.mark.parametrize("log_masks", [True, False])
@pytest.mark.parametrize("seed", range(50))
def test_reasons_tell_of_the_last_thing_that_bears_on_a_slot(seed: int, *, log_masks: bool) -> None:
    state = case(seed, log_masks=log_masks)
    for seat in range(state.seats):
        readable = 0 if log_masks else int(state.decided[seat])
        for slot, known in enumerate(known_slots(state, seat)):
            check_reason(known, told_of(state, seat, slot, readable), seat, slot, DEALT if log_masks else FADED)


# Masks fading.


@pytest.mark.parametrize("seed", range(50))
def test_unfaded_facts_leave_the_truth_possible(seed: int) -> None:
    state = case(seed, log_masks=False)
    for seat in range(state.seats):
        possible = by_slot(worlds_without_the_deal(state, seat))
        for slot, known in enumerate(known_slots(state, seat)):
            assert truth(state)[slot] in known.masks
            assert possible[slot] <= set(known.masks)


@pytest.mark.parametrize("seed", range(50))
def test_a_seat_may_read_its_own_recent_looks_and_moves(seed: int) -> None:
    state = case(seed, log_masks=False)
    generator = random.Random(seed)
    for _event in range(10):
        tell(state, generator, 1, ["show", "look", "exchange"])
        each = records(state)[-1]
        for seat in range(state.seats):
            if each.seen_by(seat):
                assert known_slots(state, seat)[each.first].masks == (each.value,)


@pytest.mark.parametrize("seed", range(50))
def test_faded_facts_change_nothing_that_may_be_read(seed: int) -> None:
    """Another deal, and other masks in all looks that have faded, are read alike."""
    state = case(seed, log_masks=False)
    for seat in range(state.seats):
        generator = random.Random(seed)
        other = state.copy()
        masks = list(state.dealt)
        generator.shuffle(masks)
        for slot, mask in enumerate(masks):
            other.dealt[slot] = mask
        for number, each in enumerate(records(state)):
            seen = each.kind in (SEEN, SHOWN)
            if seen and (number * RECORD < state.decided[seat] or not each.seen_by(seat)):
                other.history[number * RECORD + 5] = generator.choice(masks)
            elif each.kind == MAYBE_SWAPPED and each.seat != seat:
                other.history[number * RECORD + 5] = generator.randrange(2)
        assert known_slots(other, seat) == known_slots(state, seat)


def test_a_mask_is_read_until_the_next_own_decision() -> None:
    state = position(SIX, log_masks=False)
    tell(state, random.Random(1), 1, ["show"])
    each = records(state)[-1]
    assert all(known_slots(state, seat)[each.first].masks == (each.value,) for seat in range(6))
    state.decided[2] = len(state.history)
    assert known_slots(state, 1)[each.first].masks == (each.value,)
    assert len(known_slots(state, 2)[each.first].masks) == 6
    assert {known.reason.kind for known in known_slots(state, 2)} == {FADED}


# In worlds re-dealt for a seat, others have forgotten what they did and saw.


@pytest.mark.parametrize("log_masks", [True, False])
@pytest.mark.parametrize("seed", range(50))
def test_in_a_world_that_was_redealt_nobody_excludes_it(seed: int, *, log_masks: bool) -> None:
    state = case(seed, log_masks=log_masks)
    for seat in range(state.seats):
        world = state.redeal(seat, seed)
        for other in range(state.seats):
            for slot, known in enumerate(known_slots(world, other)):
                assert truth(world)[slot] in known.masks
                if known.reason.kind in (BY_LOOK, BY_SHOW):
                    assert len(known.masks) == 1
