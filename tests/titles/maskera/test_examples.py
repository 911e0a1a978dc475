"""The worked examples of the rules document, each under its name."""

from games.core.engine.state import CHANCE, OVER
from tests.titles.maskera.positions import (
    MASKERA,
    area,
    cards_in_the_box,
    discards,
    follow,
    hand,
    owed_to_chance,
    position,
    words,
)


def test_example_1_setup() -> None:
    state = MASKERA.initial_state(2, {})
    follow(state, "{deal 0=PPSBA 1=RRSBA area0=PP area1=PP first=0}")
    assert state.pile_size == 26
    assert (len(hand(state, 0)), len(hand(state, 1))) == (5, 5)
    assert (area(state, 0), area(state, 1)) == ("PP", "PP")
    assert cards_in_the_box(state) == 40
    assert state.to_move() == 0


def test_example_2_draw() -> None:
    state = position(hand0="PRSBA", hand1="PRSBA", area0="PP", area1="PP")
    follow(state, "0:dr {draw 0 PS}")
    assert len(hand(state, 0)) == 7
    assert state.pile_size == 24
    assert state.to_move() == 1


def test_example_3_unopposed_politician() -> None:
    state = position(hand0="PRSBA", hand1="PRSBA", area0="RR", area1="PP")
    follow(state, "0:pl=P 1:ok {rev 0 P} {draw 0 AA}")
    assert area(state, 0) == "PRR"
    assert len(hand(state, 0)) == 6
    assert state.pile_size == 40 - 14 - 2


def test_example_4_miss() -> None:
    state = position(hand0="S", hand1="RA", area0="P", area1="P")
    follow(state, "0:pl=S 1:ct=B {rev 0 S} {miss} 1:di=R {draw 0 B} {peek 0 A}")
    assert discards(state) == "R"
    assert area(state, 0) == "PS"
    assert state.view(0)["peek"]["cards"] == [0, 0, 0, 0, 1]


def test_example_5_hit() -> None:
    state = position(hand0="B", hand1="RA", area0="PP", area1="SS")
    follow(state, "0:pl=B 1:ct=B {rev 0 B} {hit} 1:di=R {draw 1 PPSBA} 1:ke=A {rej 1 PPSB}")
    assert hand(state, 1) == "AA"
    assert discards(state) == "RPPSBB"
    assert (area(state, 0), area(state, 1)) == ("PP", "SS")


def test_example_6_hit_with_assassin() -> None:
    state = position(hand0="PB", hand1="RA", area0="PPPS")
    follow(state, "0:pl=P 1:ct=P {rev 0 P} {hit} 1:di=A")
    assert words(state) == ["as=P", "as=S"]
    follow(state, "1:as=P")
    assert area(state, 0) == "PPS"
    assert discards(state) == "APP"


def test_example_7_four_of_a_kind() -> None:
    state = position(hand0="PR", hand1="RA", area0="PPPS")
    follow(state, "0:pl=P 1:ok {rev 0 P} {win 0 P4}")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2), "four")
    assert hand(state, 0) == "R"


def test_example_8_five_types() -> None:
    state = position(hand0="AR", hand1="RA", area0="PRSSB", area1="RR")
    follow(state, "0:pl=A 1:ct=P {rev 0 A} {miss} {win 0 all5}")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2), "five")
    assert hand(state, 1) == "RA"
    assert area(state, 1) == "RR"


def test_example_9_counter_stops_a_win() -> None:
    state = position(hand0="PR", hand1="RB", area0="PPP")
    follow(state, "0:pl=P 1:ct=P {rev 0 P} {hit}")
    assert state.outcome() is None
    assert area(state, 0) == "PPP"


def test_example_10_empty_hand() -> None:
    state = position(hand0="BR", hand1="", area0="P")
    follow(state, "0:pl=B 1:ok {rev 0 B}")
    assert area(state, 0) == "PB"
    assert state.to_move() == 1


def test_example_11_reshuffle_inside_a_draw() -> None:
    state = position(hand0="S", hand1="S", pile="P", discards="PRSBAA")
    follow(state, "0:dr {draw 0 P} {shuffle 6} {draw 0 A}")
    assert (state.pile_size, discards(state)) == (5, "")


def test_example_12_reshuffle_on_the_exact_last_card() -> None:
    state = position(hand0="S", hand1="S", pile="PP", discards="PRSBAA")
    follow(state, "0:dr {draw 0 PP} {shuffle 6}")
    assert (state.pile_size, discards(state)) == (6, "")


def test_example_13_assassin_without_target() -> None:
    state = position(hand0="AS", hand1="S", area0="P", area1="")
    follow(state, "0:pl=A 1:ok {rev 0 A}")
    assert area(state, 0) == "PA"
    assert state.to_move() == 1
    assert words(state) == ["dr", "pl=S"]


def test_example_14_assassin_one_type() -> None:
    state = position(hand0="AS", hand1="S", area0="P", area1="BB")
    follow(state, "0:pl=A 1:ok {rev 0 A} 0:as=B")
    assert area(state, 1) == "B"
    assert discards(state) == "B"
    assert state.to_move() == 1


def test_example_15_brute_after_miss() -> None:
    state = position(hand0="BS", hand1="RA", area0="P")
    follow(state, "0:pl=B 1:ct=P {rev 0 B} {miss} 1:di=A {rand 1 R}")
    assert hand(state, 1) == ""


def test_example_16_nothing_to_draw() -> None:
    state = position(hand0="S", hand1="S", pile="")
    assert words(state) == ["pl=S"]
    assert owed_to_chance(state) == ""
    assert state.to_move() not in (CHANCE, OVER)
