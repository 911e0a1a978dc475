"""Each viewer's view of a position, and nothing else."""

import json
from collections.abc import Iterator

import pytest

from games.core.engine.log import apply_event
from games.core.kit.conformance.context import internal_state
from games.core.kit.simulation import Simulation
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from tests.titles.mascarade.table import MASCARADE, follow, position, settings

SIX = "JU TR EM KI SO CH"
QUIET = "2:N 3:N 4:N 5:N 6:N"


def shown(state: MascaradeState, viewer: int | None) -> list[str | None]:
    return [each["mask"] for each in state.view(viewer)["shown"]]


def known(state: MascaradeState, viewer: int) -> dict[str, tuple[list[str], str]]:
    """By slot: the masks thought possible, and the kind of reason."""
    found = state.view(viewer)["knowledge"]
    assert found is not None
    return {each["slot"]: (each["masks"], each["reason"]["kind"]) for each in found}


def test_a_view_names_the_table() -> None:
    view = position("JU TR EM KI SO CH PA", seats=5, active=3, justice=4).view(None)
    assert view["options"] == {"log_masks": True, "sealed": True, "reveal_lock": "announce", "turn_limit": 1000}
    assert (view["script_name"], view["script"]) == ("custom", ["CH", "EM", "JU", "KI", "PA", "SO", "TR"])
    assert (view["turn"], view["active"], view["first"]) == (9, 2, 2)
    assert (view["coins"], view["justice"]) == ([6] * 5, 4)
    assert [(slot["slot"], slot["seat"]) for slot in view["slots"]] == [
        *((str(seat + 1), seat) for seat in range(5)),
        ("C1", None),
        ("C2", None),
    ]


def test_no_mask_lies_open_during_the_match() -> None:
    state = position(SIX)
    for viewer in (0, 5, None):
        assert {(slot["mask"], slot["open"]) for slot in state.view(viewer)["slots"]} == {(None, False)}


def test_spectators_have_no_knowledge_and_seats_have() -> None:
    state = position(SIX)
    assert state.view(None)["knowledge"] is None
    assert known(state, 2) == {str(slot + 1): ([code], "dealt") for slot, code in enumerate(SIX.split())}


def test_knowledge_says_why() -> None:
    state = follow(position(SIX), "9. 1: X>3+ 10. 2: X>4-")
    assert known(state, 0)["1"] == (["EM"], "moved")
    assert known(state, 0)["2"] == (["KI", "TR"], "maybe")
    assert known(state, 1)["1"] == (["EM", "JU"], "maybe")
    assert known(state, 1)["2"] == (["TR"], "dealt")
    follow(state, "11. 3: V=JU")
    assert known(state, 2)["3"] == (["JU"], "seen")
    assert known(state, 3)["3"] == (["EM", "JU"], "maybe")


def test_shown_masks_stay_in_sight_for_the_turn_after() -> None:
    state = follow(position(SIX), "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    assert shown(state, None) == ["JU", "EM"]
    follow(state, "10. 2: X>4+")
    assert shown(state, None) == []


def test_the_power_that_is_applied_and_its_targets_are_public() -> None:
    state = follow(position("GU TR EM TH SO JU FO KI"), "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N")
    assert state.view(None)["announced"] == {"seat": 0, "mask": "GU", "slot": "1"}
    assert state.view(None)["answers"] == [None, *["N"] * 7]
    assert state.view(4)["power"] == {"seat": 0, "mask": "GU", "step": "choose", "targets": []}
    follow(state, "1:P>4")
    assert state.view(4)["power"] == {"seat": 0, "mask": "GU", "step": "guess", "targets": ["4"]}
    follow(state, "4:G=TH {4=TH}")
    assert state.view(4)["power"] is None
    assert state.view(4)["announced"] is None
    assert state.view(4)["answers"] == [None] * 8


def test_answers_of_several_slots_name_them() -> None:
    state = position(SIX, seats=3)
    follow(state, "9. 1: A:SO@L 2:C@R 3:N {1L=JU 2R=KI} {fines 1,2}")
    state = position("TR EM SO KI JU CH", seats=3)
    follow(state, "9. 1: A:SO@L 2:C@L 3:N {1L=TR 2L=SO}")
    assert state.view(None)["answers"] == [None, "C@L", "N"]
    assert state.view(None)["announced"] == {"seat": 0, "mask": "SO", "slot": "1L"}


# Masks that fade.


def fading(masks: str = SIX, **given: int) -> MascaradeState:
    return position(masks, log_masks=False, **given)  # type: ignore[arg-type]


def test_q21_a_mask_fades_for_a_seat_with_its_own_next_decision() -> None:
    state = follow(fading(), "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    assert [shown(state, viewer) for viewer in (0, 1, 2, None)] == [["JU", "EM"]] * 4
    assert known(state, 4)["3"] == (["EM"], "shown")
    follow(state, "10. 2: X>4-")
    assert known(state, 1)["3"][0] != ["EM"]
    assert known(state, 4)["3"] == (["EM"], "shown")


def test_q21_an_answer_in_a_window_is_a_decision_when_the_window_closes() -> None:
    state = follow(fading(), "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    for part in MASCARADE.parse_move(state, 1, "X>4+"):
        state.choose(1, part)
    for part in MASCARADE.parse_move(state, 2, "A:CH"):
        state.choose(2, part)
    assert known(state, 4)["3"] == (["EM"], "shown")
    assert known(state, 2)["1"] != (["JU"], "shown")
    before = [state.view(viewer)["knowledge"] for viewer in range(6)]
    state.choose(4, 1)
    assert [state.view(viewer)["knowledge"] for viewer in range(6)] == before
    for seat in (0, 1, 3, 5):
        state.choose(seat, 1)
    assert known(state, 4)["3"] != (["EM"], "shown")


def test_q21_what_one_has_just_seen_by_ones_own_decision_is_there() -> None:
    state = follow(fading(), "9. 1: V=JU")
    assert known(state, 0)["1"] == (["JU"], "seen")
    state = follow(fading("SP TR EM KI SO JU"), f"9. 1: A:SP {QUIET} 1:P>4 {{1=SP 4=KI}}")
    assert known(state, 0)["4"] == (["KI"], "seen")
    follow(state, "1:B-")
    assert known(state, 0)["4"] != (["KI"], "seen")
    assert state.view(0)["look"] is None


def test_q21_own_swaps_stay_known() -> None:
    state = follow(fading(), "9. 1: X>3+ 10. 2: V=TR 11. 3: X>4- 12. 4: V=KI")
    assert known(state, 0)["1"][1] == "moved"


def test_the_deal_fades_when_all_have_memorised_it() -> None:
    state = MASCARADE.initial_state(5, settings(5, log_masks="off"))
    state.settle_chance()
    assert known(state, 0)["1"][1] == "dealt"
    for seat in range(5):
        state.choose(seat, 0)
    assert {reason for _masks, reason in known(state, 0).values()} == {"faded"}


# Secrets. The bots' and the site's door is the view alone: what differs in secret must not differ in it.


def whole_matches(seats: int, **given: str) -> Iterator[tuple[MascaradeState, MascaradeState, int]]:
    """Positions right after a secret swap, and after the other bit, with the seat that knows it."""
    for seed in range(3):
        simulation = Simulation(MASCARADE, seats, settings(seats, **given), seed, "uniform")
        before = simulation.state.copy()
        while event := simulation.step():
            for other in MASCARADE.alternatives(before, event):
                twin = before.copy()
                apply_event(MASCARADE, twin, other)
                assert event.seat is not None
                assert isinstance(simulation.state, MascaradeState)
                assert isinstance(twin, MascaradeState)
                yield simulation.state, twin, event.seat
            before = simulation.state.copy()


@pytest.mark.parametrize("seats", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("log_masks", ["on", "off"])
def test_a_real_and_a_pretended_swap_are_the_same_to_all_others(seats: int, log_masks: str) -> None:
    compared = 0
    for state, twin, who in whole_matches(seats, log_masks=log_masks, turn_limit="40"):
        if state.outcome() is not None:
            continue
        compared += 1
        for viewer in (*range(seats), None):
            if viewer != who:
                assert json.dumps(state.view(viewer)) == json.dumps(twin.view(viewer))
        # For the seat itself both are written in equally many bytes, but for what it may know of the masks.
        mine, other = state.view(who), twin.view(who)
        del mine["knowledge"], other["knowledge"]
        assert json.dumps(mine) == json.dumps(other)
    assert compared > 20


def test_masks_of_hidden_slots_are_nowhere_in_a_view() -> None:
    """With every mask's code replaced by the true one of another world, a spectator's view stays the same."""
    state = follow(position(SIX), "9. 1: X>3+ 10. 2: X>4- 11. 3: V=JU")
    other = follow(position(SIX), "9. 1: X>3- 10. 2: X>4+ 11. 3: V=EM")
    assert state.view(None) == other.view(None)
    assert state.view(4) == other.view(4)
    assert state.view(2) != other.view(2)


def test_a_redealt_world_keeps_what_is_public_and_what_the_seat_knows() -> None:
    state = follow(position(SIX), "9. 1: X>3+ 10. 2: X>4- 11. 3: V=JU")
    for seed in range(8):
        world = state.redeal(2, seed)
        assert CODES[world.mask[2]] == "JU"
        assert world.view(2) == state.view(2)
        assert internal_state(world.redeal(2, 5)) == internal_state(state.redeal(2, 5))
