"""The declared shape of a view, and what it tells of whose decision is due."""

import pytest

from games.core.engine.state import CHANCE, OVER
from games.titles.masques.rules.codes import guest_number
from games.titles.masques.rules.components import ENDED, GUILDS
from games.titles.masques.rules.state import MasquesState
from games.titles.masques.rules.view import MasquesView
from tests.titles.masques.positions import AGENTS_OF_THE_BOX, GAME, dealt, play, position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_through_a_match_a_view_has_its_declared_fields_and_tells_whose_turn_it_is(seats: int) -> None:
    state = GAME.initial_state(seats, {})
    state.seed(seats)
    shared = set(MasquesView.__annotations__) - {"hand", "packet", "kept", "pick", "seen", "unplayed"}
    while True:
        actor = state.to_move()
        views = [state.view(viewer) for viewer in (None, *range(seats))]
        for viewer, view in zip((None, *range(seats)), views, strict=True):
            assert view.keys() == set(MasquesView.__annotations__)
            assert (view["seats"], view["viewer"], view["over"]) == (seats, viewer, actor == OVER)
            assert view["deciders"] == list(state.deciders())
            assert {name: view[name] for name in shared - {"viewer"}} == {
                name: views[0][name] for name in shared - {"viewer"}
            }
        if actor == OVER:
            break
        if actor == CHANCE:
            state.random_chance()
        else:
            state.choose(actor, state.random_option(actor))


def four_packets() -> MasquesState:
    state = dealt(4)
    for seat, row in enumerate(("C2 C3 C4 F2", "D2 D3 D4 F3", "M2 M3 M4 F3", "V2 V3 V4 F4")):
        for at, name in enumerate(row.split()):
            state.packet[seat * 4 + at] = guest_number(name)
    return state


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_pieces_on_the_table_are_shown_in_place(viewer: int | None) -> None:
    state = position(4, "H: 0=C2 3=~M4 15=TH", "P: 0=ME 1=du 14=~CL", "du 1: 3", "fav 3: MI2 CL1", "bought: GO3 AS1")
    view = state.view(viewer)
    halls: list[object] = [None] * 16
    halls[0], halls[3], halls[15] = (
        {"card": "C2", "down": False},
        {"card": "M4", "down": True},
        {"card": "TH", "down": False},
    )
    assert view["hallways"] == halls
    tokens: list[object] = [None] * 16
    tokens[0], tokens[1], tokens[14] = (
        {"token": "ME", "down": False},
        {"token": "du", "down": False},
        {"token": "CL", "down": True},
    )
    assert view["tokens"] == tokens
    assert view["ducats"] == [1, 3, 1, 1]
    assert view["favour"] == [[0] * GUILDS] * 3 + [[1, 0, 0, 2, 0]]
    assert view["bank"] == 35 - 6 - 1, "of 35 ducats six are in purses, one is on the palace"
    assert view["supply"] == {"CL": 2, "VI": 3, "ME": 2, "MI": 3, "SC": 3}


def test_a_pile_shows_the_prices_of_what_is_left_from_the_top() -> None:
    whole = {pile["agent"]: pile["prices"] for pile in position(4).view(None)["piles"]}
    assert set(whole) == set(AGENTS_OF_THE_BOX)
    assert all(len(prices) == 3 and prices == sorted(prices) for prices in whole.values())
    sold = {pile["agent"]: pile["prices"] for pile in position(4, "bought: GO3 AS1").view(None)["piles"]}
    assert sold == whole | {"GO": [], "AS": whole["AS"][1:]}
    assert [pile["agent"] for pile in position(2).view(None)["piles"]] == [
        pile["agent"] for pile in position(4).view(None)["piles"] if pile["agent"] != "CO"
    ], "with two seats there are no courtesans"


@pytest.mark.parametrize(
    ("seats", "families", "owned"),
    [
        (2, "CVDM", [["C", "V"], ["D", "M"]]),
        (3, "VCDM", [["V"], ["C"], ["D"]]),
        (4, "MVDC", [["M"], ["V"], ["D"], ["C"]]),
    ],
)
def test_families_are_shown_with_the_seats_that_own_them(seats: int, families: str, owned: list[list[str]]) -> None:
    shown = position(seats, families=families).view(None)["families"]
    assert [set(each) for each in shown] == [set(each) for each in owned]


def test_the_family_that_is_left_out_is_shown_with_three_seats_only() -> None:
    for seed in range(6):
        state = dealt(3, seed)
        owned = {family for each in state.view(None)["families"] for family in each}
        assert {state.view(None)["left_out"]} == set("CDMV") - owned
    assert dealt(2).view(None)["left_out"] is dealt(4).view(None)["left_out"] is None


def test_hands_are_counted_for_everybody_and_shown_to_their_owner() -> None:
    state = position(4, "hand 1: C4 F3", "hand 2: V2")
    assert state.view(None)["hand_sizes"] == state.view(1)["hand_sizes"] == [0, 2, 1, 0]
    assert [state.view(viewer)["hand"] for viewer in (None, 0, 1, 2)] == [[], [], ["C4", "F3"], ["V2"]]


def test_two_seats_know_how_many_guests_lie_aside_while_they_play() -> None:
    state = dealt(2)
    assert state.view(None)["phase"] == "action"
    assert state.view(None)["set_aside"] == 16 - 2 * 4
    state.phase = ENDED
    assert state.view(None)["set_aside"] == 16 - 2 * 4
    assert MasquesState(2).view(None)["set_aside"] == 0, "nothing is dealt yet: all of them are in the deck"
    assert dealt(3).view(None)["set_aside"] == position(4).view(None)["set_aside"] == 0


def test_a_draft_shows_how_far_it_is_and_who_has_picked_but_a_pick_only_to_its_seat() -> None:
    state = four_packets()
    assert [(view["drafted"], view["picked"]) for view in (state.view(None), state.view(2))] == [(0, [])] * 2
    play(state, "0:+C2", "1:+D2", "2:+M2", "3:+V2", "2:+D3")
    for viewer in (None, 0, 1, 2, 3):
        view = state.view(viewer)
        assert (view["drafted"], view["picked"]) == (1, [2])
        assert view["pick"] == ("D3" if viewer == 2 else None)
    assert state.view(2)["packet"] == ["D3", "D4", "F3"]
    assert [state.view(viewer)["kept"] for viewer in (None, 0, 2)] == [[], ["C2"], ["M2"]]
    play(state, "0:+V3", "1:+C3", "3:+M3", "0:+M4", "1:+V4", "2:+C4", "3:+D4")
    after = state.view(2)
    assert (after["phase"], after["drafted"], after["picked"], after["pick"]) == ("action", 0, [], None)
    assert (after["packet"], after["kept"]) == ([], [])


def test_a_seat_sees_again_the_packets_that_it_has_held() -> None:
    state = four_packets()
    assert state.view(0)["seen"] == [["C2", "C3", "C4", "F2"]]
    play(state, "0:+C3", "1:+D2", "2:+M2", "3:+V2")
    assert state.view(0)["seen"] == [["C2", "C3", "C4", "F2"], ["V3", "V4", "F4"]]
    play(state, "0:+V3", "1:+C2", "2:+D3", "3:+M3")
    play(state, "0:+M4", "1:+V4", "2:+C4", "3:+D4")
    assert state.view(None)["phase"] == "action"
    assert state.view(0)["seen"] == [["C2", "C3", "C4", "F2"], ["V3", "V4", "F4"], ["M4", "F3"], ["F3"]]
    assert state.view(1)["seen"] == [["D2", "D3", "D4", "F3"], ["C2", "C4", "F2"], ["V4", "F4"], ["F3"]]
    assert state.view(None)["seen"] == [] == dealt(2).view(0)["seen"]


def test_the_winner_and_the_guild_of_its_favours_are_shown_once_there_is_one() -> None:
    state = position(4)
    assert state.view(0)["winner"] is state.view(0)["won_by"] is None
    state.winner = 2
    for won_by, name in enumerate(["CL", "VI", "ME", "MI", "SC", "all5"]):
        state.won_by = won_by
        assert (state.view(None)["winner"], state.view(None)["won_by"]) == (2, name)
    state.winner = 0
    assert (state.view(None)["winner"], state.view(None)["won_by"]) == (0, "all5")


def test_the_first_player_and_the_round_are_shown_once_there_are_any() -> None:
    assert MasquesState(3).view(None)["first"] is None
    view = position(3, turn=2, round_number=5).view(None)
    assert (view["first"], view["round"], view["phase"]) == (2, 5, "action")
    assert position(3, turn=0).view(None)["first"] == 0
