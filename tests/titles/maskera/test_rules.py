"""The rules and rulings, each under its name."""

import pytest

from games.core.engine.log import apply_event, chance_event
from games.core.engine.state import CHALLENGE, CHANCE, TURN
from games.titles.maskera.rules.components import LAST_TURN
from games.titles.maskera.rules.counts import nth_mask, pack, unpack
from tests.titles.maskera.positions import (
    MASKERA,
    area,
    cards_in_the_box,
    counts,
    discards,
    follow,
    hand,
    owed_to_chance,
    position,
    words,
)

# Setup and turn.


def test_k2_setup_cards_trigger_nothing() -> None:
    state = MASKERA.initial_state(2, {})
    follow(state, "{deal 0=PRSBA 1=PRSBA area0=PA area1=RS first=1}")
    assert words(state) == ["dr", "pl=P", "pl=R", "pl=S", "pl=B", "pl=A"]


def test_k3_chance_names_the_first_seat() -> None:
    for first in (0, 1):
        state = MASKERA.initial_state(2, {})
        follow(state, f"{{deal 0=PRSBA 1=PRSBA area0=PA area1=RS first={first}}}")
        assert state.to_move() == first


def test_each_card_of_the_deal_has_a_place_of_its_own_in_chance() -> None:
    state = MASKERA.initial_state(2, {})
    places = []
    while state.to_move() == CHANCE:
        step = state.chance_step()
        places.append((step.purpose, step.index))
        state.choose_chance(step.outcomes[0])
    assert len(places) == len(set(places)) == 15


def test_a_mask_is_offered_once_however_many_are_held() -> None:
    assert words(position(hand0="PPPS", hand1="S")) == ["dr", "pl=P", "pl=S"]


def test_with_an_empty_hand_one_can_only_draw() -> None:
    assert words(position(hand0="", hand1="S")) == ["dr"]


def test_any_of_the_five_masks_may_be_named_even_one_that_cannot_be_there() -> None:
    state = follow(position(hand0="S", hand1="S", area0="RRR", area1="RRR", discards="RR"), "0:pl=S")
    assert words(state) == ["ok", "ct=P", "ct=R", "ct=S", "ct=B", "ct=A"]


def test_the_answer_to_a_play_is_a_challenge_that_silence_lets_pass() -> None:
    state = position(hand0="SB", hand1="SR")
    assert state.response() == TURN
    assert state.default_move(0) == []
    follow(state, "0:pl=S")
    assert state.response() == CHALLENGE
    assert [MASKERA.part_word(state, 1, part) for part in state.default_move(1)] == ["ok"]
    follow(state, "1:ct=P {rev 0 S} {miss}")
    assert state.response() == TURN


def test_after_a_hit_the_discarded_card_may_be_of_any_mask() -> None:
    state = follow(position(hand0="SB", hand1="PRB"), "0:pl=S 1:ct=S {rev 0 S} {hit}")
    assert words(state) == ["di=P", "di=R", "di=B"]


def test_a_penalty_discard_has_no_ability() -> None:
    state = follow(position(hand0="BB", hand1="PRB"), "0:pl=B 1:ct=S {rev 0 B} {miss} 1:di=P")
    assert owed_to_chance(state) == "rand"
    assert len(hand(state, 1)) == 2


def test_after_a_hit_the_turn_still_passes_to_the_other_seat() -> None:
    state = follow(position(hand0="BB", hand1="PRB", pile="SS"), "0:pl=B 1:ct=B {rev 0 B} {hit} 1:di=B {rand 0 B}")
    assert state.to_move() == 1


# Rulings.


def test_k4_a_win_comes_before_the_penalty_and_before_the_ability() -> None:
    state = follow(position(hand0="P", hand1="RS", area0="PPP"), "0:pl=P 1:ct=S {rev 0 P} {miss} {win 0 P4}")
    assert hand(state, 1) == "RS"
    assert state.to_move() < CHANCE


def test_k5_a_hit_uses_the_ability_of_the_discarded_card() -> None:
    state = follow(position(hand0="BS", hand1="PR"), "0:pl=B 1:ct=B {rev 0 B} {hit} 1:di=P {draw 1 AA}")
    assert hand(state, 1) == "RAA"
    assert hand(state, 0) == "S"


def test_k6_a_countered_card_is_in_no_reshuffle_of_the_counterers_ability() -> None:
    state = position(hand0="BS", hand1="PR", pile="S", discards="AA")
    follow(state, "0:pl=B 1:ct=B {rev 0 B} {hit} 1:di=P {draw 1 S} {shuffle 3} {draw 1 A}")
    assert discards(state) == "B"


def test_k6_the_discard_of_a_counter_takes_part_in_the_reshuffle() -> None:
    state = position(hand0="BS", hand1="PR", pile="", discards="")
    follow(state, "0:pl=B 1:ct=B {rev 0 B} {hit} 1:di=P {shuffle 1} {draw 1 P}")
    assert hand(state, 1) == "PR"


def test_k7_fewer_cards_are_drawn_when_there_are_fewer() -> None:
    state = follow(position(hand0="S", hand1="S", pile="P"), "0:dr {draw 0 P}")
    assert hand(state, 0) == "PS"
    assert state.to_move() == 1


def test_k8_a_seat_that_can_neither_draw_nor_play_is_skipped_and_its_turn_counts() -> None:
    state = position(hand0="P", hand1="", area1="RR", pile="", turns=LAST_TURN - 2)
    follow(state, "0:pl=P 1:ok {rev 0 P} 1:skip {stop 300}")
    assert state.turns == LAST_TURN


def test_k8_skipping_goes_on_until_a_player_can_move() -> None:
    state = position(hand0="PS", hand1="", area1="RR", pile="", turns=10)
    follow(state, "0:pl=P 1:ok {rev 0 P} 1:skip")
    assert (state.to_move(), state.turns) == (0, 12)


def test_k9_abilities_are_mandatory() -> None:
    state = follow(position(hand0="AS", hand1="S", area1="PR"), "0:pl=A 1:ok {rev 0 A}")
    assert words(state) == ["as=P", "as=R"]


def test_k11_after_the_300th_turn_the_match_stops_with_two_first_places() -> None:
    state = position(hand0="S", hand1="S", turns=LAST_TURN - 1)
    follow(state, "0:dr {draw 0 PP} {stop 300}")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 1), "stop")


def test_k11_a_win_in_the_300th_turn_is_a_win() -> None:
    state = follow(position(hand0="P", hand1="S", area0="PPP", turns=LAST_TURN - 1), "0:pl=P 1:ok {rev 0 P} {win 0 P4}")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_k12_a_spy_sees_the_hand_after_the_penalty() -> None:
    state = follow(position(hand0="S", hand1="RA"), "0:pl=S 1:ct=P {rev 0 S} {miss} 1:di=A {draw 0 P} {peek 0 R}")
    assert state.view(0)["peek"]["cards"] == counts("R")


def test_k13_a_card_on_trial_is_no_target() -> None:
    state = follow(position(hand0="SB", hand1="AP", area0="P"), "0:pl=S 1:ct=S {rev 0 S} {hit} 1:di=A 1:as=P")
    assert area(state, 0) == ""


@pytest.mark.parametrize("cards", ["RRR", "RSA"])
def test_k14_a_discard_is_asked_for_even_when_all_cards_are_alike(cards: str) -> None:
    state = follow(position(hand0="SB", hand1=cards), "0:pl=S 1:ct=P {rev 0 S} {miss}")
    assert state.to_move() == 1
    assert words(state)


def test_k14_the_last_card_is_discarded_without_asking() -> None:
    state = follow(position(hand0="AB", hand1="R"), "0:pl=A 1:ct=P {rev 0 A} {miss} 1:di=R")
    assert hand(state, 1) == ""


def test_k14_the_recruiter_is_asked_even_when_all_cards_are_alike() -> None:
    state = position(hand0="RB", hand1="S", pile="AAAAA")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 AAAAA}")
    assert words(state) == ["ke=A"]
    follow(state, "0:ke=A {rej 0 AAAA}")
    assert hand(state, 0) == "BA"


def test_k14_the_only_card_recruited_is_kept_without_asking() -> None:
    state = position(hand0="RB", hand1="S", pile="A")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 A} 0:ke=A")
    assert hand(state, 0) == "BA"
    assert discards(state) == ""


def test_k15_with_both_piles_empty_the_shuffle_waits_for_the_next_attempt() -> None:
    state = position(hand0="SP", hand1="SR", pile="AA")
    follow(state, "0:dr {draw 0 AA}")
    follow(state, "1:pl=S 0:ct=P {rev 1 S} {miss} 0:di=P {shuffle 1} {draw 1 P} {peek 1 SAA}")
    assert state.pile_size == 0


# Abilities.


def test_a_politician_with_empty_piles_does_nothing() -> None:
    state = follow(position(hand0="PS", hand1="S", pile=""), "0:pl=P 1:ok {rev 0 P}")
    assert hand(state, 0) == "S"


def test_a_recruiter_with_empty_piles_does_nothing() -> None:
    state = follow(position(hand0="RS", hand1="S", pile=""), "0:pl=R 1:ok {rev 0 R}")
    assert state.to_move() == 1


def test_recruited_cards_are_not_in_a_reshuffle_amid_the_draw() -> None:
    state = position(hand0="RS", hand1="S", pile="AB", discards="PPPP")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 BA} {shuffle 4} {draw 0 PPP} 0:ke=B {rej 0 PPPA}")
    assert (hand(state, 0), discards(state), state.pile_size) == ("SB", "PPPA", 1)


def test_a_spy_looks_even_when_there_is_nothing_to_draw() -> None:
    state = follow(position(hand0="SP", hand1="RA", pile=""), "0:pl=S 1:ok {rev 0 S} {peek 0 RA}")
    assert hand(state, 0) == "P"


def test_a_spy_sees_nothing_of_an_empty_hand() -> None:
    state = follow(position(hand0="SP", hand1=""), "0:pl=S 1:ok {rev 0 S} {draw 0 B}")
    assert state.view(0)["peek"] is None


def test_a_brute_finds_every_card_as_often_as_there_are_copies() -> None:
    state = follow(position(hand0="BP", hand1="RRA"), "0:pl=B 1:ok {rev 0 B}")
    step = state.chance_step()
    assert (step.outcomes, step.weights) == ((1, 4), (2, 1))


def test_a_brute_is_chance_even_when_all_cards_are_alike() -> None:
    state = follow(position(hand0="BP", hand1="RRR"), "0:pl=B 1:ok {rev 0 B}")
    assert owed_to_chance(state) == "rand"


def test_a_counterers_assassin_takes_from_the_area_of_the_active_seat() -> None:
    state = position(hand0="SB", hand1="AP", area0="PR", area1="BB")
    follow(state, "0:pl=S 1:ct=S {rev 0 S} {hit} 1:di=A 1:as=R")
    assert (area(state, 0), area(state, 1)) == ("P", "BB")


def test_a_counterers_spy_shows_him_the_hand_of_the_active_seat() -> None:
    state = follow(position(hand0="SB", hand1="SP"), "0:pl=S 1:ct=S {rev 0 S} {hit} 1:di=S {draw 1 R} {peek 1 B}")
    assert state.view(1)["peek"]["cards"] == counts("B")
    assert state.view(0)["peek"] is None


# Wins.


def test_three_of_a_mask_and_four_masks_do_not_win() -> None:
    state = follow(position(hand0="BS", hand1="S", area0="PPPRRRSSSBB", pile=""), "0:pl=B 1:ok {rev 0 B} {rand 1 S}")
    assert area(state, 0) == "PPPRRRSSSBBB"
    assert state.outcome() is None


def test_the_other_area_cannot_win_on_my_turn() -> None:
    state = follow(position(hand0="AS", hand1="S", area0="P", area1="PPP"), "0:pl=A 1:ok {rev 0 A} 0:as=P")
    assert area(state, 1) == "PP"


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_ever_lost_or_made(seed: int) -> None:
    state = MASKERA.initial_state(2, {})
    state.seed(seed)
    while (seat := state.to_move()) != -2:
        assert cards_in_the_box(state) == 40
        assert all(number >= 0 for row in (state.pile, state.hand, state.area, state.aside) for number in row)
        if seat == CHANCE:
            state.random_chance()
        else:
            state.choose(seat, state.random_option(seat))
    assert cards_in_the_box(state) == 40


def test_a_draw_has_its_place_in_chance_by_turn_and_card() -> None:
    state = follow(position(hand0="S", hand1="S", turns=7), "0:dr")
    twin = MASKERA.initial_state(2, {})
    assert chance_event(MASKERA, state, 0).text == "draw/7.0=P"
    apply_event(MASKERA, state, chance_event(MASKERA, state, 0))
    assert chance_event(MASKERA, state, 4).text == "draw/7.1=A"
    assert chance_event(MASKERA, twin, 2).text == "deal/0=S"


def test_packed_counts_come_back() -> None:
    state = position(hand0="PPRBBBBBBBBA")
    assert unpack(pack(state.hand, 0)) == counts("PPRBBBBBBBBA")
    assert nth_mask(position(hand0="RA").hand, 0, 1) == 4
