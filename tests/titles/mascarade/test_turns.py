"""The turn, its windows and its end; rulings under their numbers."""

from typing import Any

import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.log import apply_event
from games.core.engine.state import CHALLENGE, OVER, REACTION, TURN
from games.titles.mascarade.rules.components import MASK
from games.titles.mascarade.rules.masks import THIEF
from games.titles.mascarade.rules.state import MascaradeState
from tests.titles.mascarade.table import (
    MASCARADE,
    Line,
    certain,
    coins,
    follow,
    lying,
    position,
    refusal,
    settings,
    words,
)

SIX = "JU TR EM KI SO CH"
FOUR = "JU TR EM KI SO CH"


def dealt(seats: int, **given: str) -> MascaradeState:
    """A match right after the deal."""
    state = MASCARADE.initial_state(seats, settings(seats, **given))
    state.seed(3)
    state.settle_chance()
    return state


def send(state: MascaradeState, seat: int, text: str) -> None:
    """A move of a seat, counted from 1."""
    apply_event(MASCARADE, state, Event(EventKind.MOVE, seat - 1, text))


# Memorising.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 13])
def test_q17_all_masks_lie_open_until_everybody_has_memorised_them(seats: int) -> None:
    state = dealt(seats)
    assert (state.sealed(), state.response(), state.silence_counts()) == (True, REACTION, False)
    assert state.deciders() == list(range(seats))
    for seat in range(seats, 0, -1):
        assert all(slot["open"] and slot["mask"] for slot in state.view(None)["slots"])
        assert words(state) == ["M"]
        assert list(state.default_move(seat - 1)) == [0]
        send(state, seat, "M")
    assert not any(slot["open"] or slot["mask"] for slot in state.view(0)["slots"])
    assert (state.turns, state.to_move()) == (1, state.first)


def test_q17_who_has_memorised_is_seen() -> None:
    state = dealt(4)
    send(state, 2, "M")
    assert state.view(None)["answers"] == ["", "given", "", ""]
    assert state.view(1)["answers"] == ["", "given", "", ""]


def test_everybody_starts_with_six_coins_and_the_board_is_empty() -> None:
    state = dealt(13)
    assert (coins(state), state.justice) == ([6] * 13, 0)


# Action.


def test_turns_go_clockwise() -> None:
    state = position(SIX, active=5, turn=1)
    follow(state, "1. 5: X>1+ 2. 6: X>1- 3. 1: X>2+")
    assert (state.active, state.turns) == (1, 4)


def test_an_exchange_is_one_move_of_three_parts() -> None:
    state = position("JU TR EM KI SO CH", seats=5)
    assert words(state) == ["X", "V", "A"]
    assert words(state, "X") == ["2", "3", "4", "5", "C1"]
    assert words(state, "X", "C1") == ["-", "+"]


def test_q4_an_exchange_may_take_a_mask_of_the_centre() -> None:
    assert lying(follow(position(FOUR, seats=4), "9. 1: X>C2+")) == "CH TR EM KI SO JU"


def test_a_pretended_exchange_moves_nothing_and_looks_the_same() -> None:
    real, pretended = (follow(position(SIX), f"9. 1: X>3{bit}") for bit in "+-")
    assert lying(real) == "EM TR JU KI SO CH"
    assert lying(pretended) == SIX
    for viewer in (1, 2, 3, 4, 5, None):
        assert real.view(viewer) == pretended.view(viewer)
    assert list(real.epoch) == list(pretended.epoch)
    assert len(real.history) == len(pretended.history)


def test_a_view_tells_the_viewer_alone() -> None:
    line = Line(position(SIX)).follow("9. 1: V=JU")
    assert line.read_by(0) == "9. 1: V=JU"
    assert line.read_by(1) == line.read_by(None) == "9. 1: V"


def test_a_mask_that_is_not_in_the_script_may_not_be_announced() -> None:
    state = position(SIX)
    assert words(state, "A") == ["CH", "EM", "JU", "KI", "SO", "TR"]
    assert refusal(state, 1, "A:WI") == "You can only name masks in this match’s script."


def test_peasant_is_one_name() -> None:
    state = position("JU TR EM PE SO PE KI FO")
    assert words(state, "A") == ["EM", "FO", "JU", "KI", "PE", "SO", "TR"]


def test_the_last_public_action_is_in_the_view() -> None:
    state = position(SIX)
    follow(state, "9. 1: X>3+")
    aimless: dict[str, Any] = {"targets": [], "player": None, "guess": None}
    exchange = {"turn": 9, "seat": 0, "kind": "exchange", "slots": ["1", "3"], "mask": None}
    assert state.view(4)["last"] == exchange | aimless
    follow(state, "10. 2: V=TR")
    assert state.view(4)["last"] == {"turn": 10, "seat": 1, "kind": "view", "slots": ["2"], "mask": None} | aimless
    follow(state, "11. 3: A:KI 4:N 5:N 6:N 1:N 2:N 3:P {3 +2}")
    announcement = {"turn": 11, "seat": 2, "kind": "announce", "slots": ["3"], "mask": "KI"}
    assert state.view(4)["last"] == announcement | aimless


# The challenge.


def test_sealed_answers_are_asked_together_and_hidden_until_all_are_in() -> None:
    state = position(SIX)
    send(state, 1, "A:EM")
    assert (state.sealed(), state.response(), state.silence_counts()) == (True, CHALLENGE, False)
    assert state.deciders() == [1, 2, 3, 4, 5]
    send(state, 4, "C")
    for viewer in (0, 1, 3, None):
        assert state.view(viewer)["answers"] == [None, "", "", "given", "", ""]
    for seat in (2, 3, 5, 6):
        send(state, seat, "N")
    assert state.turns == 10
    assert coins(state) == [5, 6, 6, 5, 6, 6]


@pytest.mark.parametrize("challenges", [{4}, {2, 6}, set()])
def test_q14_sealed_answers_take_effect_in_no_order(challenges: set[int]) -> None:
    ends = []
    for order in ([2, 3, 4, 5, 6], [6, 5, 4, 3, 2], [4, 2, 6, 3, 5]):
        state = position(SIX)
        send(state, 1, "A:EM")
        for seat in order:
            send(state, seat, "C" if seat in challenges else "N")
        ends.append(state.view(0))
    assert ends[0] == ends[1] == ends[2]


def test_q14_an_answer_that_was_given_is_not_asked_again() -> None:
    state = position(SIX)
    send(state, 1, "A:EM")
    send(state, 3, "C")
    assert state.options(2) == []
    assert 2 not in state.deciders()


def test_clockwise_seats_are_asked_in_turn_and_see_earlier_answers() -> None:
    state = position(SIX, active=5, sealed=False)
    send(state, 5, "A:EM")
    asked = []
    for answer in ("N", "C", "N", "C", "N"):
        assert (state.sealed(), state.response(), state.silence_counts()) == (False, CHALLENGE, False)
        asked.append(int(state.to_move()) + 1)
        send(state, asked[-1], answer)
        if len(asked) == 3:
            assert state.view(None)["answers"] == ["C", "N", "", None, None, "N"]
    assert asked == [6, 1, 2, 3, 4]
    assert coins(state)[0] == 5


def test_all_are_asked_clockwise_also_after_a_challenge() -> None:
    state = position(SIX, sealed=False)
    send(state, 1, "A:JU")
    send(state, 2, "C")
    assert state.to_move() == 2


def test_no_is_what_silence_means() -> None:
    for sealed in (True, False):
        state = position(SIX, sealed=sealed)
        send(state, 1, "A:EM")
        seat = int(state.to_move())
        assert MASCARADE.format_move(state, seat, state.default_move(seat)) == "N"


def test_q13_one_may_challenge_while_knowing_that_one_lies() -> None:
    state = position(SIX, turn=5)
    send(state, 1, "A:JU")
    assert certain(state, 2)["2"] == "TR"
    assert words(state) == ["N", "C"]


def test_masks_are_shown_from_the_announcer_clockwise_and_turned_down_again() -> None:
    state = position(SIX, active=4)
    line = Line(state).follow("9. 4: A:EM 5:C 6:N 1:N 2:C 3:N {4=KI 5=SO 2=TR} {fines 4,5,2}")
    assert line.read_by(None) == line.read_by(3)
    assert [(each["slot"], each["mask"]) for each in state.view(None)["shown"]] == [
        ("4", "KI"),
        ("5", "SO"),
        ("2", "TR"),
    ]
    assert not any(slot["mask"] for slot in state.view(None)["slots"])


def test_q12_after_a_power_out_of_turn_it_is_the_turn_of_the_announcers_left() -> None:
    state = follow(position(SIX), "9. 1: A:KI 2:N 3:N 4:C 5:N 6:N {1=JU 4=KI} 4:P {4 +2; fines 1}")
    assert state.active == 1


def test_an_owner_who_keeps_silent_keeps_his_secret() -> None:
    state = follow(position(SIX), "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    assert (coins(state)[3], state.justice) == (6, 2)


def test_fines_pay_for_what_was_shown_even_if_the_mask_has_moved_since() -> None:
    state = position("SP TR EM KI SO JU")
    line = "9. 1: A:SP 2:C 3:N 4:N 5:N 6:N {1=SP 2=TR} 1:P>2 {1=SP 2=TR} 1:B+ {fines 2}"
    assert coins(follow(state, line)) == [6, 5, 6, 6, 6, 6]


# Locks.


def test_a_lock_lasts_for_the_turn_after_the_reveal_only() -> None:
    state = follow(position(SIX), "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    assert state.view(None)["locked"] == []
    assert words(state) == ["X", "V", "A"]
    follow(state, "10. 2: X>4+")
    assert words(state) == ["X", "V", "A"]


def test_a_locked_seat_shows_before_its_turn_begins() -> None:
    state = position("SO TR EM KI JU CH")
    follow(state, "9. 1: A:SO 2:C 3:N 4:N 5:N 6:N {1=SO 2=TR}")
    assert state.view(None)["locked"] == [1]


def test_a_spys_look_does_not_lock() -> None:
    state = position("SP TR EM KI SO JU")
    follow(state, "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>2 {1=SP 2=TR} 1:B-")
    assert words(state) == ["X", "V", "A"]


@pytest.mark.parametrize(("exchange_only", "reason"), [(True, "you must swap"), (False, "but you can’t announce")])
def test_a_refusal_says_what_a_locked_seat_may_do(exchange_only: bool, reason: str) -> None:
    state = position(SIX, exchange_only=exchange_only)
    follow(state, "9. 1: A:KI 2:C 3:N 4:N 5:N 6:N {1=JU 2=TR} {fines 1,2}")
    assert reason in refusal(state, 2, "A:JU")
    if exchange_only:
        assert reason in refusal(state, 2, "V")


# The end.


def test_q9_several_with_thirteen_the_richest_win_and_equal_ones_share() -> None:
    patron = "PA TR EM KI SO JU"
    state = position(patron, coins=[12, 12, 6, 6, 6, 12])
    follow(state, "9. 1: A:PA 2:N 3:N 4:N 5:N 6:N 1:P {1 +3} {end thirteen 1; places 1,2,4,4,4,2}")
    state = position(patron, coins=[9, 13, 6, 6, 6, 12])
    follow(state, "9. 1: A:KI 2:N 3:N 4:N 5:N 6:N 1:P {1 +2} {end thirteen 2; places 3,1,4,4,4,2}")


def test_q10_the_match_ends_before_the_fines() -> None:
    state = position(SIX, coins=[6, 6, 1, 12])
    line = "9. 1: A:KI 2:N 3:C 4:C 5:N 6:N {1=JU 3=EM 4=KI} 4:P {4 +2} {end thirteen 4; places 2,2,6,1,2,2}"
    assert coins(follow(state, line)) == [6, 6, 1, 14, 6, 6]


def test_fines_are_one_step_and_may_bankrupt_several() -> None:
    state = position(SIX, coins=[1, 1, 8, 8, 6, 6])
    follow(state, "9. 1: A:CH 2:C 3:N 4:N 5:N 6:N {1=JU 2=TR} {fines 1,2} {end bankrupt 3,4; places 5,5,1,1,3,3}")
    assert state.justice == 2


def test_thirteen_comes_before_bankruptcy_in_one_step() -> None:
    state = position("TH TR EM KI SO JU", coins=[11, 1, 6, 6, 6, 6])
    follow(state, "9. 1: A:TH 2:N 3:N 4:N 5:N 6:N 1:P {2→1 1, 6→1 1} {end thirteen 1; places 1,6,2,2,2,5}")


def test_the_last_turn_of_the_limit_ends_the_match() -> None:
    state = position(SIX, turn_limit=9, coins=[6, 7, 7, 1, 2, 2])
    follow(state, "9. 1: X>2+ {end adjudicated 2,3; places 3,1,1,6,4,4}")
    assert state.to_move() == OVER
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "adjudicated"


def test_a_win_in_the_last_turn_is_a_win() -> None:
    state = position(SIX, turn_limit=9, coins=[11])
    follow(state, "9. 1: A:KI 2:N 3:N 4:N 5:N 6:N 1:P {1 +2} {end thirteen 1; places 1,2,2,2,2,2}")


def test_when_the_match_is_over_everything_is_public() -> None:
    state = follow(position(SIX, turn_limit=9), "9. 1: X>2+ {end adjudicated 1,2,3,4,5,6; places 1,1,1,1,1,1}")
    assert [slot["mask"] for slot in state.view(None)["slots"]] == ["TR", "JU", "EM", "KI", "SO", "CH"]
    assert state.view(None)["wins"] == {"reason": "adjudicated", "seats": [0, 1, 2, 3, 4, 5]}


# Answers in advance are dropped when a slot of their holder takes part in an event.


@pytest.mark.parametrize(
    ("masks", "line", "taking_part"),
    [
        (SIX, "9. 1: X>3{bit}", [1, 3]),
        ("JU TR EM KI SO CH KI", "9. 1: X>C1{bit}", [1]),
        ("FO TR EM KI SO JU", "9. 1: A:FO 2:N 3:N 4:N 5:N 6:N 1:P>2,5{bit} {{1 +1}}", [2, 5]),
        ("SP TR EM KI SO JU", "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>4 {{1=SP 4=KI}} 1:B{bit}", [1, 4]),
        (
            "PU TR EM KI SO JU",
            "9. 1: A:PU 2:N 3:N 4:N 5:N 6:N 1:P>2,6 {{2→1 1, 6→1 1, 2↔6}}",
            [2, 6],
        ),
        (SIX, "9. 1: V=JU", []),
        (SIX, "9. 1: A:EM 2:N 3:N 4:N 5:N 6:N 1:P {{1 +3}}", []),
    ],
)
def test_the_epoch_in_advance_counts_events_whatever_the_bit(masks: str, line: str, taking_part: list[int]) -> None:
    for bit in "+-":
        state = follow(position(masks, seats=6), line.format(bit=bit))
        assert [seat for seat in range(1, 7) if state.epoch_in_advance(seat - 1)] == taking_part
        assert set(state.epoch) <= {0, 1}


# The Guru's victim.


def test_the_gurus_victim_answers_in_a_window_whose_silence_counts() -> None:
    state = follow(position("GU TR EM TH SO JU FO KI"), "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4")
    assert (state.response(), state.silence_counts(), state.deciders()) == (REACTION, True, [3])
    assert list(state.default_move(3)) == [MASK + THIEF]
    assert state.default_move(2) == []


def test_silence_names_the_first_mask_that_the_victim_thinks_possible() -> None:
    state = position("GU TR EM TH SO JU FO KI", turn=7, active=7)
    follow(state, "7. 7: X>4+ 8. 8: X>4-")
    follow(state, "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4")
    assert MASCARADE.format_move(state, 3, state.default_move(3)) == "G=FO"


def test_q15_only_masks_of_the_script_are_guessed() -> None:
    state = follow(position("GU TR EM TH SO JU FO KI"), "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4")
    assert "WI" not in words(state)
    assert refusal(state, 4, "G=WI") == "You can only name masks in this match’s script."


def test_powers_are_decided_on_the_users_own_time() -> None:
    state = follow(position("SO TR EM KI SP JU"), "9. 1: A:SO 2:N 3:N 4:N 5:N 6:N")
    assert (state.response(), state.default_move(0)) == (TURN, [])
