"""Laws of re-dealt worlds: what they keep, and how often each comes."""

import random
from collections import Counter

import pytest

from games.core.engine.canonical import canonical
from games.titles.mascarade.rules.components import CHALLENGED, MAYBE_SWAPPED, NO, NONE, OPEN
from games.titles.mascarade.rules.state import MascaradeState
from tests.sampling import sampled
from tests.titles.mascarade.table import MASCARADE, believes, position, settings
from tests.titles.mascarade.worlds import World, records, tell, truth, worlds

SIX = "JU TR EM KI SO CH"
TABLES = ((SIX, 2), (SIX, 3), (SIX, 4), (SIX, 5), ("JU EM FO PE PE TH TR WI", 8))


def case(seed: int, events: int = 10, *, log_masks: bool = True) -> MascaradeState:
    """A table after a random history."""
    masks, seats = TABLES[seed % len(TABLES)]
    state = position(masks, seats=seats, log_masks=log_masks)
    tell(state, random.Random(seed), events)
    return state


@pytest.mark.parametrize("seed", sampled(range(60), range(30)))
def test_a_world_gives_its_seat_the_same_view_and_belief(seed: int) -> None:
    state = case(seed, log_masks=seed % 2 == 0)
    for seat in range(state.seats):
        world = state.redeal(seat, seed)
        for viewer in (seat, None):
            assert canonical(world.view(viewer)) == canonical(state.view(viewer))
        assert believes(world, seat + 1).weights == believes(state, seat + 1).weights


@pytest.mark.parametrize("seed", sampled(range(60), range(30)))
def test_a_world_is_one_that_its_seat_thinks_possible(seed: int) -> None:
    state = case(seed)
    for seat in range(state.seats):
        assert truth(state.redeal(seat, seed)) in worlds(state, seat)


@pytest.mark.parametrize("seed", sampled(range(60), range(30)))
def test_in_a_world_every_seat_thinks_it_possible(seed: int) -> None:
    """Whatever others saw agrees with the masks as they lie there."""
    state = case(seed)
    for seat in range(state.seats):
        world = state.redeal(seat, seed)
        for other in range(state.seats):
            assert truth(world) in worlds(known_by(world, other), other)
            assert believes(world, other + 1).size == len(worlds(known_by(world, other), other))


def known_by(world: MascaradeState, seat: int) -> MascaradeState:
    """The world without the records whose value is forgotten: nobody has looked, or nobody can tell of a swap."""
    kept = world.copy()
    kept.history = []
    for each in records(world):
        if each.kind == MAYBE_SWAPPED and each.value == NONE:
            each = each._replace(seat=NONE)
        if each.kind == MAYBE_SWAPPED or each.value != NONE:
            kept.history += each
    return kept


@pytest.mark.parametrize("seed", sampled(range(40), range(20)))
def test_in_a_world_nobody_knows_more_than_they_could(seed: int) -> None:
    """Others keep at most what they saw, of the same slots in the same turns; their secret bits are forgotten."""
    state = case(seed)
    for seat in range(state.seats):
        told, again = records(state), records(state.redeal(seat, seed))
        assert [each[:5] for each in again] == [each[:5] for each in told]
        for before, after in zip(told, again, strict=True):
            if before.kind == MAYBE_SWAPPED:
                assert after.value == (before.value if before.seat == seat else NONE)
            elif before.seen_by(seat):
                assert after.value == before.value


@pytest.mark.parametrize(("masks", "seats", "seed"), [(SIX, 3, 1), (SIX, 5, 3), ("JU EM FO PE PE TH TR WI", 8, 4)])
def test_worlds_come_as_often_as_they_should(masks: str, seats: int, seed: int) -> None:
    """A chi-square test with fixed seeds: five standard deviations of what is expected are allowed."""
    state = position(masks, seats=seats)
    tell(state, random.Random(seed), 12, ["exchange", "exchange", "exchange", "fool", "look"])
    seat = 1
    expected = worlds(state, seat)
    assert len(expected) >= 8
    draws = 150 * len(expected)
    drawn: Counter[World] = Counter(truth(state.redeal(seat, number)) for number in range(draws))
    assert drawn.keys() <= expected.keys()
    square = 0.0
    for world, ways in expected.items():
        share = draws * ways / expected.total()
        square += (drawn[world] - share) ** 2 / share
    freedom = len(expected) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5


def test_sealed_answers_of_others_are_redealt() -> None:
    state = position(SIX)
    for part in MASCARADE.parse_move(state, 0, "A:KI"):
        state.choose(0, part)
    state.choose(1, NO)
    state.choose(2, NO)
    answers = {tuple(int(each) for each in state.redeal(1, seed).answer) for seed in range(40)}
    assert {each[1] for each in answers} == {NO}
    assert {each[2] for each in answers} == {NO, CHALLENGED}
    assert {each[3:] for each in answers} == {(OPEN, OPEN, OPEN)}


@pytest.mark.parametrize("seats", [2, 3, 5, 8, 13])
def test_worlds_of_a_match_can_be_played_to_their_ends(seats: int) -> None:
    given = {"turn_limit": "30"}
    for seed in range(3):
        state = MASCARADE.initial_state(seats, settings(seats, **given))
        state.seed(seed)
        state.settle_chance()
        for ply in range(80):
            if state.to_move() < 0:
                break
            if ply % 8 == 7:
                finish(state.redeal(ply % seats, ply))
            state.random_move(state.to_move())


def finish(world: MascaradeState) -> None:
    """Play a world by chance to its end; each seat has a belief at every decision on the way."""
    while world.to_move() >= 0:
        seat = int(world.to_move())
        belief = believes(world, seat + 1)
        assert sorted(belief.sample(random.Random(1).randrange)) == sorted(world.dealt)
        world.random_move(seat)
    assert world.outcome() is not None
