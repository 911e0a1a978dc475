"""Scoring, draws, exchange and the end (rules page, #scoring and #end)."""

import pytest

from games.core.engine.state import CHANCE, OVER
from games.core.errors import MoveError
from games.titles.masons.rules.components import (
    EXCHANGE,
    FINAL,
    FINISHED,
    SCORE,
    WALL,
)
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.view import outcome_of
from tests.titles.masons.positions import MASONS, draw_all, hand, moves, play, position, refusal, stack

M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
CLOSES = "W:a2b3 D:K/rg B:;A3=g,A4=r"
"""T1 is A3: one space, three colours, two white towers and a grey one. Outside: houses on A2, A4 and B3."""
FAR = "W:d4d5 D:W/rg B:d4=W,d5=W;C7=g,D7=r"
"""A wall without a town."""


def scored(*hands: str, scores: tuple[int, ...] = (), active: int = 0) -> MasonsState:
    """Everybody is about to score T1."""
    return play(position(**M6, hands=hands, scores=scores, active=active), CLOSES)


def test_everybody_scores_clockwise_from_the_active_seat() -> None:
    state = scored("TS1", "TTW", "TTA", active=1)
    order = []
    while state.phase == SCORE:
        order.append(int(state.to_move()))
        play(state, f"S:{hand(state, order[-1])[0]}")
    assert order == [1, 2, 0]
    assert list(state.scores) == [6, 4, 3]


@pytest.mark.parametrize(("move", "points"), [("S:TS1", 6), ("S:TS1+TTW", 10), ("X:TS1", 0), ("S:TS2", 0)])
def test_one_card_two_cards_or_a_discard(move: str, points: int) -> None:
    state = play(scored("TS1 TS2 TTW", "TTA"), move)
    assert state.scores[0] == points


def test_a_player_who_holds_a_card_plays_or_discards_one() -> None:
    """Ruling Q5: there is no other answer; Q17: a single card is asked for, too."""
    everything = ["S:TS1", "S:TS1+TS1", "S:TS1+OW", "X:TS1", "S:OW", "X:OW"]
    assert sorted(moves(scored("TS1 TS1 OW", "TTW"))) == sorted(everything)
    assert sorted(moves(scored("TS1", "TTW"))) == ["S:TS1", "X:TS1"]
    assert "S:-" not in moves(scored("TS1", "TTW"))
    with pytest.raises(MoveError):
        MASONS.parse_move(scored("TS1", "TTW"), 0, "S:-")


def test_two_copies_of_a_card_are_played_together() -> None:
    state = scored("TTA TTA TS1", "TTW")
    assert "S:TTA+TTA" not in moves(scored("TTA TS1", "TTA"))
    assert play(state, "S:TTA+TTA").scores[0] == 6


def test_only_own_cards_are_played() -> None:
    assert refusal(scored("TS1 TTA", "TTW"), "S:TTW") == "You don’t have these cards."


def test_all_score_the_same_position() -> None:
    """A discard in between changes no card's value."""
    state = scored("NT OHg", "NT OHg")
    play(state, "S:OHg+NT S:OHg+NT")
    assert state.scores[0] == state.scores[1] == 1 + 1


def test_a_seat_without_cards_is_passed_over_and_draws_one() -> None:
    state = scored("TS1", "", "TTW")
    play(state, "S:TS1")
    assert state.to_move() == 2
    play(state, "S:TTW")
    draw_all(state)
    assert [len(hand(state, seat)) for seat in range(3)] == [1, 1, 1]


def test_all_draw_after_the_last_answer_in_the_same_order() -> None:
    state = play(scored("TS1", "TTW TTA", active=1), "X:TTW S:TS1")
    assert state.to_move() == CHANCE
    steps = []
    while state.to_move() == CHANCE:
        steps.append(state.chance_step().index)
        state.choose_chance(state.chance_step().outcomes[0])
    assert steps == [(1, 1, 0), (1, 1, 1), (1, 0, 0)]


@pytest.mark.parametrize("move", ["S:TS1", "S:TTA", "S:TS1+TTA"])
def test_draws_do_not_depend_on_the_cards_chosen(move: str) -> None:
    state = play(scored("TS1 TTA", "TTW"), f"{move} S:TTW")
    step = state.chance_step()
    assert (step.purpose, step.index) == ("draw", (1, 0, 0))


@pytest.mark.parametrize("line", ["a1a2", "c4d5", "e7e8"])
def test_dice_do_not_depend_on_the_line(line: str) -> None:
    state = play(position(), f"W:{line}")
    found = []
    while state.to_move() == CHANCE:
        step = state.chance_step()
        found.append((step.purpose, step.index, step.weights))
        state.choose_chance(0)
    assert found == [("dice", (1, 0), (1,) * 3), ("dice", (1, 1), (1,) * 6), ("dice", (1, 2), (1,) * 6)]


# The draw pile.


def test_a_shuffle_in_the_middle_of_a_draw_of_two() -> None:
    state = scored("TS1 TS2", "TTW")
    stack(state, "OW")
    play(state, "X:TS1 S:TTW R:OW")
    assert state.to_move() == CHANCE
    assert state.pile_size > 1
    assert 0 in state.chance_step().outcomes  # what was thrown away may come back
    play(state, "R:TS1")
    assert hand(state, 0) == ["TS1", "TS2", "OW"]


def empty(state: MasonsState) -> MasonsState:
    """No card is left to draw, nor among the discards."""
    stack(state)
    for face in range(30):
        state.played[face] = 0
    state.thrown_size = 0
    return state


def test_nothing_is_left_to_draw() -> None:
    state = empty(scored("TS1", "TTW TTA"))
    play(state, "S:TS1 S:TTW")  # the two cards played are all that can be shuffled
    assert state.pile_size == 2
    draw_all(state)
    assert [len(hand(state, seat)) for seat in range(2)] == [1, 2]
    assert (state.pile_size, state.thrown_size) == (0, 0)


def test_a_draw_stops_when_both_piles_are_empty() -> None:
    state = empty(scored("TS1 TS2", "TTW TTA"))
    play(state, "X:TS1 X:TTW")  # four draws are due, two cards are there
    draw_all(state)
    assert [len(hand(state, seat)) for seat in range(2)] == [3, 1]


def test_cards_discarded_later_are_shuffled_when_the_next_card_is_drawn() -> None:
    state = empty(scored("TS1", "TTW TTA", scores=(9, 0)))
    play(state, "S:TS1 S:TTW")
    draw_all(state)
    assert state.phase == EXCHANGE
    cards = hand(state, 1)
    play(state, f"E:{cards[0]}")
    assert (state.to_move(), state.pile_size, state.thrown_size) == (CHANCE, 1, 0)
    play(state, f"R:{cards[0]}")
    assert hand(state, 1) == cards


# The exchange.


def test_a_player_who_is_last_exchanges_after_everybody_has_drawn() -> None:
    state = play(scored("TS1", "TS2 TTK", "TTA"), "S:TS1 S:TS2 S:TTA")
    draw_all(state)
    assert (state.phase, state.to_move()) == (EXCHANGE, 1)


def test_the_scores_that_count_are_those_after_this_scoring() -> None:
    state = play(scored("TS1", "TTA", scores=(0, 2)), "S:TS1 S:TTA")
    draw_all(state)
    assert list(state.scores) == [6, 5]
    assert state.to_move() == 1


def test_all_in_last_place_exchange_clockwise() -> None:
    state = play(scored("TTA OHg", "TTA OHy", "TS1 TS2", active=2), "S:TS1 S:TTA S:TTA")
    draw_all(state)
    assert state.to_move() == 0
    play(state, "E:-")
    assert state.to_move() == 1
    play(state, "E:-")
    assert (state.phase, state.active) == (WALL, 0)


def test_nobody_is_last_if_all_are_equal() -> None:
    state = play(scored("TTA OHg", "TTA OHy"), "S:TTA S:TTA")
    draw_all(state)
    assert (state.phase, state.active) == (WALL, 1)


def test_any_number_of_cards_is_exchanged_for_as_many() -> None:
    state = play(scored("TS1", "TS2 TTK OW OTC"), "S:TS1 S:TS2")
    draw_all(state)
    cards = hand(state, 1)
    play(state, f"E:{','.join(cards)}")
    steps = []
    while state.to_move() == CHANCE:
        steps.append(state.chance_step().index)
        state.choose_chance(state.chance_step().outcomes[0])
    assert steps == [(1, 1, number) for number in range(len(cards))]
    assert len(hand(state, 1)) == len(cards)


def test_a_shuffle_in_the_middle_of_an_exchange_may_bring_thrown_cards_back() -> None:
    state = play(scored("TS1", "TS2 TTK OW OTC"), "S:TS1 S:TS2")
    draw_all(state)
    stack(state, "ORS")
    play(state, "E:TTK,OTC R:ORS")
    assert state.to_move() == CHANCE
    play(state, "R:TTK")
    assert "TTK" in hand(state, 1)


# The end.


@pytest.mark.parametrize(("supply", "reason"), [("walls", "walls"), ("towers", "towers"), ("houses", "houses")])
def test_the_last_piece_of_a_kind_ends_the_match(supply: str, reason: str) -> None:
    state = position()
    if supply == "walls":
        state.walls_left = 1
    for tone in range(3):
        if supply == "towers":
            state.tower_left[tone] = 2 if tone == 0 else 0
    for colour, left in enumerate((0, 1, 0, 1, 0)):
        if supply == "houses":
            state.house_left[colour] = left
    play(state, FAR)
    assert state.phase == FINAL
    play(state, "F:- F:-")
    outcome = outcome_of(state)
    assert outcome is not None
    assert outcome.reason == reason


def test_the_last_palace_ends_the_match() -> None:
    state = position(walls="a2b2 b2b3", towers="a2=W b2=G b3=W", houses="A3=r,b", hands=("TS1 TP", "TP TTA"))
    for colour in range(5):
        state.palace_left[colour] = 1 if colour == 3 else 0
    play(state, "W:a2b3 D:K/rg B:;A3=r,A4=g S:TS1 S:TP")
    draw_all(state)
    outcome = outcome_of(state)
    assert outcome is not None
    assert outcome.reason == "palaces"


def test_one_tone_or_one_colour_that_runs_out_ends_nothing() -> None:
    state = position()
    state.tower_left[0] = 2
    state.house_left[1] = state.house_left[3] = 1
    play(state, FAR)
    assert (state.phase, state.active) == (WALL, 1)


def test_the_end_stays_even_if_pieces_come_back_in_the_same_turn() -> None:
    """The last wall joins two towns, and the wall between them goes back."""
    state = position(
        walls="a2b2 b2b3 a2b3 a3b3",
        towers="a2=W b2=G b3=W a3=K",
        towns={"T1": "A3"},
        hands=("TS2 TTA", "TS1 TP"),
    )
    state.walls_left = 1
    play(state, "W:a2a3 D:K/rg B:;A4=r M:T1")
    assert state.walls_left == 1
    play(state, "S:TS2 S:TS1")
    draw_all(state)
    assert state.phase == FINISHED
    assert list(state.scores) == [7, 0]


def test_a_last_turn_with_a_town_draws_but_exchanges_nothing() -> None:
    state = position(**M6, hands=("TS1 TTA", "TS2 TTK"))
    state.walls_left = 1
    play(state, CLOSES)
    play(state, "S:TS1 S:TS2")
    assert state.to_move() == CHANCE
    draw_all(state)
    assert state.to_move() == OVER
    assert [len(hand(state, seat)) for seat in range(2)] == [2, 2]


def last_cards(*hands: str) -> MasonsState:
    """The last wall without a town; T1 has one space."""
    state = position(
        walls="a2b2 b2b3 a2b3",
        towers="a2=W b2=G b3=W",
        towns={"T1": "A3"},
        houses="A3=r B3=g",
        hands=hands,
    )
    state.walls_left = 1
    return play(state, FAR)


def test_a_last_turn_without_a_town_asks_everybody_once() -> None:
    state = last_cards("TS1 OW", "", "TTA OTA")
    assert (state.phase, state.to_move()) == (FINAL, 0)
    play(state, "F:T1:TS1+OW")
    assert state.to_move() == 2  # a seat without cards is passed over
    play(state, "F:-")
    assert state.to_move() == OVER
    assert list(state.scores) == [6 + 1, 0, 0]
    assert [len(hand(state, seat)) for seat in range(3)] == [0, 0, 2]


def test_without_a_town_town_cards_score_nothing() -> None:
    """Ruling Q12."""
    state = last_cards("TS1 OTA NT", "TTA")
    assert "F:0:TS1+OTA" in moves(state)
    play(state, "F:0:TS1+OTA")
    assert state.scores[0] == 2


def test_towns_are_chosen_among_built_ones() -> None:
    state = last_cards("TS1", "TTA")
    assert moves(state) == ["F:-", "F:0:TS1", "F:T1:TS1"]
    assert refusal(state, "F:T2:TS1") == "There’s no town T2 on the board."


def test_a_player_without_a_line_ends_the_match() -> None:
    """All land but A1 is one town; the wall that closes A1 is the last that can be placed."""
    state = position(hands=("OW TTA", "OTA NT"), walls="a1b2 b1b2")
    state.last_town = 1
    for space in range(1, 60):
        state.town[space] = 1
    assert moves(state) == ["W:a1b1"]
    play(state, "W:a1b1 D:W/rg B:a1=W,b1=G;A1=g M:- S:TTA S:OTA")
    draw_all(state)
    while state.phase == EXCHANGE:
        play(state, "E:-")
    assert (state.phase, state.turns, state.active) == (FINAL, 2, 1)
    play(state, "F:- F:-")
    outcome = outcome_of(state)
    assert outcome is not None
    assert outcome.reason == "lines"


def test_most_points_win_and_cards_part_equals() -> None:
    state = last_cards("OW", "OW", "TTA NT")
    play(state, "F:0:OW F:- F:-")
    outcome = outcome_of(state)
    assert outcome is not None
    assert outcome.scores == (1, 0, 0)
    assert outcome.places == (1, 3, 2)
