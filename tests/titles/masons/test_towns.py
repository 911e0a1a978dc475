"""Towns (rules page, #towns): rings, the edge, cleaning, palaces, joining; and where walls may be placed."""

import pytest

from games.titles.masons.rules.components import MERGE, SCORE, WALL
from games.titles.masons.rules.names import LINE_NAMES
from tests.titles.masons.positions import (
    houses,
    moves,
    palaces,
    play,
    position,
    refusal,
    towers,
    towns,
    values,
    walls,
)

A3 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W"}
NEIGHBOURS = {"walls": "a2b2 b2b3 a2b3 a3b3", "towers": "a2=W b2=G b3=W a3=K", "towns": {"T1": "A3"}}
"""T1 is A3; a wall on a2a3 closes A4 next to it."""


def test_a_wall_is_placed_on_any_line_without_one() -> None:
    state = position(walls="a1a2 d4d5")
    assert moves(state) == [f"W:{line}" for line in LINE_NAMES if line not in ("a1a2", "d4d5")]
    assert refusal(state, "W:a1a2") == "There’s already a wall there."


def test_no_wall_is_placed_inside_a_town() -> None:
    state = position(walls="a2b2 b2b3 a3b3 a2a3", towns={"T1": "A3 A4"})
    assert "W:a2b3" not in moves(state)
    assert refusal(state, "W:a2b3") == "That line is inside a town."


def test_a_ring_of_three_walls_is_a_town() -> None:
    state = play(position(**A3), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert towns(state) == {"T1": ["A3"]}
    assert state.phase == SCORE


def test_an_open_ring_is_none() -> None:
    state = play(position(walls="a2b2"), "W:b2b3 D:K/rg B:b2=K,b3=W;A3=r,B3=g")
    assert towns(state) == {}
    assert (state.phase, state.active) == (WALL, 1)


def test_the_edge_of_the_board_is_no_wall() -> None:
    state = play(position(walls="d2e1"), "W:d2e2 D:K/rg B:d2=K,e2=W;D2=r,D3=g")
    assert towns(state) == {}
    play(state, "W:e1e2 D:W/bb B:e1=W;D2=b")
    assert towns(state) == {"T1": ["D2"]}


def test_the_space_on_either_side_of_the_wall_may_be_enclosed() -> None:
    assert towns(play(position(walls="a2a3 a3b3"), "W:a2b3 D:K/rg B:a2=K,b3=W;A3=r,A4=g")) == {"T1": ["A4"]}
    assert towns(play(position(walls="a2b2 b2b3"), "W:a2b3 D:K/rg B:a2=K,b3=W;A3=r,A4=g")) == {"T1": ["A3"]}


def test_towns_are_numbered_in_the_order_of_their_completion() -> None:
    state = play(position(**NEIGHBOURS), "W:a2a3 D:K/rg B:;A4=r M:-")
    assert towns(state) == {"T1": ["A3"], "T2": ["A4"]}


def test_walls_inside_go_back_and_towers_that_touch_no_wall() -> None:
    state = position(walls="a2b2 a2a3 a3b4 b4c3 c2c3 a2b3", towers="a2=W a3=K b4=G c3=W c2=K b2=G b3=K", houses="A3=r")
    left = state.walls_left
    play(state, "W:b2c2 D:W/bp B:;B2=p,B3=b")
    assert "a2b3" not in walls(state)
    assert "b3" not in towers(state)
    assert (state.walls_left, list(state.tower_left)) == (left - 1 + 1, [8, 8, 8])


def test_a_tower_next_to_the_town_stays() -> None:
    state = play(position(**A3), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert towers(state) == {"a2": "W", "b2": "G", "b3": "W"}


@pytest.mark.parametrize(
    ("before", "after", "built"), [("r", "", 1), ("r,r", "r", 1), ("r,r,r", "", 2), ("b", "rb", 0)]
)
def test_pairs_of_houses_become_palaces(before: str, after: str, built: int) -> None:
    state = play(position(**A3, houses=f"A3={before}"), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert sorted(houses(state, "A3")) == sorted(after)
    assert palaces(state) == ["A3=r"] * built
    assert state.house_left[3] == 12 - houses(state, "A3").count("r")
    assert state.palace_left[3] == 3 - built


def test_a_palace_is_on_the_first_space_of_its_pair() -> None:
    state = position(walls="a2b2 b2b3 a3b3", towers="a2=W b2=G b3=W a3=K", houses="A3=y A4=y")
    play(state, "W:a2a3 D:K/rg B:;A4=r")
    assert towns(state) == {"T1": ["A3", "A4"]}
    assert palaces(state) == ["A3=y"]
    assert (houses(state, "A3"), houses(state, "A4")) == ("", "r")


def test_houses_outside_make_no_pairs() -> None:
    state = play(position(**A3, houses="A4=g,g"), "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert palaces(state) == []


def test_no_palace_of_the_colour_is_left() -> None:
    """The last palace of one colour ends nothing (ruling Q10)."""
    state = position(**A3, houses="A3=r", palaces="C1=r C2=r C3=r", towns={"T1": "C1 C2 C3"})
    play(state, "W:a2b3 D:K/rg B:;A3=r,A4=g")
    assert houses(state, "A3") == "rr"
    assert state.ending < 0


def test_only_towns_that_share_a_wall_are_neighbours() -> None:
    """A shared corner is not enough."""
    state = position(walls="a2b2 b2b3 a2b3 a3b4 a3a4", towers="a2=W b2=G b3=W", towns={"T1": "A3"})
    play(state, "W:a4b4 D:K/rg B:a4=K,b4=W;A6=g,A7=r")
    assert towns(state)["T2"] == ["A6"]
    assert state.phase == SCORE


def test_joining_is_asked_and_may_be_declined() -> None:
    state = play(position(**NEIGHBOURS), "W:a2a3 D:K/rg B:;A4=r")
    assert state.phase == MERGE
    assert moves(state) == ["M:-", "M:T1"]
    play(state, "M:-")
    assert values(state)["NT"] == 2


def test_a_joined_town_keeps_the_new_number_and_is_cleaned_again() -> None:
    state = play(position(**NEIGHBOURS, houses="A3=r"), "W:a2a3 D:K/rg B:;A4=r M:T1")
    assert towns(state) == {"T2": ["A3", "A4"]}
    assert palaces(state) == ["A3=r"]
    assert "a2b3" not in walls(state)
    assert values(state)["NT"] == 1


def test_one_neighbour_is_joined_at_most() -> None:
    state = position(
        walls="a2b2 b2b3 a2b3 a3b3 a3b4 b3b4", towers="a2=W b2=G b3=W a3=K b4=G", towns={"T1": "A3", "T2": "A5"}
    )
    play(state, "W:a2a3 D:K/rg B:;A4=r M:T2")
    assert towns(state) == {"T1": ["A3"], "T3": ["A4", "A5"]}
    assert state.phase == SCORE


def test_only_a_town_with_a_common_wall_can_be_joined() -> None:
    state = play(position(**NEIGHBOURS), "W:a2a3 D:K/rg B:;A4=r")
    assert refusal(state, "M:T2") == "You can only join a town that shares a wall with the new one."
    assert refusal(state, "M:T9") == "There’s no town T9 on the board."


def test_a_tower_between_two_towns_counts_for_each() -> None:
    """Ruling Q13."""
    state = play(position(**NEIGHBOURS), "W:a2a3 D:K/rg B:;A4=r M:-")
    assert (values(state, "T1")["TTA"], values(state, "T2")["TTA"]) == (3, 3)
