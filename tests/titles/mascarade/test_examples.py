"""The worked examples of the rules page, each under its number. Where nothing else is said, seat 1 is on turn."""

import pytest

from games.core.engine.log import apply_event
from games.core.engine.state import OVER
from games.titles.mascarade.rules.masks import JUDGE, TRICKSTER
from games.titles.mascarade.rules.view import view_of
from games.titles.mascarade.text.scripts import script_refusal
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

SIX = "JU TR EM KI SO CH"
EIGHT_N = "3:N 4:N 5:N 6:N 7:N 8:N"


def test_e1_an_unchallenged_bluff_pays_and_tells_nothing() -> None:
    state = position(SIX)
    before = [believes(state, seat).weights for seat in range(1, 7)]
    follow(state, "9. 1: A:EM 2:N 3:N 4:N 5:N 6:N 1:P {1 +3}")
    assert coins(state) == [9, 6, 6, 6, 6, 6]
    assert [believes(state, seat).weights for seat in range(1, 7)] == before
    assert view_of(state, None)["shown"] == []


def test_e2_a_true_announcer_gains_and_the_challenger_pays() -> None:
    state = follow(position("EM JU KI TR SO CH"), "9. 1: A:EM 2:N 3:C 4:N 5:N 6:N {1=EM 3=KI} 1:P {1 +3; fines 3}")
    assert coins(state) == [9, 6, 5, 6, 6, 6]
    assert (state.justice, state.active, view_of(state, None)["locked"]) == (1, 1, [])
    assert words(state) == ["X", "V", "A"]


@pytest.mark.parametrize(("exchange_only", "offered"), [(False, ["X", "V"]), (True, ["X"])])
def test_e3_a_challenger_uses_the_power_out_of_turn_and_the_next_seat_is_locked(
    exchange_only: bool, offered: list[str]
) -> None:
    state = position("TR CH EM KI SO JU", exchange_only=exchange_only)
    follow(state, "9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}")
    assert coins(state) == [5, 5, 6, 8, 6, 6]
    assert (state.justice, state.active, view_of(state, None)["locked"]) == (2, 1, [1])
    assert words(state) == offered
    assert "shown on the previous turn" in refusal(state, 2, "A:EM")


def test_e4_nobody_has_a_mask_of_the_centre() -> None:
    state = follow(position("JU TR EM KI CH SO", seats=4), "9. 1: A:CH 2:N 3:C 4:N {1=JU 3=EM} {fines 1,3}")
    assert coins(state) == [5, 6, 5, 6]
    assert state.justice == 2


def test_e5_the_judge_takes_the_board_before_the_fines() -> None:
    state = position("TR KI JU EM SO CH", active=2, justice=4)
    follow(state, "9. 2: A:JU 3:C 4:N 5:C 6:N 1:N {2=KI 3=JU 5=SO} 3:P {J→3 4; fines 2,5}")
    assert coins(state) == [6, 5, 10, 6, 5, 6]
    assert state.justice == 2


@pytest.mark.parametrize(
    ("choice", "result", "fortunes"),
    [("2:P>1", "{2↔1; fines 1}", [8, 3]), ("2:P-", "{fines 1}", [2, 9])],
)
def test_e6_the_sorceress_exchanges_before_the_fine_or_declines(choice: str, result: str, fortunes: list[int]) -> None:
    state = position("JU SO EM KI TR CH", coins=[3, 9])
    follow(state, f"9. 1: A:SO 2:C 3:N 4:N 5:N 6:N {{1=JU 2=SO}} {choice} {result}")
    assert coins(state)[:2] == fortunes
    assert state.justice == 1


PEASANTS = "PE TR EM PE SO JU FO KI"


def test_e7_both_peasants_gain_two_each() -> None:
    state = follow(position(PEASANTS), "9. 1: A:PE 2:N 3:N 4:C 5:N 6:N 7:N 8:N {1=PE 4=PE} 1:P 4:P {1 +2, 4 +2}")
    assert coins(state) == [8, 6, 6, 8, 6, 6, 6, 6]
    assert state.justice == 0


def test_e7_an_unchallenged_peasant_gains_one() -> None:
    state = follow(position(PEASANTS), f"9. 1: A:PE 2:N {EIGHT_N} 1:P {{1 +1}}")
    assert coins(state)[0] == 7


def test_e7_one_peasant_among_others_gains_one() -> None:
    state = position("TR PE EM PE SO JU FO KI")
    follow(state, "9. 1: A:PE 2:N 3:N 4:C 5:C 6:N 7:N 8:N {1=TR 4=PE 5=SO} 4:P {4 +1; fines 1,5}")
    assert coins(state) == [5, 6, 6, 7, 5, 6, 6, 6]


@pytest.mark.parametrize(("before", "note", "after"), [(4, " {1 +6}", 10), (11, "", 11)])
def test_e8_the_widow_is_raised_to_ten(before: int, note: str, after: int) -> None:
    state = position("WI TR EM KI SO JU", coins=[before])
    follow(state, f"9. 1: A:WI 2:N 3:N 4:N 5:N 6:N 1:P{note}")
    assert coins(state)[0] == after


def test_e9_the_cheater_with_ten_coins_wins_alone_whatever_the_others_have() -> None:
    state = position(SIX, coins=[10, 12])
    follow(state, "9. 1: A:CH 2:N 3:N 4:N 5:N 6:N 1:P {end cheater 1; places 1,2,3,3,3,3}")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("cheater", (0,))


def test_e9_the_cheater_with_nine_coins_gets_nothing() -> None:
    state = follow(position(SIX, coins=[9, 12]), "9. 1: A:CH 2:N 3:N 4:N 5:N 6:N 1:P")
    assert coins(state) == [9, 12, 6, 6, 6, 6]
    assert state.active == 1


@pytest.mark.parametrize(
    ("fortune", "note"),
    [
        (11, "{1 +3} {end thirteen 1; places 1,2,4,4,4,2}"),
        (9, "{1 +3, 2 +1, 6 +1} {end thirteen 2,6; places 3,1,4,4,4,1}"),
    ],
)
def test_e10_the_patrons_steps_are_checked_one_by_one(fortune: int, note: str) -> None:
    state = position("PA TR EM KI SO JU", coins=[fortune, 12, 6, 6, 6, 12])
    follow(state, f"9. 1: A:PA 2:N 3:N 4:N 5:N 6:N 1:P {note}")


def test_e11_the_thief_bankrupts_a_neighbour_and_the_richest_share() -> None:
    state = position("TR TH EM KI SO JU", coins=[5, 6, 1, 8, 8, 3], active=2)
    follow(state, "9. 2: A:TH 3:N 4:N 5:N 6:N 1:N 2:P {3→2 1, 1→2 1} {end bankrupt 2,4,5; places 4,1,6,1,1,5}")
    assert coins(state) == [4, 8, 0, 8, 8, 3]


def test_e12_a_power_that_wins_comes_before_the_fines() -> None:
    state = position("EM TR JU KI SO CH", coins=[10, 1])
    line = "9. 1: A:EM 2:C 3:N 4:N 5:N 6:N {1=EM 2=TR} 1:P {1 +3} {end thirteen 1; places 1,6,2,2,2,2}"
    assert coins(follow(state, line)) == [13, 1, 6, 6, 6, 6]


def test_e13_the_trickster_chooses_among_the_richest() -> None:
    state = follow(position("TR JU EM KI SO CH", coins=[5, 8, 8, 7, 6, 6]), "9. 1: A:TR 2:N 3:N 4:N 5:N 6:N")
    assert words(state) == ["2", "3"]
    follow(state, "1:P>3 {3→1 2}")
    assert coins(state) == [7, 8, 6, 7, 6, 6]


def test_e13_without_a_tie_the_trickster_is_not_asked() -> None:
    state = position("TR JU EM KI SO CH", coins=[5, 9, 8, 7, 6, 6])
    follow(state, "9. 1: A:TR 2:N 3:N 4:N 5:N 6:N 1:P {2→1 2}")
    assert coins(state) == [7, 7, 8, 7, 6, 6]


GURU = "GU TR EM TH SO JU FO KI"


@pytest.mark.parametrize(
    ("fortune", "guess", "note"),
    [
        (6, "KI", "{4=TH, 4→1 4}"),
        (3, "KI", "{4=TH, 4→1 3} {end bankrupt 1; places 1,2,2,8,2,2,2,2}"),
        (6, "TH", "{4=TH}"),
    ],
)
def test_e14_the_gurus_victim_names_its_mask(fortune: int, guess: str, note: str) -> None:
    state = position(GURU, coins=[6, 6, 6, fortune])
    line = Line(state).follow(f"9. 1: A:GU 2:N {EIGHT_N} 1:P>4 4:G={guess} {note}")
    assert "4=TH" in line.read_by(None)


def test_e14_a_victim_that_is_next_is_locked() -> None:
    state = position("TR EM GU TH SO JU FO KI", active=3)
    follow(state, "9. 3: A:GU 4:N 5:N 6:N 7:N 8:N 1:N 2:N 3:P>4 4:G=TH {4=TH}")
    assert words(state) == ["X", "V"]


@pytest.mark.parametrize(
    ("before", "note", "after"),
    [
        ([4, 6, 5, 5], "{2→1 1}", [5, 5, 5, 5]),
        ([4, 5, 7, 9], "{2→1 1, 3→1 1, 4→1 1}", [7, 4, 6, 8]),
    ],
)
def test_e15_the_beggar_compares_at_every_step(before: list[int], note: str, after: list[int]) -> None:
    state = position("BE JU EM KI TR CH", seats=4, coins=before)
    assert coins(follow(state, f"9. 1: A:BE 2:N 3:N 4:N 1:P {note}")) == after


def test_e16_the_puppeteer_moves_masks_and_fortunes() -> None:
    state = position("PU JU KI EM TR SO", coins=[6, 6, 9, 6, 4, 6])
    follow(state, "9. 1: A:PU 2:N 3:N 4:N 5:N 6:N 1:P>3,5 {3→1 1, 5→1 1, 3↔5}")
    assert coins(state) == [8, 6, 3, 6, 8, 6]
    assert lying(state) == "PU JU TR EM KI SO"
    assert state.active == 1
    assert all(certain(state, seat)["3"] == "TR" for seat in range(1, 7))


def test_e17_what_is_known_after_exchanges() -> None:
    state = follow(position("JU TR EM KI SO CH", turn=1), "1. 1: X>2+")
    assert {"1": "TR", "2": "JU"}.items() <= certain(state, 1).items()
    assert believes(state, 3).size == 2
    assert believes(state, 3).possible(0) == believes(state, 3).possible(1) == {JUDGE, TRICKSTER}
    follow(state, "2. 2: X>3-")
    assert [believes(state, seat).size for seat in (1, 2, 3)] == [2, 2, 4]


def test_e18_the_public_record_does_not_show_the_bit() -> None:
    read = {Line(position(SIX)).follow(f"9. 1: X>3{bit}").read_by(None) for bit in "+-"}
    assert read == {"9. 1: X>3?"}


@pytest.mark.parametrize("masks", [(SIX, 6), ("JU TR EM KI SO CH", 2)])
def test_e19_in_the_first_four_turns_only_exchanges(masks: tuple[str, int]) -> None:
    lying_at_first, seats = masks
    for turn in range(1, 5):
        state = position(lying_at_first, seats=seats, turn=turn)
        assert {word[0] for word in words(state)} == {"X"}
        pointed = "" if seats == 6 else "@L"
        for text in (f"A:JU{pointed}", f"V{pointed}"):
            assert refusal(state, 1, text) == "In the first four turns, you can only swap."
    assert {word[0] for word in words(position(lying_at_first, seats=seats, turn=5))} == {"X", "V", "A"}


def test_e20_the_fools_targets_are_two_others() -> None:
    state = position("JU TR FO KI SO EM CH", seats=6, active=3)
    line = Line(state).follow("9. 3: A:FO 4:N 5:N 6:N 1:N 2:N")
    assert coins(state)[2] == 7
    for text in ("P>1,3+", "P>3,4+"):
        assert "not your own" in refusal(state, 3, text)
    assert "centre" in refusal(state, 3, "P>1,C1+")
    assert "two different" in refusal(state, 3, "P>1,1+")
    line.follow("3:P>1,4+ {3 +1}")
    assert lying(state) == "KI TR FO JU SO EM CH"


def test_e20_a_fool_with_twelve_coins_wins_with_the_first_step() -> None:
    state = position("JU TR FO KI SO EM", coins=[6, 6, 12], active=3)
    follow(state, "9. 3: A:FO 4:N 5:N 6:N 1:N 2:N 3:P {3 +1} {end thirteen 3; places 2,2,1,2,2,2}")
    assert state.to_move() == OVER


@pytest.mark.parametrize(("user", "locked"), [(2, []), (4, [4])])
def test_e21_the_princess_shows_a_mask_to_all_but_its_owner(user: int, locked: list[int]) -> None:
    state = position("JU PR EM TR SO KI", active=user)
    before = believes(state, 5).weights
    others = " ".join(f"{seat}:N" for seat in [*range(user + 1, 7), *range(1, user)])
    line = Line(state).follow(f"9. {user}: A:PR {others} {user}:P>5 {{{user} +2, 5=SO}}")
    assert coins(state)[user - 1] == 8
    for viewer in (0, 1, 2, 3, 5):
        assert line.read_by(viewer).endswith(f"{{{user} +2, 5=SO}}")
    for hidden in (4, None):
        assert line.read_by(hidden).endswith(f"{{{user} +2, 5=??}}")
    assert believes(state, 5).weights == before
    assert view_of(state, None)["locked"] == locked


def test_e22_a_mask_in_another_slot_does_not_help() -> None:
    state = position("TR EM JU KI SO CH", seats=3)
    follow(state, "9. 1: A:EM@L 2:C@L 3:N {1L=TR 2L=JU} {fines 1,2}")
    assert coins(state) == [5, 5, 6]


@pytest.mark.parametrize(
    ("masks", "refused"),
    [
        ("JU PE KI EM TR SO TH SP", "both Peasants"),
        ("JU TR SO TH SP CH BE KI", "1 of 8"),
        ("JU KI EM PA TR SO TH SP", None),
    ],
)
def test_e23_custom_scripts(masks: str, refused: str | None) -> None:
    found = script_refusal(8, masks.split())
    assert found is None if refused is None else refused in str(found)


def test_every_example_is_played_from_a_position_that_the_rules_could_reach() -> None:
    """The deal of E17, event by event."""
    state = MASCARADE.initial_state(6, settings(6))
    events = MASCARADE.read_record(
        '[Game "Mascarade"]\n[Players "6"]\n[Script "standard"]\n[First "1"]\n'
        '[Deal "1=JU 2=TR 3=EM 4=KI 5=SO 6=CH"]\n'
        '[Options "log_masks=on challenge_mode=sealed reveal_lock=announce turn_limit=360"]\n\n'
        "0. 1:M 2:M 3:M 4:M 5:M 6:M\n1. 1: X>2+\n2. 2: X>3-\n"
    ).events
    for event in events:
        apply_event(MASCARADE, state, event)
    assert [believes(state, seat).size for seat in (1, 2, 3)] == [2, 2, 4]
