"""Views: what each may see, and nothing else."""

import json

from games.core.engine.state import CHANCE, OVER
from games.core.engine.view import View
from games.titles.maskera.rules.components import DEALING, FIRST_SEAT
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.rules.view import MaskeraView
from tests.titles.maskera.positions import MASKERA, counts, follow, position


def swapped(state: MaskeraState, viewer: int) -> MaskeraState:
    """The same position with other cards where `viewer` cannot look."""
    return state.redeal(viewer, 12345)


def test_a_hand_is_shown_to_its_owner_and_counted_for_everybody() -> None:
    state = position(hand0="PPS", hand1="RA")
    assert state.view(0)["hands"] == [{"size": 3, "cards": counts("PPS")}, {"size": 2, "cards": None}]
    assert state.view(None)["hands"] == [{"size": 3, "cards": None}, {"size": 2, "cards": None}]


def test_a_card_on_trial_is_known_to_its_owner_until_it_is_revealed() -> None:
    state = follow(position(hand0="PPS", hand1="RA"), "0:pl=S")
    assert state.view(0)["trial"] == {"seat": 0, "mask": "S", "open": False}
    assert state.view(1)["trial"] == state.view(None)["trial"] == {"seat": 0, "mask": None, "open": False}
    follow(state, "1:ct=P {rev 0 S} {miss}")
    assert state.view(None)["trial"] == {"seat": 0, "mask": "S", "open": True}
    assert state.view(None)["announced"] == "P"


def test_recruited_cards_are_shown_to_their_user_alone() -> None:
    state = follow(position(hand0="RS", hand1="RA"), "0:pl=R 1:ok {rev 0 R} {draw 0 PPSBA}")
    assert state.view(0)["aside"] == {"seat": 0, "size": 5, "cards": counts("PPSBA")}
    assert [state.view(viewer)["user"] for viewer in (None, 0, 1)] == [0, 0, 0]
    assert position(hand0="RS", hand1="RA").view(0)["user"] is None
    assert state.view(1)["aside"] == state.view(None)["aside"] == {"seat": 0, "size": 5, "cards": None}


def test_a_look_is_remembered_by_the_one_who_looked() -> None:
    state = follow(position(hand0="SP", hand1="RA", turns=4), "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RA}")
    assert state.view(0)["peek"] == {"turn": 4, "cards": counts("RA")}
    assert state.view(1)["peek"] is None
    assert state.view(None)["peek"] is None


def test_areas_and_piles_are_open_to_all() -> None:
    state = position(hand0="P", hand1="R", area0="PPS", area1="B", discards="SAP", pile="RRR")
    view = state.view(None)
    assert view["areas"] == [counts("PPS"), counts("B")]
    assert view["discards"] == ["S", "A", "P"]
    assert view["pile"] == 3


def test_reshuffled_cards_are_public() -> None:
    state = position(hand0="S", hand1="S", pile="PP", discards="PRSBAA")
    assert state.view(None)["shuffled"] == counts("")
    follow(state, "0:dr {draw 0 PP} {shuffle 6}")
    assert state.view(None)["shuffled"] == counts("PRSBAA")


def test_a_spectators_view_never_depends_on_a_hidden_card() -> None:
    for seed in range(4):
        state = MASKERA.initial_state(2, {})
        state.seed(seed)
        while (seat := state.to_move()) != OVER:
            if seat == CHANCE:
                state.random_chance()
                continue
            for viewer in (0, 1):
                twin = swapped(state, viewer)
                assert json.dumps(twin.view(None)) == json.dumps(state.view(None))
                assert json.dumps(twin.view(viewer)) == json.dumps(state.view(viewer))
            state.choose(seat, state.random_option(seat))


def test_through_a_match_a_view_has_its_declared_fields_and_tells_whose_turn_it_is() -> None:
    state = MASKERA.initial_state(2, {})
    state.seed(3)
    seen_before_the_first_turn = False
    while True:
        actor = state.to_move()
        for viewer in (None, 0, 1):
            view = state.view(viewer)
            assert view.keys() == MaskeraView.__annotations__.keys() | View.__annotations__.keys()
            assert (view["viewer"], view["over"]) == (viewer, actor == OVER)
            assert view["deciders"] == list(state.deciders())
            assert view["turn"] == state.turns
            begun = state.phase not in (DEALING, FIRST_SEAT)
            assert view["active"] == (state.active if begun else None)
            seen_before_the_first_turn |= not begun
            if actor != OVER:
                assert view["ending"] is view["winner"] is None
            else:
                outcome = state.outcome()
                assert outcome is not None
                assert (view["winner"], view["ending"]) == (outcome.places.index(1), outcome.reason)
        if actor == OVER:
            break
        if actor == CHANCE:
            state.random_chance()
        else:
            state.choose(actor, state.random_option(actor))
    assert seen_before_the_first_turn


def test_queries_leave_no_journal_and_copies_keep_none() -> None:
    state = position(hand0="P", hand1="R")
    state.recording = True
    twin = state.copy()
    assert (twin.recording, twin.effects) == (False, [])
