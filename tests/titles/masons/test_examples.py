"""The worked examples of the rules page, each with every figure that it names."""

import pytest

from games.core.engine.outcome import Outcome
from games.core.engine.state import CHANCE
from games.titles.masons.rules.components import EXCHANGE, FINAL, MERGE, SCORE, TOWNS_NOW
from games.titles.masons.rules.scoring import may_exchange
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.view import outcome_of
from tests.titles.masons.positions import (
    FULL,
    add_house,
    add_wall,
    draw_all,
    hand,
    houses,
    moves,
    palaces,
    play,
    position,
    refusal,
    stack,
    towers,
    towns,
    values,
    walls,
)


def check(found: dict[str, int], expected: str) -> None:
    """Compare with ``TS1 6 TS2 0 ...``."""
    words = expected.split()
    pairs = {card: int(points) for card, points in zip(words[::2], words[1::2], strict=True)}
    assert {card: found[card] for card in pairs} == pairs


@pytest.mark.parametrize(("dice", "builds"), [("D:W/rb", 10), ("D:W/r?", 45), ("D:W/??", 125), ("D:W/rr", 5)])
def test_m1_builds_next_to_an_inner_line_of_the_empty_board(dice: str, builds: int) -> None:
    found = moves(play(position(), f"W:a2b3 {dice}"))
    assert len(found) == len(set(found)) == builds


@pytest.mark.parametrize(("dice", "builds"), [("D:W/r?", 25), ("D:W/rb", 10)])
def test_m2_builds_at_the_edge_of_the_board(dice: str, builds: int) -> None:
    assert len(moves(play(position(), f"W:a1a2 {dice}"))) == builds


@pytest.mark.parametrize(("dice", "tone"), [("D:W/rb", "W"), ("D:K/rb", "K")])
def test_m3_one_free_end_takes_the_tone_of_the_die(dice: str, tone: str) -> None:
    found = moves(play(position(towers="a2=K"), f"W:a2b3 {dice}"))
    assert found == [f"B:b3={tone};A3=b,A4=r", f"B:b3={tone};A3=r,A4=b"]


def test_m4_no_free_end_takes_no_tower() -> None:
    assert moves(play(position(towers="a2=K b3=G"), "W:a2b3 D:W/rb")) == ["B:;A3=b,A4=r", "B:;A3=r,A4=b"]


def test_m5_a_tone_or_a_colour_that_has_run_out() -> None:
    state = position()
    state.tower_left[0] = 0
    found = moves(play(state, "W:a2b3 D:W/rb"))
    assert len(found) == 8
    assert {move.partition(";")[0] for move in found} == {f"B:a2={one},b3={other}" for one in "GK" for other in "GK"}
    state = position()
    state.house_left[3] = 0
    found = moves(play(state.copy(), "W:a2b3 D:W/rb"))
    assert len(found) == 35
    assert len({move.partition(";")[2] for move in found}) == 7
    assert len(moves(play(state, "W:a1a2 D:W/rb"))) == 20


M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}


def m6(build: str) -> MasonsState:
    return play(position(**M6), f"W:a2b3 D:K/rg {build}")


def test_m6_a_town_of_one_space_with_a_palace() -> None:
    state = m6("B:;A3=r,A4=g")
    assert towns(state) == {"T1": ["A3"]}
    assert (houses(state, "A3"), palaces(state)) == ("b", ["A3=r"])
    check(
        values(state),
        "TS1 6 TS2 0 TCOL 4 TTW 4 TTG 2 TTK 0 TTA 3 TP 1 THr 3 THb 1 OHg 2 OHr 0 OHy 1 ORS 3 OTA 0 OW 0 NT 1",
    )


def test_m6_the_same_town_without_a_pair() -> None:
    state = m6("B:;A3=g,A4=r")
    assert palaces(state) == []
    check(values(state), "TCOL 4 TP 0 THr 1 THb 1 THg 1 OHg 1 OHr 1")


def test_m7_a_ring_of_six_with_a_spur_and_a_tower_inside() -> None:
    state = position(
        walls="a2b2 a2a3 a3b4 b4c3 c2c3 a2b3",
        towers="a2=W a3=K b4=G c3=W c2=K b2=G b3=K",
        houses="A3=r A4=r,r B4=b A2=y",
    )
    assert state.walls_left == 27
    play(state, "W:b2c2 D:W/bp B:;B2=p,B3=b")
    assert towns(state) == {"T1": ["A3", "A4", "A5", "B3", "B4", "B5"]}
    assert "a2b3" not in walls(state)
    assert "b3" not in towers(state)
    assert state.walls_left == 27
    check(
        values(state),
        "TS1 0 TS2 0 TS3 0 TS7 0 TCOL 4 TTA 6 TTW 4 TTG 4 TTK 4 TP 2 THr 4 THb 3 OW 0 OTA 0 ORS 2",
    )


def m8() -> MasonsState:
    """After M6 without a pair: more pieces around A4, and the wall that closes it."""
    state = position(
        walls="a2b2 b2b3 a2b3 a2a3",
        towers="a2=W b2=G b3=W a3=K",
        houses="A3=r,b,g A2=y B3=g A4=r,y",
        towns={"T1": "A3"},
    )
    return play(state, "W:a3b3 D:W/bp B:;A4=b,A5=p")


def test_m8_the_new_town_alone() -> None:
    state = m8()
    assert state.phase == MERGE
    assert moves(state) == ["M:-", "M:T1"]
    assert sorted(houses(state, "A4")) == sorted("ryb")
    check(values(play(state, "M:-")), "TS1 6 TTA 3 TCOL 4 TP 0 NT 2")


def test_m8_joined_pairs_become_palaces_after_joining() -> None:
    state = play(m8(), "M:T1")
    assert towns(state) == {"T2": ["A3", "A4"]}
    assert "a2b3" not in walls(state)
    check(
        values(state),
        "TS1 0 TS2 7 TCOL 7 TTA 4 TTW 4 TTG 2 TTK 2 TP 2 THr 3 THb 3 THy 1 THg 1 NT 1 OW 0",
    )


def test_m9_joining_removes_all_shared_walls_and_the_tower_between_them() -> None:
    state = position(
        walls="a2b2 b2c2 c2c3 b3c3 a2b3 a2a3 a3b4",
        towers="a2=W b2=G c2=K c3=W b3=K a3=G b4=G",
        towns={"T1": "A3 B3 B4"},
    )
    assert state.walls_left == 26
    play(state, "W:b4c3 D:K/rg B:;B5=g,B6=r")
    assert state.walls_left == 25
    assert towns(state)["T2"] == ["A4", "A5", "B5"]
    black = state.tower_left[2]
    play(state, "M:T1")
    assert state.walls_left == 27
    assert not {"a2b3", "b3c3"} & set(walls(state))
    assert "b3" not in towers(state)
    assert state.tower_left[2] == black + 1
    assert len(towns(state)["T2"]) == 6
    check(values(state), "TS7 0 TTA 6 TTW 4 TTG 6 TTK 2 NT 1")


def test_m10_a_town_at_the_edge_and_all_that_lies_outside() -> None:
    state = position(
        walls="d2e1 d2e2 a4a5 c5d5",
        towers="d2=W e1=K e2=G a4=W a5=W c5=G d5=K",
        houses="D2=y D1=b D3=r A7=g B9=p,b C8=y",
    )
    play(state, "W:e1e2 D:W/bb B:;D2=b")
    assert towns(state) == {"T1": ["D2"]}
    check(
        values(state),
        "TS1 6 TCOL 4 TTA 3 OTA 4 OTW 4 OTG 2 OTK 2 OTC 4 OW 2 OHb 2 OHg 1 OHr 1 OHy 1 OHp 1 ORS 2 ORM 4 ORN 0 NT 1",
    )


def test_m11_no_palace_of_a_colour_is_left() -> None:
    state = position(
        walls="a2b2 b2b3",
        towers="a2=W b2=G b3=W",
        houses="A3=p,p",
        palaces="C1=p C2=p C3=p",
        towns={"T1": "C1 C2 C3"},
    )
    play(state, "W:a2b3 D:K/pg B:;A3=p,A4=g")
    assert houses(state, "A3") == "ppp"
    assert state.ending < 0
    check(values(state), "THp 3 TP 0 TCOL 0")


@pytest.mark.parametrize(("scores", "eligible"), [((12, 7, 7), [1, 2]), ((9, 9, 9), []), ((14, 13), [1]), ((9, 9), [])])
def test_m12_who_is_last_may_exchange(scores: tuple[int, ...], eligible: list[int]) -> None:
    state = position(hands=(FULL, FULL, "ORS ORM ORN OW NT OTC")[: len(scores)], scores=scores)
    assert [seat for seat in range(len(scores)) if may_exchange(state, seat)] == eligible


@pytest.mark.parametrize(("move", "cards"), [("S:TS1+TP", 5), ("S:TS1", 6), ("X:TS1", 7)])
def test_m13_the_hand_after_a_scoring(move: str, cards: int) -> None:
    state = m6("B:;A3=g,A4=r")
    play(state, f"{move} S:TTA")
    draw_all(state)
    assert len(hand(state, 0)) == cards
    assert len(hand(state, 1)) == 6


def m14() -> MasonsState:
    state = position(
        walls="a2b2 b2b3 a2b3 a3b3 a3b4 b3b4",
        towers="a2=W b2=G b3=W a3=K b4=G",
        towns={"T1": "A3", "T2": "A5"},
    )
    return play(state, "W:a2a3 D:K/rg B:;A4=r")


def test_m14_one_neighbour_of_two_is_joined_at_most() -> None:
    state = m14()
    assert moves(state) == ["M:-", "M:T1", "M:T2"]
    play(state, "M:T1")
    assert towns(state) == {"T2": ["A5"], "T3": ["A3", "A4"]}
    assert state.phase == SCORE
    check(values(state), "NT 2 TS2 7")


def test_m15_no_wall_is_placed_inside_a_town() -> None:
    state = position(walls="a2b2 b2b3 a3b3 a2a3", towers="a2=W b2=G b3=W a3=K", towns={"T1": "A3 A4"})
    assert refusal(state, "W:a2b3") == "That line is inside a town."
    assert "W:a2b3" not in moves(state)
    assert "W:b3c3" in moves(state)


def test_m16_the_last_wall_without_a_town() -> None:
    """Three seats; T2 has seven spaces, T1 has one."""
    state = position(
        walls="a2b2 b2b3 a2b3 b6b7",
        towers="a2=W b2=G b3=W e1=K e2=W",
        towns={"T1": "A3", "T2": "C8 C9 C10 D8 D9 D10 D11"},
        hands=("TS7 OW", "TS7 OTA", "OTA OW"),
    )
    state.walls_left = 1
    play(state, "W:b7b8 D:W/rg B:b7=W,b8=G;A13=r,B13=g")
    assert state.phase == FINAL
    before = values(state, "T2")
    assert (before["TS7"], values(state, "T1")["TS7"]) == (9, 0)
    assert "F:0:OW" in moves(state)
    play(state, "F:T2:TS7")
    play(state, "F:T1:TS7")
    play(state, "F:0:OTA+OW")
    assert list(state.scores) == [9, 0, 4 + 2]
    assert outcome_of(state) == Outcome((1, 3, 2), "walls", (9, 0, 6))


@pytest.mark.parametrize(("cards", "places"), [((4, 6), (2, 1)), ((5, 5), (1, 1))])
def test_m17_equal_points_are_parted_by_cards(cards: tuple[int, int], places: tuple[int, int]) -> None:
    faces = "TS1 TS2 TS3 TTA TP OHb".split()
    state = position(hands=tuple(" ".join(faces[:count]) for count in cards), scores=(52, 52))
    state.walls_left = 1
    play(state, "W:b7b8 D:W/rg B:b7=W,b8=G;A13=r,B13=g F:- F:-")
    outcome = outcome_of(state)
    assert outcome is not None
    assert outcome.places == places


def test_m18_the_discards_are_shuffled_as_soon_as_the_last_card_is_drawn() -> None:
    state = m6("B:;A3=g,A4=r")
    stack(state, "NT")
    before = int(state.thrown_size)
    play(state, "S:TS1 S:TTA")
    assert state.to_move() == CHANCE
    assert state.chance_step().outcomes == (TOWNS_NOW,)
    play(state, "R:NT")
    assert (state.pile_size, state.thrown_size) == (before + 2, 0)
    assert state.to_move() == CHANCE
    assert len(state.chance_step().outcomes) > 1
    play(state, "R:TS1")
    assert "TS1" in hand(state, 1)
    assert state.phase == EXCHANGE  # the scores are unequal: a seat is last


def test_helpers_take_pieces_from_the_supply() -> None:
    state = position()
    add_wall(state, "a1a2")
    add_house(state, "A1", "r")
    assert (state.walls_left, state.house_left[3]) == (32, 11)
