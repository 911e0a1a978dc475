"""The hard cases of each power; rulings under their numbers."""

from collections.abc import Sequence

import pytest

from games.core.engine.state import OVER
from games.titles.mascarade.rules.components import NO
from games.titles.mascarade.rules.state import MascaradeState
from tests.titles.mascarade.table import (
    MASCARADE,
    Line,
    believes,
    certain,
    coins,
    follow,
    lying,
    position,
    refusal,
    words,
)

SIX = "JU TR EM KI SO CH"
QUIET = "2:N 3:N 4:N 5:N 6:N"


def announce(mask: str, masks: str = SIX, coins: Sequence[int] = ()) -> Line:
    """Seat 1 of six announces a mask, unchallenged."""
    return Line(position(masks, coins=coins)).follow(f"9. 1: A:{mask} {QUIET}")


def everybody_silent(
    mask: str, rest: str, masks: str = SIX, *, coins: Sequence[int] = (), justice: int = 0
) -> list[int]:
    """The coins after such a turn."""
    state = position(masks, coins=coins, justice=justice)
    follow(state, f"9. 1: A:{mask} {QUIET} {rest}")
    return [int(each) for each in state.coins]


# Bank and board.


def test_the_empress_takes_three_and_the_king_two() -> None:
    assert everybody_silent("EM", "1:P {1 +3}")[0] == 9
    assert everybody_silent("KI", "1:P {1 +2}")[0] == 8


def test_the_judge_with_an_empty_board_takes_nothing() -> None:
    assert everybody_silent("JU", "1:P") == [6] * 6


def test_the_judge_may_win_by_the_board() -> None:
    note = "1:P {J→1 7} {end thirteen 1; places 1,2,2,2,2,2}"
    assert everybody_silent("JU", note, justice=7) == [13, 6, 6, 6, 6, 6]


@pytest.mark.parametrize(("fortune", "note"), [(10, ""), (12, ""), (9, " {1 +1}")])
def test_q7_the_widow_with_ten_coins_or_more_gets_nothing(fortune: int, note: str) -> None:
    after = everybody_silent("WI", f"1:P{note}", "WI TR EM KI SO JU", coins=[fortune])
    assert after[0] == max(10, fortune)


def test_the_patrons_neighbours_gain_after_the_patron() -> None:
    assert everybody_silent("PA", "1:P {1 +3, 2 +1, 6 +1}", "PA TR EM KI SO JU") == [9, 7, 6, 6, 6, 7]


def test_a_challenged_cheater_with_ten_coins_wins_before_the_fines() -> None:
    state = position(SIX, coins=[6, 6, 6, 6, 6, 10])
    follow(state, "9. 1: A:CH 2:C 3:N 4:N 5:N 6:C {1=JU 2=TR 6=CH} 6:P {end cheater 6; places 2,2,2,2,2,1}")
    assert coins(state) == [6, 6, 6, 6, 6, 10]


def test_q11_one_peasant_unchallenged_gains_one_though_both_are_in_play() -> None:
    state = position("PE PE EM TR SO JU FO KI")
    follow(state, "9. 1: A:PE 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P {1 +1}")
    assert coins(state)[:2] == [7, 6]


def test_both_peasants_gain_out_of_turn_and_in_one_step() -> None:
    state = position("TR PE EM KI PE JU FO SO", coins=[6, 12, 6, 6, 11])
    follow(
        state,
        "9. 1: A:PE 2:C 3:N 4:N 5:C 6:N 7:N 8:N {1=TR 2=PE 5=PE} 2:P 5:P {2 +2, 5 +2} "
        "{end thirteen 2; places 3,1,3,3,2,3,3,3}",
    )


# From seat to seat.


def test_the_thief_takes_from_both_neighbours_in_one_step() -> None:
    assert everybody_silent("TH", "1:P {2→1 1, 6→1 1}", "TH TR EM KI SO JU") == [8, 5, 6, 6, 6, 5]


def test_q6_the_beggar_asks_clockwise_and_only_who_has_strictly_more() -> None:
    after = everybody_silent("BE", "1:P {3→1 1, 5→1 1}", "BE TR EM KI SO JU", coins=[4, 4, 6, 5, 7, 6])
    assert after == [6, 4, 5, 5, 6, 6]


def test_q8_who_has_fewer_coins_than_due_pays_all() -> None:
    state = position("TR JU EM KI SO CH", coins=[1, 1, 1, 1, 1, 1])
    line = Line(state).follow(f"9. 1: A:TR {QUIET}")
    assert words(state) == ["2", "3", "4", "5", "6"]
    line.follow("1:P>4 {4→1 1} {end bankrupt 1; places 1,2,2,6,2,2}")


def test_q20_the_trickster_chooses_only_among_equals() -> None:
    state = announce("TR", coins=[9, 8, 8, 7]).state
    assert words(state) == ["2", "3"]
    assert "the richest of the other players" in refusal(state, 1, "P>4")
    assert "not yourself" in refusal(state, 1, "P>1")
    assert "Only the Sorceress can decline" in refusal(state, 1, "P-")


@pytest.mark.parametrize("mask", ["BE", "CH", "EM", "JU", "KI", "PA", "TH", "WI"])
def test_q20_powers_without_a_choice_are_not_asked(mask: str) -> None:
    others = " ".join(code for code in ("JU", "KI", "EM", "PA", "TR", "SO") if code != mask)
    state = position(f"{mask} {others}", seats=6)
    for part in ("A", mask):
        state.choose(0, next(each for each in state.options(0) if MASCARADE.part_word(state, 0, each) == part))
    for seat in range(1, 6):
        state.choose(seat, NO)
    assert (state.turns, state.to_move()) == (10, 1)


def test_q2_the_sorceress_may_decline() -> None:
    line = announce("SO")
    assert words(line.state) == ["-", "2", "3", "4", "5", "6"]
    line.follow("1:P-")
    assert coins(line.state) == [6] * 6


def test_the_sorceress_exchanges_fortunes_not_masks() -> None:
    line = announce("SO", coins=[6, 6, 11])
    line.follow("1:P>3 {1↔3}")
    assert coins(line.state)[:3] == [11, 6, 6]
    assert lying(line.state) == SIX
    assert "not yourself" in refusal(announce("SO").state, 1, "P>1")


# Masks that move.


@pytest.mark.parametrize(("bit", "after"), [("+", "FO KI EM TR SO JU"), ("-", "FO TR EM KI SO JU")])
def test_q3_the_fool_takes_two_others_unseen(bit: str, after: str) -> None:
    line = announce("FO", "FO TR EM KI SO JU")
    assert words(line.state) == ["2", "3", "4", "5"]
    assert words(line.state, "4") == ["5", "6"]
    assert words(line.state, "2", "4") == ["-", "+"]
    line.follow(f"1:P>2,4{bit} {{1 +1}}")
    assert lying(line.state) == after
    assert line.read_by(0).endswith(f"1:P>2,4{bit} {{1 +1}}")
    for viewer in (1, 3, None):
        assert line.read_by(viewer).endswith("1:P>2,4? {1 +1}")
    assert believes(line.state, 1).size == 1
    assert believes(line.state, 2).size == 2


@pytest.mark.parametrize(
    ("mask", "masks", "line", "targets", "player"),
    [
        ("FO", "FO TR EM KI SO JU", "1:P>2,4+ {1 +1}", ["2", "4"], None),
        ("SO", SIX, "1:P>3 {1↔3}", [], 2),
        ("SO", SIX, "1:P-", [], None),
    ],
)
def test_everybody_sees_what_the_last_power_was_aimed_at(
    mask: str, masks: str, line: str, targets: list[str], player: int | None
) -> None:
    last = announce(mask, masks).follow(line).state.view(None)["last"]
    assert last is not None
    assert (last["targets"], last["player"]) == (targets, player)


def test_the_fool_needs_two_targets_in_order_and_a_bit() -> None:
    state = announce("FO", "FO TR EM KI SO JU").state
    assert "two targets" in refusal(state, 1, "P>2+")
    assert "+ or -" in refusal(state, 1, "P>2,4")
    assert "ascending order" in refusal(state, 1, "P>4,2+")
    assert "There’s no mask at" in refusal(state, 1, "P>2,7+")


def test_q5_the_puppeteer_exchanges_openly_what_two_others_have_and_are() -> None:
    line = announce("PU", "PU TR EM KI SO JU", coins=[6, 9, 4])
    assert "in secret" in refusal(line.state, 1, "P>2,3+")
    assert "centre" in refusal(position_with_centre(), 1, "P>2,C1")
    line.follow("1:P>2,3 {2→1 1, 3→1 1, 2↔3}")
    assert coins(line.state) == [8, 3, 8, 6, 6, 6]
    assert lying(line.state) == "PU EM TR KI SO JU"
    assert all(believes(line.state, seat).size == 1 for seat in range(1, 7))


def position_with_centre() -> MascaradeState:
    """A Puppeteer before its targets, with a mask in the centre."""
    return Line(position("PU TR EM KI SO JU CH", seats=6)).follow(f"9. 1: A:PU {QUIET}").state


def test_the_puppeteers_payments_may_end_the_match_before_the_exchange() -> None:
    line = announce("PU", "PU TR EM KI SO JU", coins=[6, 1, 9])
    line.follow("1:P>2,3 {2→1 1, 3→1 1} {end bankrupt 1,3; places 1,6,1,3,3,3}")
    assert lying(line.state) == "PU TR EM KI SO JU"
    assert coins(line.state) == [8, 0, 8, 6, 6, 6]


def test_a_fool_that_wins_with_its_coin_chooses_nothing() -> None:
    state = position("FO TR EM KI SO JU", coins=[12])
    follow(state, f"9. 1: A:FO {QUIET} 1:P {{1 +1}} {{end thirteen 1; places 1,2,2,2,2,2}}")
    assert state.to_move() == OVER


def test_a_princess_that_wins_with_her_coins_chooses_nobody() -> None:
    state = position("PR TR EM KI SO JU", coins=[11])
    follow(state, f"9. 1: A:PR {QUIET} 1:P {{1 +2}} {{end thirteen 1; places 1,2,2,2,2,2}}")
    assert state.view(None)["shown"] == []


@pytest.mark.parametrize(("bit", "after"), [("+", "KI TR EM SP SO JU"), ("-", "SP TR EM KI SO JU")])
def test_the_spy_looks_at_both_masks_before_deciding(bit: str, after: str) -> None:
    line = announce("SP", "SP TR EM KI SO JU")
    line.follow("1:P>4 {1=SP 4=KI}")
    state = line.state
    assert state.view(0)["look"] == [{"slot": "1", "mask": "SP"}, {"slot": "4", "mask": "KI"}]
    assert all(state.view(viewer)["look"] is None for viewer in (1, 3, None))
    assert words(state) == ["-", "+"]
    line.follow(f"1:B{bit}")
    assert lying(state) == after
    assert line.read_by(0).endswith(f"1:P>4 {{1=SP 4=KI}} 1:B{bit}")
    for viewer in (1, 3, None):
        assert line.read_by(viewer).endswith("1:P>4 {1=?? 4=??} 1:B?")
    assert believes(state, 1).size == 1
    assert believes(state, 4).size == 2


def test_q4_the_spy_may_look_at_the_centre() -> None:
    line = Line(position("SP TR EM KI SO JU", seats=4)).follow("9. 1: A:SP 2:N 3:N 4:N")
    assert words(line.state) == ["2", "3", "4", "C1", "C2"]
    line.follow("1:P>C2 {1=SP C2=JU} 1:B+")
    assert lying(line.state) == "JU TR EM KI SO SP"


def test_a_bluffing_spy_sees_the_mask_it_really_has() -> None:
    line = announce("SP", "WI TR EM KI SO SP")
    line.follow("1:P>4 {1=WI 4=KI} 1:B+")
    assert lying(line.state) == "KI TR EM WI SO SP"


def test_the_spy_needs_one_target_without_a_bit() -> None:
    state = announce("SP", "SP TR EM KI SO JU").state
    assert "one target" in refusal(state, 1, "P>2,3")
    assert "in secret" in refusal(state, 1, "P>2+")
    assert "not your own" in refusal(state, 1, "P>1")


# Masks that are shown.


def test_the_guru_out_of_turn_is_paid_by_its_victim_and_then_liars_pay() -> None:
    state = position("TR GU EM TH SO JU FO KI")
    follow(
        state,
        "9. 1: A:GU 2:C 3:N 4:N 5:N 6:N 7:N 8:N {1=TR 2=GU} 2:P>1 1:G=EM {1=TR, 1→2 4; fines 1}",
    )
    assert coins(state)[:2] == [1, 10]
    last = state.view(None)["last"]
    assert last is not None
    assert (last["targets"], last["guess"]) == (["1"], "EM")


def test_masks_shown_by_the_guru_are_public() -> None:
    state = position("GU TR EM TH SO JU FO KI", turn=8, active=8)
    follow(state, "8. 8: X>4+")
    assert "4" not in certain(state, 5)
    follow(state, "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4 4:G=KI {4=KI}")
    assert certain(state, 5)["4"] == "KI"
    assert certain(state, 5)["8"] == "TH"


def test_the_guru_chooses_another_player() -> None:
    state = follow(position("GU TR EM TH SO JU FO KI"), "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N")
    assert words(state) == ["2", "3", "4", "5", "6", "7", "8"]
    assert "not your own" in refusal(state, 1, "P>1")
    centre = position("GU TR EM TH SO JU FO KI CH", seats=8)
    follow(centre, "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N")
    assert "centre" in refusal(centre, 1, "P>C1")


def test_the_princess_tells_her_victim_and_spectators_nothing() -> None:
    line = announce("PR", "PR TR EM KI SO JU")
    line.follow("1:P>5 {1 +2, 5=SO}")
    for viewer, mask in ((0, "SO"), (3, "SO"), (4, None), (None, None)):
        assert line.state.view(viewer)["shown"] == [{"slot": "5", "mask": mask, "turn": 9}]
