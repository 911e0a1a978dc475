"""What the bots make of Maskera: plain cases that anybody would judge alike."""

import pytest

from games.core.state import CHANCE, OVER
from games.titles.maskera.knowledge import likely, odds, solve
from games.titles.maskera.state import MaskeraState
from games.titles.maskera.worth import LINE, SET, ability, recruit_gain, worth
from tests.titles.maskera.positions import MASKERA, counts, follow, position, words

KNOWLEDGE = MASKERA.knowledge
EVEN = tuple(counts("PPPPRRRRSSSSBBBBAAAA"))


def weights(state: MaskeraState) -> dict[str, float]:
    return dict(zip(words(state), KNOWLEDGE.weigh(state, state.to_move()), strict=True))


def best(state: MaskeraState) -> str:
    found = weights(state)
    return max(found, key=found.__getitem__)


def side(area: str, hand: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(counts(area)), tuple(counts(hand))


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
    assert likely(state, 0)[3] == 0.0
    assert all(chance > 0 for mask, chance in enumerate(likely(state, 0)) if mask != 3)


def test_a_card_that_the_spy_saw_is_certain() -> None:
    state = position(hand0="SPP", hand1="BAR", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA}")
    assert likely(state, 0) == [0.0, 1.0, 0.0, 1.0, 1.0]


def test_more_of_a_line_is_worth_more() -> None:
    for held in range(4):
        column = [LINE[lying][held] for lying in range(4)]
        assert column == sorted(column)
    assert worth(side("PPPR", "P")) > worth(side("PPPR", "S")) > worth(side("PPR", "S"))
    assert SET[1][1] > SET[5][0]


def test_abilities_help_their_user() -> None:
    mine, theirs = side("PPR", "SB"), side("PPPS", "PA")
    for mask in range(5):
        assert ability(mine, theirs, mask, EVEN) > 0.0
    assert ability(mine, side("", ""), 4, EVEN) == 0.0
    assert ability(mine, side("P", ""), 3, EVEN) == 0.0
    assert recruit_gain(mine, tuple(counts(""))) == 0.0


def test_the_mixtures_of_a_guessing_game_are_even_where_all_is_even() -> None:
    table = [[6.0] + [3.0 if named == mask else 7.0 for named in range(5)] for mask in range(5)]
    plays, answers = solve(table, [True] * 5)
    assert sum(plays) == pytest.approx(1.0)
    assert sum(answers) == pytest.approx(1.0)
    assert min(plays) > 0.1
    assert min(answers[1:]) > 0.1


def test_the_end_is_worth_its_result() -> None:
    state = follow(position(hand0="PR", hand1="RA", area0="PPPS"), "0:pl=P 1:ok {rev 0 P} {win 0 P4}")
    assert KNOWLEDGE.evaluate(state) == [10.0, 0.0]
    stopped = follow(position(hand0="S", hand1="S", turns=299), "0:dr {draw 0 PP} {stop 300}")
    assert KNOWLEDGE.evaluate(stopped) == [5.0, 5.0]


def test_an_even_position_is_even_but_for_the_move() -> None:
    state = position(hand0="PRS", hand1="PRS", area0="PS", area1="PS")
    first, second = KNOWLEDGE.evaluate(state)
    assert first + second == pytest.approx(10.0)
    assert 5.0 <= first < 6.5
    assert odds(0.0) == 5.0


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
