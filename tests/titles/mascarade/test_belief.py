"""A seat's belief, compared with trying everything; and the promises above the cap."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.titles.mascarade.rules.belief import (
    CAP,
    KEPT,
    KEPT_WORLDS,
    PARTICLES,
    Belief,
    Beliefs,
    Observation,
    observed,
)
from games.titles.mascarade.rules.bounds import Bounds
from games.titles.mascarade.rules.components import SEEN
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from tests.sampling import sampled
from tests.titles.mascarade.table import believes, certain, follow, position
from tests.titles.mascarade.worlds import by_slot, tell, truth, worlds

SIX = "JU TR EM KI SO CH"
TABLES = ((SIX, 2), (SIX, 3), (SIX, 4), (SIX, 5), (SIX, 6), ("JU EM FO PE PE TH TR WI", 8))
"""Masks, and for how many seats they are dealt."""
THIRTEEN = "JU TR EM FO KI SO PE PE CH SP GU WI TH"


def case(masks: str, seats: int, seed: int, events: int = 10) -> MascaradeState:
    """A table after a random history."""
    state = position(masks, seats=seats)
    tell(state, random.Random(seed), events)
    return state


def exchanges(state: MascaradeState, number: int, seed: int = 1) -> MascaradeState:
    """The table after so many more secret exchanges."""
    tell(state, random.Random(seed), number, ["exchange"])
    return state


# Exact.


@pytest.mark.parametrize(("masks", "seats"), TABLES)
@pytest.mark.parametrize("seed", sampled(range(40), range(20)))
def test_a_belief_is_what_trying_everything_finds(masks: str, seats: int, seed: int) -> None:
    state = case(masks, seats, seed)
    for seat in range(seats):
        belief = Belief.after(list(state.dealt), state.history, seat)
        found = worlds(state, seat)
        assert belief.size == len(found)
        assert [belief.possible(slot) for slot in range(state.places)] == by_slot(found)
        for slot in range(state.places):
            for mask in state.kinds:
                ways = sum(number for world, number in found.items() if world[slot] == mask)
                assert belief.chance(slot, mask) == pytest.approx(ways / found.total())


def test_worlds_of_the_example_of_the_rules() -> None:
    """E17: an exchange and a pretended one, as known by the two who touched masks and by another."""
    state = position(SIX, turn=1)
    follow(state, "1. 1: X>2+")
    assert certain(state, 1) == {"1": "TR", "2": "JU", "3": "EM", "4": "KI", "5": "SO", "6": "CH"}
    assert [believes(state, seat).size for seat in range(1, 7)] == [1, 2, 2, 2, 2, 2]
    assert certain(state, 3) == {"3": "EM", "4": "KI", "5": "SO", "6": "CH"}
    assert {CODES[mask] for slot in (0, 1) for mask in believes(state, 3).possible(slot)} == {"JU", "TR"}
    follow(state, "2. 2: X>3-")
    assert [believes(state, seat).size for seat in range(1, 7)] == [2, 2, 4, 4, 4, 4]
    assert "2" not in certain(state, 1)
    assert "3" not in certain(state, 1)


def test_a_princess_tells_everybody_but_her_victim() -> None:
    """E21: the number of worlds of the victim is unchanged."""
    state = position("JU PR EM KI SO CH")
    exchanges(state, 2)
    before = [believes(state, seat).size for seat in range(1, 7)]
    tell(state, random.Random(1), 1, ["princess"])
    victim = int(state.history[-2]) + 1
    after = [believes(state, seat).size for seat in range(1, 7)]
    assert after[victim - 1] == before[victim - 1]
    assert all(belief.size == len(worlds(state, seat)) for seat, belief in enumerate(beliefs_of(state)))


def beliefs_of(state: MascaradeState) -> list[Belief]:
    """Return what each seat believes."""
    return [Belief.after(list(state.dealt), state.history, seat) for seat in range(state.seats)]


def test_samples_come_as_often_as_their_weights_say() -> None:
    state = case(SIX, 5, 3)
    found = worlds(state, 2)
    assert len(found) > 3
    belief, generator = Belief.after(list(state.dealt), state.history, 2), random.Random(4)
    draws = 6000
    drawn = [tuple(belief.sample(generator.randrange)) for _draw in range(draws)]
    assert set(drawn) == set(found)
    for world, ways in found.items():
        share = ways / found.total()
        deviation = (draws * share * (1 - share)) ** 0.5
        assert abs(drawn.count(world) - draws * share) < 5 * deviation


# Above the cap.


@pytest.mark.parametrize("seed", sampled(range(6), range(3)))
@pytest.mark.parametrize("masks", [THIRTEEN, "JU TR EM FO KI SO PE PE CH"])
def test_above_the_cap_the_truth_stays_possible(masks: str, seed: int) -> None:
    state = position(masks)
    generator = random.Random(seed)
    exchanges(state, 40, seed)
    grown = [belief.size is None for belief in beliefs_of(state)]
    assert all(grown)
    for _time in range(12):
        tell(state, generator, 3)
        for belief in beliefs_of(state):
            lying = truth(state)
            for slot in range(state.places):
                assert lying[slot] in belief.possible(slot)
                assert sum(belief.chance(slot, mask) for mask in state.kinds) == pytest.approx(1)
            drawn = belief.sample(generator.randrange)
            assert sorted(drawn) == sorted(lying)
            assert all(drawn[slot] in belief.possible(slot) for slot in range(state.places))


@pytest.mark.parametrize("seed", range(30))
def test_above_the_cap_what_is_possible_contains_what_is_exactly_possible(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nothing is called certain that is not. The cap is set low, so that the exact answer can be found."""
    monkeypatch.setattr("games.titles.mascarade.rules.belief.CAP", 2)
    masks, seats = TABLES[seed % len(TABLES)]
    state = position(masks, seats=seats)
    beliefs = Beliefs()
    exchanges(state, 5, seed)
    tell(state, random.Random(seed), 6)
    grown = 0
    for seat in range(seats):
        belief = beliefs.after(bytes(list(state.dealt)), observed(state.history, seat))
        grown += belief.size is None
        for slot, exactly in enumerate(by_slot(worlds(state, seat))):
            assert exactly <= belief.possible(slot)
            assert truth(state)[slot] in belief.possible(slot)
    assert grown


@pytest.mark.parametrize("seed", sampled(range(10), range(5)))
def test_a_look_above_the_cap_is_believed(seed: int) -> None:
    """Even if none of the assignments that are kept agrees with it."""
    state = position(THIRTEEN)
    exchanges(state, 60, seed)
    for _time in range(8):
        tell(state, random.Random(seed), 6, ["show"])
        slot, mask = int(state.history[-4]), int(state.history[-1])
        for belief in beliefs_of(state):
            assert belief.possible(slot) == {mask}
            assert belief.chance(slot, mask) == pytest.approx(1)


def test_chances_above_the_cap_are_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(SIX, seats=5)
    exchanges(state, 9)
    exact = worlds(state, 0)
    monkeypatch.setattr("games.titles.mascarade.rules.belief.CAP", 4)
    belief = Beliefs().after(bytes(list(state.dealt)), observed(state.history, 0))
    assert belief.size is None
    for slot in range(state.places):
        for mask in state.kinds:
            ways = sum(number for world, number in exact.items() if world[slot] == mask)
            assert belief.chance(slot, mask) == pytest.approx(ways / exact.total(), abs=0.08)


@pytest.mark.parametrize("log_masks", [True, False])
def test_eight_hundred_exchanges_at_thirteen_seats_stay_bounded(*, log_masks: bool) -> None:
    state = position(THIRTEEN, log_masks=log_masks)
    beliefs = Beliefs()
    for number in range(80):
        exchanges(state, 10, number)
        for seat in (0, 6):
            belief = beliefs.after(bytes(list(state.dealt)), observed(state.history, seat))
            assert belief.kept <= (CAP if belief.size is not None else PARTICLES)
            assert all(len(belief.possible(slot)) <= 12 for slot in range(13))
    assert len(beliefs) <= KEPT
    assert beliefs.worlds <= KEPT_WORLDS
    assert len(state.history) == 800 * 6
    assert len(state.view(0)["knowledge"] or ()) == 13


def test_a_belief_survives_what_cannot_be() -> None:
    """A world dealt from a belief above the cap need not agree with all that another seat has seen."""
    judge = CODES.index("JU")
    state = position(SIX)
    belief = Belief.of_deal(list(state.dealt)).observe((SEEN, 3, -1, judge))
    assert belief.possible(3) == {judge}
    assert belief.size is None
    again = belief.observe((SEEN, 4, -1, judge))
    assert again.possible(4) == {judge}
    assert sorted(again.sample(random.Random(1).randrange)) == sorted(state.dealt)


def test_a_mask_whose_copies_are_all_found_lies_nowhere_else() -> None:
    bounds = Bounds.anything(4, [2, 1, 1])
    assert bounds.seen(0, 0).slots[1] == {0, 1, 2}
    assert bounds.seen(0, 0).seen(3, 0).slots[1] == {1, 2}
    assert [set(masks) for masks in bounds.seen(0, 0).seen(3, 0).seen(1, 1).slots] == [{0}, {1}, {2}, {0}]


# What is kept.


def contents(belief: Belief) -> tuple[object, ...]:
    """All that can be asked of a belief."""
    chances = [[belief.chance(slot, mask) for mask in range(len(CODES))] for slot in range(6)]
    drawn = [bytes(belief.sample(random.Random(seed).randrange)) for seed in range(20)]
    return belief.size, [belief.possible(slot) for slot in range(6)], chances, drawn


def asked(low: int = 0, high: int = 45) -> list[tuple[bytes, tuple[Observation, ...]]]:
    """Return what several seats have observed of two matches, at many lengths."""
    found = []
    for seed in (1, 2):
        state = case(SIX, 6, seed, high)
        for seat in (0, 3):
            seen = observed(state.history, seat)
            found += [(bytes(list(state.dealt)), seen[:length]) for length in range(low, len(seen), 4)]
    return found


@pytest.mark.parametrize("cap", [CAP, 4])
def test_the_answer_is_the_same_with_for_any_request_before(cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.mascarade.rules.belief.CAP", cap)
    questions = asked()
    cold = [contents(Beliefs().after(*question)) for question in questions]
    warm = Beliefs()
    assert [contents(warm.after(*question)) for question in questions] == cold
    assert [contents(warm.after(*question)) for question in questions[::-1]] == cold[::-1]
    mixed = list(range(len(questions)))
    random.Random(1).shuffle(mixed)
    assert [contents(warm.after(*questions[number])) for number in mixed] == [cold[number] for number in mixed]


def test_the_cache_is_bounded_by_its_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.mascarade.rules.belief.KEPT_WORLDS", 300)
    beliefs, largest = Beliefs(), 0
    for question in asked():
        largest = max(largest, beliefs.after(*question).kept)
        assert beliefs.worlds <= 300
    assert largest > 20
    assert 0 < len(beliefs) < len(asked())


def test_two_threads_get_the_same_answers() -> None:
    questions = asked() * 3
    cold = [contents(Beliefs().after(*question)) for question in questions]
    shared = Beliefs()
    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(lambda: [contents(shared.after(*question)) for question in questions])
        other = pool.submit(lambda: [contents(shared.after(*question)) for question in questions[::-1]])
        assert one.result() == cold
        assert other.result() == cold[::-1]


def test_a_longer_history_goes_on_from_a_shorter_one(monkeypatch: pytest.MonkeyPatch) -> None:
    state = case(SIX, 6, 5, 30)
    seen = observed(state.history, 0)
    beliefs = Beliefs()
    beliefs.after(bytes(list(state.dealt)), seen[:-2])
    steps: list[Observation] = []
    plain = Belief.observe

    def counted(self: Belief, observation: Observation) -> Belief:
        steps.append(observation)
        return plain(self, observation)

    monkeypatch.setattr(Belief, "observe", counted)
    beliefs.after(bytes(list(state.dealt)), seen)
    beliefs.after(bytes(list(state.dealt)), seen)
    assert steps == list(seen[-2:])
