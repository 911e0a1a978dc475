"""Building next to a wall (rules page, #building): the dice, and every shortage."""

import pytest

from games.titles.masons.rules.components import BUILD, DISCARD, WALL
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import houses, moves, play, position, refusal, towers


def short(
    dice: str, line: str = "a2b3", *, white: int = 10, grey: int = 10, black: int = 10, **left: int
) -> MasonsState:
    """A wall on the empty board with its dice, and a supply that is short of pieces."""
    state = position()
    play(state, f"W:{line} {dice}")
    for tone, count in enumerate((white, grey, black)):
        state.tower_left[tone] = count
    for colour, code in enumerate("bgyrp"):
        state.house_left[colour] = left.get(code, 12)
    return state


def tower_pairs(state: MasonsState) -> set[str]:
    """The towers of all builds, by their tones."""
    return {"".join(word[-1] for word in move[2:].partition(";")[0].split(",") if word) for move in moves(state)}


def house_pairs(state: MasonsState) -> set[str]:
    """The houses of all builds, by their colours."""
    return {"".join(word[-1] for word in move.partition(";")[2].split(",") if word) for move in moves(state)}


def test_one_of_two_towers_has_the_tone_of_the_die() -> None:
    assert tower_pairs(short("D:G/rb")) == {"WG", "GW", "GG", "GK", "KG"}


def test_a_single_tower_has_the_tone_of_the_die_in_any_case() -> None:
    for tower in "WGK":
        state = play(position(towers=f"a2={tower}"), "W:a2b3 D:G/rb")
        assert tower_pairs(state) == {"G"}


def test_a_single_tower_is_of_any_tone_if_that_of_the_die_has_run_out() -> None:
    state = play(position(towers="a2=W"), "W:a2b3 D:W/rb")
    state.tower_left[0] = 0
    assert tower_pairs(state) == {"G", "K"}


def test_one_white_tower_left_is_at_one_of_the_ends() -> None:
    assert tower_pairs(short("D:W/rb", white=1)) == {"WG", "WK", "GW", "KW"}


def test_a_free_tower_is_of_a_tone_that_is_left() -> None:
    assert tower_pairs(short("D:W/rb", grey=0)) == {"WW", "WK", "KW"}


def test_without_the_tone_of_the_die_both_are_free_as_far_as_they_go() -> None:
    assert tower_pairs(short("D:W/rb", white=0, grey=1)) == {"GK", "KG", "KK"}


def test_one_tower_left_for_two_ends_is_placed_by_the_player() -> None:
    state = short("D:W/rr", white=0, grey=0, black=1)
    assert {move[2:].partition(";")[0] for move in moves(state)} == {"a2=K", "b3=K"}


def test_no_tower_left() -> None:
    assert tower_pairs(short("D:W/rb", white=0, grey=0, black=0)) == {""}


def test_each_house_die_goes_to_one_side() -> None:
    assert house_pairs(short("D:W/rb")) == {"rb", "br"}


def test_the_joker_is_any_colour() -> None:
    assert house_pairs(short("D:W/r?")) == {"r" + code for code in "bgyrp"} | {code + "r" for code in "bgyrp"}


def test_one_red_house_left_and_two_red_dice() -> None:
    """Red first; then any other colour, on either side."""
    assert house_pairs(short("D:W/rr", r=1)) == {"r" + code for code in "bgyp"} | {code + "r" for code in "bgyp"}


def test_one_red_house_left_may_go_to_the_joker_first() -> None:
    """Then the red die is free: but both orders leave red on one side."""
    assert house_pairs(short("D:W/r?", r=1)) == {"r" + code for code in "bgyp"} | {code + "r" for code in "bgyp"}


def test_a_colour_that_has_run_out_is_any_other_that_is_left() -> None:
    assert house_pairs(short("D:W/rb", r=0, g=0)) == {"by", "bp", "bb", "yb", "pb"}


def test_one_house_left_for_two_sides_is_placed_by_the_player() -> None:
    state = short("D:W/rb", b=0, g=0, y=1, r=0, p=0)
    assert {move.partition(";")[2] for move in moves(state)} == {"A3=y", "A4=y"}


def test_no_house_left() -> None:
    assert house_pairs(short("D:W/rb", b=0, g=0, y=0, r=0, p=0)) == {""}


def test_at_the_edge_either_die_is_taken() -> None:
    assert house_pairs(short("D:W/rb", "a1a2")) == {"r", "b"}


def test_at_the_edge_a_die_that_has_run_out_may_be_taken_on_purpose() -> None:
    assert house_pairs(short("D:W/rb", "a1a2", r=0)) == {"b", "g", "y", "p"}


def test_nothing_to_build_is_asked_and_written_all_the_same() -> None:
    state = short("D:W/rb", white=0, grey=0, black=0, b=0, g=0, y=0, r=0, p=0)
    assert state.phase == BUILD
    assert moves(state) == ["B:;"]


def test_equal_results_are_one_build() -> None:
    found = moves(short("D:W/rr"))
    assert len(found) == len(set(found)) == 5


def test_built_pieces_leave_the_supply() -> None:
    state = play(position(), "W:a2b3 D:W/rb B:a2=W,b3=K;A3=r,A4=b")
    assert towers(state) == {"a2": "W", "b3": "K"}
    assert (houses(state, "A3"), houses(state, "A4")) == ("r", "b")
    assert (list(state.tower_left), list(state.house_left)) == ([9, 10, 9], [11, 12, 12, 11, 12])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("B:a2=W;A3=r,A4=b", "Build a tower at each end"),
        ("B:a2=W,b3=W;A3=r", "Build a house on each space"),
        ("B:a2=W,c2=W;A3=r,A4=b", "Build a tower at each end"),
        ("B:a2=W,b3=W;A3=r,B4=b", "Build a house on each space"),
        ("B:b3=W,a2=W;A3=r,A4=b", "in the order of their places"),
        ("B:a2=W,b3=W;A4=b,A3=r", "in the order of their places"),
        ("B:a2=W,a2=W;A3=r,A4=b", "in the order of their places"),
        ("B:a2=G,b3=K;A3=r,A4=b", "must have the tone on the die"),
        ("B:a2=W,b3=W;A3=r,A4=r", "must have the colours on the dice"),
    ],
)
def test_a_build_that_breaks_a_rule_is_refused_with_it(text: str, rule: str) -> None:
    assert rule in refusal(play(position(), "W:a2b3 D:W/rb"), text)


def test_a_build_is_no_answer_to_another_question() -> None:
    assert position().phase == WALL
    assert DISCARD not in position().options(0)
