"""Values and weights of the bots of Maskera, in plain cases that anybody would judge alike."""

import pytest

from games.core.engine.state import CHANCE, OVER
from games.titles.maskera.bots import evaluation
from games.titles.maskera.bots.knowledge import chances_held
from games.titles.maskera.rules.state import MaskeraState
from tests.titles.maskera.positions import MASKERA, follow, position, words

KNOWLEDGE = MASKERA.knowledge


def weights(state: MaskeraState) -> dict[str, float]:
    return dict(zip(words(state), KNOWLEDGE.weigh(state, state.to_move()), strict=True))


def best(state: MaskeraState) -> str:
    found = weights(state)
    return max(found, key=found.__getitem__)


def test_against_an_empty_hand_a_winning_card_is_played() -> None:
    assert best(position(hand0="PRS", hand1="", area0="PPPR", area1="BB")) == "pl=P"


def test_the_only_card_that_wins_is_named_when_the_spy_has_seen_the_hand() -> None:
    state = position(hand0="SPA", hand1="BR", area0="P", area1="BBB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RB} 1:pl=B")
    assert best(state) == "ct=B"


def test_an_assassin_breaks_three_of_a_mask() -> None:
    state = follow(position(hand0="AS", hand1="PR", area0="R", area1="PPPB"), "0:pl=A 1:ok {rev 0 A}")
    assert best(state) == "as=P"


def test_nobody_is_believed_to_hold_a_mask_that_is_gone() -> None:
    state = position(hand0="SPP", hand1="RA", area0="BBB", area1="BB", discards="BBB")
    assert chances_held(state, 0)[3] == 0.0
    assert all(chance > 0 for mask, chance in enumerate(chances_held(state, 0)) if mask != 3)


def test_a_card_that_the_spy_saw_is_certain() -> None:
    state = position(hand0="SPP", hand1="BAR", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA}")
    assert chances_held(state, 0) == [0.0, 1.0, 0.0, 1.0, 1.0]


def test_more_of_a_line_has_a_higher_value() -> None:
    for held in range(4):
        column = [evaluation.line_value(lying, held) for lying in range(4)]
        assert column == sorted(column)
    assert len(evaluation.LINE_VALUES) == 16
    three, held, neither = position(area0="PPPR", hand0="P"), position(area0="PPPR", hand0="S"), position(area0="PPR")
    assert evaluation.side_value(three, 0) > evaluation.side_value(held, 0) > evaluation.side_value(neither, 0)


def test_every_card_in_the_hand_has_a_value() -> None:
    assert list(evaluation.SIZE_VALUES) == sorted(evaluation.SIZE_VALUES)
    state = position(hand0="PRS", area0="PS")
    for mask in range(5):
        assert evaluation.hand_gain(state, 0, mask) > 0
    for mask in range(3):
        assert evaluation.hand_loss(state, 0, mask) > 0


def test_the_gain_of_a_card_is_the_difference_of_the_values_of_the_side() -> None:
    for more, mask in (("P", 0), ("R", 1), ("A", 4)):
        before, after = position(hand0="PPS", area0="PPS"), position(hand0="PPS" + more, area0="PPS")
        assert (
            evaluation.hand_gain(before, 0, mask)
            == evaluation.side_value(after, 0) - evaluation.side_value(before, 0)
            == evaluation.hand_loss(after, 0, mask)
        )


def test_only_a_card_that_ends_the_match_is_a_win() -> None:
    state = position(hand0="PRSB", area0="PPPRS")
    assert [evaluation.area_gain(state, 0, mask) == evaluation.WIN for mask in range(5)] == [
        True,
        False,
        False,
        False,
        False,
    ]
    four = position(hand0="PRSB", area0="PRSB")
    assert [evaluation.public_area_gain(four.area, 0, mask) == evaluation.WIN for mask in range(5)] == [
        False,
        False,
        False,
        False,
        True,
    ]


def test_abilities_help_their_user() -> None:
    state = position(hand0="SB", area0="PPR", hand1="PA", area1="PPPS")
    assert all(evaluation.ability_value(state, 0, mask) > 0 for mask in range(5))
    assert evaluation.ability_value(position(hand0="SA", hand1=""), 0, 4) == 0
    assert evaluation.ability_value(position(hand0="SB", area1="P", hand1=""), 0, 3) == 0
    assert evaluation.draw_gain(position(hand0="SB", pile=""), 0) == 0


def test_the_value_of_the_end_is_its_result() -> None:
    state = follow(position(hand0="PR", hand1="RA", area0="PPPS"), "0:pl=P 1:ok {rev 0 P} {win 0 P4}")
    assert KNOWLEDGE.evaluate(state) == [10.0, 0.0]
    stopped = follow(position(hand0="S", hand1="S", turns=299), "0:dr {draw 0 PP} {stop 300}")
    assert KNOWLEDGE.evaluate(stopped) == [5.0, 5.0]


def test_an_even_position_is_even_but_for_the_move() -> None:
    state = position(hand0="PRS", hand1="PRS", area0="PS", area1="PS")
    first, second = KNOWLEDGE.evaluate(state)
    assert first + second == pytest.approx(10.0)
    assert 5.0 <= first < 6.5
    assert evaluation.win_chance(0) == evaluation.WHOLE // 2
    assert evaluation.advantage(state, 0) == -evaluation.advantage(state, 1) > 0


def test_every_option_gets_a_weight_at_every_decision() -> None:
    state = MASKERA.initial_state(2, {})
    state.seed(3)
    while (seat := state.to_move()) != OVER:
        if seat == CHANCE:
            state.random_chance()
            continue
        world = state.redeal(seat, 9)
        assert len(KNOWLEDGE.weigh(world, seat)) == len(world.options(seat))
        assert KNOWLEDGE.weigh(world, seat) == KNOWLEDGE.weigh(state.redeal(seat, 9), seat)
        state.choose(seat, state.random_option(seat))
