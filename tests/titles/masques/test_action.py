"""Turns, playing, hiring, passing."""

from collections import Counter

import pytest

from games.core.engine.sets import EMPTY
from games.core.errors import Unreadable
from games.core.kit.conformance.context import internal_state
from games.core.kit.simulation import finish_move, random_part
from tests.titles.masques.positions import GAME, hallways, hand, moves, play, position, refusal, tokens

FULL_BUT_3 = "H: " + " ".join(
    f"{hall}={card}"
    for hall, card in enumerate("F2 F2 C2 - F2 F2 F2 F2 F2 F2 F2 F2 F2 F2 F2 F2".split())
    if card != "-"
)


def test_a_guest_of_any_family_goes_face_up_into_any_vacant_hallway() -> None:
    state = position(4, "H: 3=D2", "hand 0: V4 F3", "hand 1: M2", "du 0: 0")
    assert moves(state, 0) == {f"{guest}@{hall}" for guest in ("V4", "F3") for hall in range(16) if hall != 3}
    play(state, "0:V4@0")
    assert hallways(state) == {0: "V4", 3: "D2"}
    assert hand(state, 0) == ["F3"]
    assert state.deciders() == [1]


def test_a_hire_pays_the_top_card_of_the_pile_and_the_next_one_is_dearer() -> None:
    state = position(4, "hand 0: V4", "hand 1: M2", "du 0: 3")
    bank = state.bank
    play(state, "0:AS@5")
    assert state.ducats[0] == 1
    assert state.bank == bank + 2
    assert next(pile["prices"] for pile in state.view(None)["piles"] if pile["agent"] == "AS") == [3, 4]


def test_hiring_is_allowed_with_an_empty_hand() -> None:
    state = position(4, "hand 1: C2", "du 0: 1")
    assert "TH@4" in moves(state, 0)


def test_refusals_name_the_rule() -> None:
    state = position(4, "H: 3=D2", "P: 4=ME", "hand 0: V4", "du 0: 1", "bought: TH3")
    assert refusal(state, "0:C4@5") == "C4 isn’t in your hand."
    assert refusal(state, "0:V4@3") == "Hallway 3 is occupied."
    assert refusal(state, "0:V4@16") == "There’s no place 16: they’re numbered 0 to 15."
    assert refusal(state, "0:GU@5") == "You have 1 ducat; this agent (GU) costs 2."
    assert refusal(state, "0:TH@5") == "All TH cards have been hired."
    assert refusal(state, "0:pass") == "You can only pass with an empty hand."
    assert "no draft" in refusal(state, "0:+V4")


@pytest.mark.parametrize("text", ["", "V4", "V4@", "V4@03", "v4@3", "V5@3", "F1@2", "XX@3", "AS@3x", "PASS", "V4@3x4"])
def test_text_without_a_move_is_unreadable(text: str) -> None:
    state = position(4, "hand 0: V4", "du 0: 9")
    with pytest.raises(Unreadable):
        GAME.parse_move(state, 0, text)


@pytest.mark.parametrize("text", ["AS@3x4-5", "GO@3x4", "GU@3xp4", "TH@3x4", "TR@3xp4", "CO@3x4", "CO@3x4-5"])
def test_an_effect_of_another_agent_is_unreadable(text: str) -> None:
    state = position(4, "H: 4=D2", "P: 4=ME", "hand 0: V4", "du 0: 9")
    with pytest.raises(Unreadable):
        GAME.parse_move(state, 0, text)


def test_example_8_the_ability_of_an_agent_in_the_last_hallway_comes_before_resolution() -> None:
    state = position(4, FULL_BUT_3, "P: 4=ME", "hand 2: C3", "du 2: 2", turn=2)
    assert refusal(state, "2:GU@3x2-3") == "There’s no empty hallway left to send the guest to."
    assert "GU@3" in moves(state, 2)
    written = play(state, "2:TH@3xp4")
    assert written[:3] == ["2:TH@3xp4", "{res}", "{clean first=3}"]
    assert tokens(state)[4] == "ME"


def test_the_round_ends_at_once_when_the_last_hallway_is_filled() -> None:
    state = position(4, FULL_BUT_3, "hand 2: C3 C4", turn=2)
    written = play(state, "2:C3@3")
    assert "{res}" in written
    assert "{round 2}" in written
    assert state.hand[2] == EMPTY, "unplayed guests are gathered"


def test_example_12_pass_only_with_an_empty_hand() -> None:
    state = position(4, "hand 0: C2", "hand 1: D2", "du 0: 0")
    assert "pass" not in moves(state, 0)
    assert refusal(state, "0:pass") == "You can only pass with an empty hand."


def test_example_12_a_seat_that_can_do_nothing_else_passes_by_itself() -> None:
    state = position(4, "hand 0: C2", "hand 2: D2", "du 1: 0")
    written = play(state, "0:C2@4")
    assert written == ["0:C2@4", "1:pass"]
    assert state.deciders() == [2]


def test_example_12_with_a_ducat_a_seat_with_an_empty_hand_is_asked_and_may_hire_later() -> None:
    state = position(4, "hand 0: C2", "hand 2: D2 D3", "hand 3: V2", "du 1: 1", "P: 9=du")
    play(state, "0:C2@4")
    assert moves(state, 1) >= {"pass", "TH@8", "TH@8xp9", "CO@9"}
    assert not any(move.startswith("AS") for move in moves(state, 1))
    assert play(state, "1:pass") == ["1:pass"]
    play(state, "2:D2@5", "3:V2@6", "0:pass")
    assert "TH@8xp9" in moves(state, 1)


def test_no_question_is_asked_about_an_ability_without_a_target() -> None:
    state = position(4, "hand 0: C2", "du 0: 9")
    parts = GAME.parse_move(state, 0, "AS@4")
    assert len(parts) == 2
    play(state, "0:AS@4")
    assert hallways(state) == {4: "AS"}


def test_an_ability_with_a_target_may_be_declined() -> None:
    state = position(4, "H: 5=D4", "hand 0: C2", "du 0: 9", "hand 1: F2")
    assert {"AS@4", "AS@4x5"} <= moves(state, 0)
    play(state, "0:AS@4")
    assert hallways(state) == {4: "AS", 5: "D4"}


def test_every_agent_counts_as_influence_1_table_agents_v1() -> None:
    prices = {pile["agent"]: pile["prices"] for pile in position(4).view(None)["piles"]}
    assert prices == {
        "AS": [2, 3, 4],
        "CO": [1, 2, 3],
        "GO": [2, 3, 4],
        "GU": [2, 3, 4],
        "TH": [1, 2, 3],
        "TR": [3, 4, 5],
    }


def test_a_random_move_at_once_is_as_likely_as_part_by_part() -> None:
    state = position(4, FULL_BUT_3.replace("15=F2", ""), "P: 3=ME 15=du", "hand 0: F3 F3 M2", "hand 1: D2", "du 0: 2")
    counts: list[Counter[str]] = []
    for at_once in (True, False):
        counts.append(Counter())
        world = state.copy()
        for _ in range(6000):
            trial = state.copy()
            trial.rng_state = world.randbelow(2**31 - 1) + 1
            if at_once:
                trial.random_move(0)
            else:
                finish_move(trial, 0, random_part, [])
            trial.rng_state = 0
            counts[-1][internal_state(trial)] += 1
    one, other = counts
    assert len(one) == len(other) > 10
    assert all((one[end] - other[end]) ** 2 < 25 * (one[end] + other[end]) for end in one)
