"""A seat's certain knowledge: a re-dealt world keeps it, and may differ in everything else."""

from itertools import product

import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.state import CHANCE, OVER
from games.core.kit.conformance.context import internal_state
from games.titles.maskera.rules.effects import cards_in, letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.notation import WORDS
from tests.titles.maskera.oracle import Oracle, cards
from tests.titles.maskera.positions import MASKERA, cards_in_the_box, counts, follow, hand, position

SMALL_BOX = "PPRRSSBBAA"


def worlds(state: MaskeraState, seat: int, number: int = 60) -> list[MaskeraState]:
    return [state.redeal(seat, seed) for seed in range(number)]


def hands(state: MaskeraState, seat: int, number: int = 60) -> set[str]:
    """The other hands of many re-dealt worlds."""
    return {hand(world, 1 - seat) for world in worlds(state, seat, number)}


def test_without_news_the_other_hand_may_be_anything() -> None:
    assert len(hands(position(hand0="PRS", hand1="BAA"), 0)) > 20


def test_a_spied_hand_is_certain_and_stays_so() -> None:
    state = position(hand0="SPP", hand1="BAR", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA}")
    assert hands(state, 0) == {"RBA"}
    follow(state, "1:pl=R 0:ok {rev 1 R} {draw 1 RRSSA}")
    assert hands(state, 0) == {"BA"}


def test_only_cards_drawn_after_the_look_are_unknown() -> None:
    state = position(hand0="SPP", hand1="BA", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 BA} 1:dr {draw 1 RS}")
    seen = hands(state, 0)
    assert len(seen) > 5
    assert all(set("BA") <= set(each) for each in seen)


def test_a_card_on_trial_is_one_of_those_that_the_spy_saw() -> None:
    state = position(hand0="SPP", hand1="RBA", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA} 1:pl=B")
    found = {(world.trial, hand(world, 1)) for world in worlds(state, 0)}
    assert found == {(1, "BA"), (3, "RA"), (4, "RB")}


def test_when_the_pile_runs_out_each_seat_can_count_the_other_hand() -> None:
    state = position(hand0="SP", hand1="RB", pile="PP", discards="AAAA")
    follow(state, "0:dr {draw 0 PP} {shuffle 4}")
    assert hands(state, 0) == {"RB"}
    assert hands(state, 1) == {"PPPS"}


def test_cards_of_a_new_pile_are_those_of_the_old_discard_pile() -> None:
    state = position(hand0="SP", hand1="RB", pile="PP", discards="AAAAS")
    follow(state, "0:dr {draw 0 PP} {shuffle 5} 1:dr {draw 1 AA}")
    assert hands(state, 0) == {"RBAA", "RSBA"}


def test_a_recruiters_heap_is_known_when_the_pile_runs_out_amid_the_draw() -> None:
    state = position(hand0="RS", hand1="PP", pile="AB", discards="PPPP")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 BA} {shuffle 4} {draw 0 PPP}")
    for world in worlds(state, 1):
        heap = [world.hand[mask] + world.aside[mask] for mask in range(5)]
        assert heap == counts("SBAPPP")
        assert list(world.pile) == counts("P")
        assert "P" not in hand(world, 0)


def test_unrejected_cards_of_a_known_heap_are_in_the_hand() -> None:
    state = position(hand0="RS", hand1="PP", pile="AB", discards="PPPP")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 BA} {shuffle 4} {draw 0 PPP} 0:ke=B {rej 0 PPPA}")
    assert hands(state, 1) == {"SB"}


def test_a_seats_own_cards_are_never_redealt() -> None:
    state = position(hand0="RS", hand1="PP", area0="B")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 PPSBA}")
    for world in worlds(state, 0, 10):
        assert list(world.aside) == counts("PPSBA")
        assert hand(world, 0) == "S"
    assert {cards(str(list(world.aside))) for world in worlds(state, 1)} != {cards(str(counts("PPSBA")))}


def test_one_seed_gives_one_world() -> None:
    state = position(hand0="PRS", hand1="BAA")
    assert hand(state.redeal(0, 5), 1) == hand(state.redeal(0, 5), 1)
    assert state.redeal(0, 5).pile == state.redeal(0, 5).pile


@pytest.mark.parametrize("seed", range(8))
def test_a_world_can_be_dealt_amid_a_draw_too(seed: int) -> None:
    state = small_match(seed)
    for _step in range(120):
        if state.to_move() == OVER:
            break
        for seat in (0, 1):
            world = state.redeal(seat, seed)
            assert cards_in_the_box(world) == len(SMALL_BOX)
            assert min(*world.pile, *world.hand, *world.aside, *world.draw_batch) >= 0
            assert [len(hand(world, each)) for each in (0, 1)] == list(state.hand_size)
            assert sum(world.aside) == state.aside_size
            assert sum(world.draw_batch) == sum(state.draw_batch)
            assert world.view(seat) == state.view(seat)
            assert internal_state(world.redeal(seat, 5)) == internal_state(state.redeal(seat, 5))
        if state.to_move() == CHANCE:
            state.random_chance()
        else:
            state.choose(state.to_move(), state.random_option(state.to_move()))


@pytest.mark.parametrize("seed", range(24))
def test_worlds_are_those_that_fit_the_log(seed: int) -> None:
    """Against the oracle, in a small box, until a reshuffle falls into a recruiter's draw."""
    state = small_match(seed)
    oracles = [Oracle(seat, unseen(state, seat), state.hand_size[1 - seat]) for seat in (0, 1)]
    compared = 0
    for _step in range(60):
        if state.to_move() == OVER or state.mixed:
            break
        play_one(state, oracles)
        if state.to_move() >= 0 and not state.mixed:
            for oracle in oracles:
                compare(state, oracle)
                compared += 1
    assert compared > 0


def small_match(seed: int) -> MaskeraState:
    """Ten cards, two to each hand, six to draw, and none to win with."""
    state = position(pile=SMALL_BOX)
    state.seed(seed)
    for seat in (0, 1):
        for _card in range(2):
            mask = state.randbelow(5)
            while state.pile[mask] == 0:
                mask = state.randbelow(5)
            state.pile[mask] -= 1
            state.pile_size -= 1
            state.hand[seat * 5 + mask] += 1
            state.hand_size[seat] += 1
    state.recording = True
    return state


def unseen(state: MaskeraState, seat: int) -> str:
    """Return the cards that are neither face up nor in the seat's own hand."""
    return letters(cards_in(list(state.pile))) + hand(state, 1 - seat)


def play_one(state: MaskeraState, oracles: list[Oracle]) -> None:
    """One random step; both oracles read what it writes, as their seats may."""
    seat, turns = state.to_move(), state.turns
    if seat == CHANCE:
        event = Event(EventKind.CHANCE, None, "")
        state.random_chance()
    else:
        part = state.random_option(seat)
        event = Event(EventKind.MOVE, seat, WORDS[part])
        state.choose(seat, part)
    annotator = MASKERA.annotator(2, {})
    annotator.state = state
    for entry, oracle in product(annotator.annotate(event, state.effects), oracles):
        shown = entry.redact(oracle.seat)
        assert shown is not None
        oracle.read(shown.text, shown.seat)
    state.effects = []
    if state.turns != turns:
        for oracle in oracles:
            oracle.end_turn()


def compare(state: MaskeraState, oracle: Oracle) -> None:
    """Every world is one that the oracle knows, and with few of them all come up."""
    other = 1 - oracle.seat
    found = set()
    for world in worlds(state, oracle.seat, 80):
        trial = [world.trial] if state.active == other and world.trial >= 0 else []
        found.add(cards(hand(world, other) + "".join("PRSBA"[mask] for mask in trial)))
    assert found <= oracle.hands()
    if len(oracle.hands()) <= 4:
        assert found == oracle.hands()
