"""Two and three players: several masks each, and claims point at one of them (rules page, #few)."""

from collections.abc import Sequence

import pytest

from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.text.names import slot_name
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
    settings,
    words,
)

MASKS = "JU TR EM KI SO CH"


def two(masks: str = MASKS, *, turn: int = 9) -> MascaradeState:
    """A position of two players, seat 1 on turn: slots 1L 1M 1R 2L 2M 2R."""
    return position(masks, seats=2, turn=turn)


def three(masks: str = MASKS, *, turn: int = 9, coins: Sequence[int] = ()) -> MascaradeState:
    """A position of three players, seat 1 on turn: slots 1L 1R 2L 2R 3L 3R."""
    return position(masks, seats=3, turn=turn, coins=coins)


@pytest.mark.parametrize(
    ("seats", "slots"),
    [(2, ["1L", "1M", "1R", "2L", "2M", "2R"]), (3, ["1L", "1R", "2L", "2R", "3L", "3R"])],
)
def test_every_mask_slot_has_a_letter_and_there_is_no_centre(seats: int, slots: list[str]) -> None:
    view = MASCARADE.initial_state(seats, settings(seats)).view(None)
    assert [slot["slot"] for slot in view["slots"]] == slots
    assert [slot["seat"] for slot in view["slots"]] == [int(slot[0]) - 1 for slot in slots]


def test_an_exchange_names_an_own_slot_and_one_of_another_player() -> None:
    assert words(two(turn=1)) == ["X@L", "X@M", "X@R"]
    assert words(two(), "X@M") == ["2L", "2M", "2R"]
    assert lying(follow(two(), "9. 1: X@M>2R+")) == "JU CH EM KI SO TR"
    assert lying(follow(three(), "9. 1: X@R>3L+")) == "JU SO EM KI TR CH"
    assert refusal(two(), 1, "X@L>1R+").endswith("not your own.")


def test_q19_which_own_mask_is_viewed_is_public_and_its_mask_is_not() -> None:
    line = Line(three()).follow("9. 1: V@R=TR")
    assert line.read_by(0) == "9. 1: V@R=TR"
    assert line.read_by(2) == line.read_by(None) == "9. 1: V@R"
    last = line.state.view(None)["last"]
    assert last is not None
    assert last["slots"] == ["1R"]


def test_an_announcement_points_at_an_own_slot() -> None:
    state = three()
    assert words(state, "A", "KI") == ["@L", "@R"]
    assert refusal(state, 1, "A:KI") == "Say which of your masks: @L, @R."
    assert refusal(state, 1, "A:KI@M") == "Say which of your masks: @L, @R."
    assert refusal(two(), 1, "V") == "Say which of your masks: @L, @M, @R."
    assert refusal(position(MASKS), 1, "A:KI@L") == "Players have one mask each in this match: don’t write a letter."


def test_a_challenger_points_at_a_slot_too_and_only_those_are_shown() -> None:
    state = three()
    line = Line(state).follow("9. 1: A:KI@L 2:C@R 3:N {1L=JU 2R=KI} 2:P {2 +2; fines 1}")
    assert coins(state) == [5, 8, 6]
    assert certain(state, 3)["2R"] == "KI"
    assert "2L" not in line.read_by(None)
    assert state.view(None)["shown"] == [
        {"slot": "1L", "mask": "JU", "turn": 9},
        {"slot": "2R", "mask": "KI", "turn": 9},
    ]


def test_q18_the_fool_of_three_takes_a_mask_of_each_other_player() -> None:
    state = three("FO TR EM KI WI JU")
    line = Line(state).follow("9. 1: A:FO@L 2:N 3:N")
    assert words(state) == ["2L", "2R"]
    assert words(state, "2R") == ["3L", "3R"]
    assert "two different players" in refusal(state, 1, "P>2L,2R+")
    line.follow("1:P>2R,3L+ {1 +1}")
    assert lying(state) == "FO TR EM WI KI JU"


def test_the_fool_of_two_takes_two_masks_of_the_opponent() -> None:
    state = two("FO TR EM KI WI JU")
    line = Line(state).follow("9. 1: A:FO@L 2:N")
    assert words(state) == ["2L", "2M"]
    assert words(state, "2L") == ["2M", "2R"]
    assert "ascending order" in refusal(state, 1, "P>2R,2L+")
    assert "not your own" in refusal(state, 1, "P>1M,2L+")
    line.follow("1:P>2L,2R+ {1 +1}")
    assert lying(state) == "FO TR EM JU WI KI"
    assert [state.epoch_in_advance(seat) for seat in (0, 1)] == [0, 1]


def test_the_spy_uses_the_slot_it_points_at() -> None:
    state = three("TR SP EM KI WI JU")
    follow(state, "9. 1: A:SP@R 2:N 3:N 1:P>3L {1R=SP 3L=WI} 1:B+")
    assert lying(state) == "TR WI EM KI SP JU"


def test_the_spy_out_of_turn_uses_the_slot_of_its_challenge() -> None:
    state = three("TR JU EM SP WI KI")
    follow(state, "9. 1: A:SP@L 2:C@R 3:N {1L=TR 2R=SP} 2:P>1R {2R=SP 1R=JU} 2:B+ {fines 1}")
    assert lying(state) == "TR SP EM JU WI KI"


def test_fortunes_are_of_players_and_have_no_letter() -> None:
    state = three(coins=[6, 9, 5])
    line = Line(state).follow("9. 1: A:SO@L 2:N 3:N")
    assert words(state) == ["-", "2", "3"]
    assert refusal(state, 1, "P>2L") == "Choose a player by number: 1 to 3."
    line.follow("1:P>2 {1↔2}")
    assert coins(state) == [9, 6, 5]


@pytest.mark.parametrize(("mask", "note"), [("TH", "{2→1 1}"), ("PA", "{1 +3, 2 +1}"), ("TR", "{2→1 2}")])
def test_with_two_players_the_opponent_is_a_neighbour_once(mask: str, note: str) -> None:
    follow(two("TH PA TR EM JU SP"), f"9. 1: A:{mask}@L 2:N 1:P {note}")


def test_with_three_players_both_others_are_neighbours() -> None:
    follow(three("TH PA TR EM JU SP"), "9. 1: A:PA@R 2:N 3:N 1:P {1 +3, 2 +1, 3 +1}")


def test_a_lock_is_for_the_player_not_for_the_slot() -> None:
    state = follow(two(), "9. 1: A:CH@L 2:C@L {1L=JU 2L=KI} {fines 1,2}")
    assert words(state) == ["X@L", "X@M", "X@R", "V@L", "V@M", "V@R"]


def test_an_answer_in_advance_falls_with_any_slot_of_its_holder() -> None:
    for slot in ("2L", "2M", "2R"):
        state = follow(two(), f"9. 1: X@L>{slot}-")
        assert state.epoch_in_advance(1) == 1


def test_each_own_slot_may_be_unknown_by_itself() -> None:
    state = follow(three(turn=1), "1. 1: X@L>2L+")
    assert certain(state, 2) == {"1R": "TR", "2R": "KI", "3L": "SO", "3R": "CH"}
    assert believes(state, 2).size == 2


def test_slots_have_names() -> None:
    assert [str(slot_name(slot)) for slot in ("2L", "2M", "2R", "2", "C1", "C2")] == [
        "seat 1’s left mask",
        "seat 1’s middle mask",
        "seat 1’s right mask",
        "seat 1’s mask",
        "the left mask in the centre",
        "the right mask in the centre",
    ]
